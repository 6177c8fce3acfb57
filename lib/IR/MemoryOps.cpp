//===- MemoryOps.cpp - Groupshared memory, atomics and barriers -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult GroupsharedOp::verify() {
  // Converted kernels are a gpu.func.
  if (!isa<FunctionOpInterface>((*this)->getParentOp())) // C1
    return emitOpError("must be in the kernel's own block, outside of control "
                       "flow: move it up [groupshared-place]");
  auto type = cast<MemRefType>(getMemory().getType());
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (type.getRank() != 1 || !isMemoryElementType(type.getElementType()) ||
      !type.getLayout().isIdentity() || !space ||
      space.getValue() != gpu::AddressSpace::Workgroup) // C2
    return emitOpError(
               "must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 "
               "or f64 in "
               "address space workgroup, got ")
           << type << " [groupshared-type]";
  if (type.hasStaticShape() == static_cast<bool>(getSize())) // C3
    return emitOpError("must have a length operand if its length is dynamic, "
                       "and none otherwise [groupshared-size]");
  return success();
}

static bool isAtomicElement(Type type) {
  return type.isSignlessInteger(32) || type.isSignlessInteger(64) ||
         type.isF32() || type.isF64();
}

/// Whether an atomic on `memory` may have a value of this type: the type of its
/// elements, or two elements of a buffer of words.
static bool isAtomicValue(Type type, Value memory) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  if (element == type)
    return isAtomicElement(type);
  return type.isSignlessInteger(64) && element.isSignlessInteger(32) &&
         isa<BlockArgument>(memory);
}

/// Checks the operands of an atomic.
template <typename Op>
static LogicalResult verifyAtomic(Op op) {
  auto memory = cast<MemRefType>(op.getMemory().getType());
  Type type = op.getValue().getType();
  if (!isAtomicValue(type, op.getMemory()))
    return op.emitOpError("expects i32, i64, f32 or f64 and memory of the same "
                          "type, or i64 and a buffer of i32, got ")
           << type << " and " << memory << " [atomic-element]";
  if (op.getMemory().getDefiningOp() &&
      !op.getMemory().template getDefiningOp<GroupsharedOp>())
    return op.emitOpError("works on a buffer or groupshared memory: a local "
                          "array belongs to one lane, use a load and a store "
                          "[atomic-memory]");
  return success();
}

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyAtomic(*this))) // C2, C3
    return failure();
  Type type = getValue().getType();
  const bool isFloat = isa<FloatType>(type);
  if (!isAtomicKind(getKind(), isFloat)) // C1
    return emitOpError("cannot combine ")
           << type << " by '" << gpu::stringifyAllReduceOperation(getKind())
           << "': atomics of "
           << (isFloat ? "floats are add, minnumf and maxnumf"
                       : "integers are add, and, or, xor, minsi, minui, maxsi "
                         "and maxui")
           << " [atomic-kind]";
  return success();
}

LogicalResult AtomicExchangeOp::verify() {
  return verifyAtomic(*this); // C1, C2
}

LogicalResult AtomicCASOp::verify() { return verifyAtomic(*this); } // C1, C2

SmallVector<int32_t> WavesBarrierOp::getSet() {
  SmallVector<int32_t> set(getWaves());
  llvm::sort(set);
  return set;
}

LogicalResult WavesBarrierOp::verify() {
  auto kernel = (*this)->getParentOfType<FuncOp>();
  std::optional<int64_t> waves;
  if (kernel && kernel.getKernel()) {
    if (kernel.getStageOrDefault() == Stage::Compute)
      waves = getStatedWaves(kernel);
    if (!waves) // C1
      return emitOpError("must be in a compute kernel that states num_waves "
                         "[waves-barrier-place]");
  }
  if (getWaves().empty()) // C2
    return emitOpError("must have at least one wave [waves-barrier-set]");
  llvm::SmallSet<int32_t, 8> seen;
  for (int32_t wave : getWaves()) {
    if (wave < 0 || (waves && wave >= *waves)) { // C2
      InFlightDiagnostic error = emitOpError("has no wave ") << wave;
      if (waves)
        error << ": num_waves(" << *waves << ") makes waves 0 to "
              << *waves - 1;
      return error << " [waves-barrier-set]";
    }
    if (!seen.insert(wave).second) // C2
      return emitOpError("must name each wave once; it names wave ")
             << wave << " twice [waves-barrier-set]";
  }
  return success();
}
