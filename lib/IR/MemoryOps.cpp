//===- MemoryOps.cpp - Groupshared memory, atomics and barriers -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

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
    return emitOpError("must be a memref of rank 1 of i16, i32, i64, f16, f32 "
                       "or f64 in "
                       "address space workgroup, got ")
           << type << " [groupshared-type]";
  if (type.hasStaticShape() == static_cast<bool>(getSize())) // C3
    return emitOpError("must have a length operand if its length is dynamic, "
                       "and none otherwise [groupshared-size]");
  return success();
}

/// Checks the operands of an atomic; `elements` names the valid types in the
/// message.
template <typename Op>
static LogicalResult verifyAtomic(Op op, bool takesFloat, StringRef elements) {
  auto memory = cast<MemRefType>(op.getMemory().getType());
  Type type = op.getValue().getType();
  bool isAtomicType = type.isSignlessInteger(32) ||
                      type.isSignlessInteger(64) ||
                      (takesFloat && type.isF32());
  if (!isAtomicType || memory.getElementType() != type)
    return op.emitOpError("expects ")
           << elements << " and memory of the same type, got " << type
           << " and " << memory << " [atomic-element]";
  if (op.getMemory().getDefiningOp() &&
      !op.getMemory().template getDefiningOp<GroupsharedOp>())
    return op.emitOpError("works on a buffer or groupshared memory: a local "
                          "array belongs to one lane, use a load and a store "
                          "[atomic-memory]");
  return success();
}

LogicalResult AtomicRMWOp::verify() {
  switch (getKind()) { // C1
  case Kind::ADD:
  case Kind::AND:
  case Kind::OR:
  case Kind::XOR:
  case Kind::MINSI:
  case Kind::MINUI:
  case Kind::MAXSI:
  case Kind::MAXUI:
    break;
  default:
    return emitOpError("cannot combine by '")
           << gpu::stringifyAllReduceOperation(getKind())
           << "': atomics are add, and, or, xor, minsi, minui, maxsi and maxui "
              "[atomic-kind]";
  }
  return verifyAtomic(*this, /*takesFloat=*/false, "i32 or i64"); // C2, C3
}

LogicalResult AtomicExchangeOp::verify() {
  return verifyAtomic(*this, /*takesFloat=*/true, "i32, i64 or f32"); // C1, C2
}

LogicalResult AtomicCASOp::verify() {
  return verifyAtomic(*this, /*takesFloat=*/false, "i32 or i64"); // C1, C2
}
