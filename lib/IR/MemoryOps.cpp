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
  // After the conversion to gpu the kernel is a gpu.func.
  if (!isa<FunctionOpInterface>((*this)->getParentOp())) // C1
    return emitOpError("stands in the kernel's own block, outside of all "
                       "control flow: move it up [groupshared-place]");
  auto type = cast<MemRefType>(getMemory().getType());
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (type.getRank() != 1 || !isMemoryElementType(type.getElementType()) ||
      !space || space.getValue() != gpu::AddressSpace::Workgroup) // C2
    return emitOpError("is a memref of rank 1 of i32 or f32 in address space "
                       "workgroup, got ")
           << type << " [groupshared-type]";
  if (type.hasStaticShape() == static_cast<bool>(getSize())) // C3
    return emitOpError("has a length operand exactly when its length is "
                       "dynamic [groupshared-size]");
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
  auto memory = cast<MemRefType>(getMemory().getType());
  if (!getValue().getType().isSignlessInteger(32) ||
      memory.getElementType() != getValue().getType()) // C2
    return emitOpError("combines an i32 into memory of i32, got ")
           << getValue().getType() << " and " << memory << " [atomic-element]";
  if (getMemory().getDefiningOp() &&
      !getMemory().getDefiningOp<GroupsharedOp>()) // C3
    return emitOpError("works on a buffer or groupshared memory: a local array "
                       "belongs to one lane, use a load and a store "
                       "[atomic-memory]");
  return success();
}
