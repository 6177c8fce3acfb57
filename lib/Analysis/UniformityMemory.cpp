//===- UniformityMemory.cpp - Uniformity of loads ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UniformitySolver.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;

static Uniformity fromMemory(Operation &op) {
  return {UniformityStep::Lane, /*fromNumbers=*/false, /*fromMemory=*/true,
          &op};
}

void UniformitySolver::findWrites() {
  function->walk([&](Operation *op) {
    if (Value memory = getWrittenMemory(op))
      written.insert(memory);
    else if (isa<CallOp>(op))
      written.insert(op->operand_begin(), op->operand_end());
    hasLocalArrays |= isa<memref::AllocaOp>(op);
  });
}

Uniformity UniformitySolver::transferLoad(Operation &op) const {
  MemoryAccess access = *getMemoryAccess(&op);
  Uniformity address;
  for (Value index : access.indices)
    address = address.join(get(index));
  Operation *origin = access.memory.getDefiningOp();
  if (isa_and_present<memref::AllocaOp>(origin))
    return transferLocalLoad(op, address, access.memory);
  // An argument that this function never writes: two arguments never overlap if
  // one of them is written.
  bool isSettled = !written.contains(access.memory);
  if (isa_and_present<GroupsharedOp>(origin) && !isSettled) {
    if (!intervals)
      intervals.emplace(function);
    isSettled = intervals->isSettled(&op, access);
  } else if (!isa_and_present<GroupsharedOp>(origin)) {
    auto argument = dyn_cast<BlockArgument>(access.memory);
    isSettled &= argument && argument.getOwner()->getParentOp() == function;
  }
  if (!isSettled)
    return fromMemory(op).join(address);
  // Different addresses hold different values.
  if (!address.isGroupUniform())
    address.fromMemory = true;
  return address;
}

/// Each lane has its own elements, so a load is as uniform as all values that
/// are stored anywhere in the array.
Uniformity UniformitySolver::transferLocalLoad(Operation &op,
                                               const Uniformity &address,
                                               Value array) const {
  readArrays.insert(array);
  Uniformity stored = contents.lookup(array);
  if (!stored.isGroupUniform() && !stored.origin)
    stored.origin = &op;
  Uniformity result = address.join(stored);
  if (!result.isGroupUniform())
    result.fromMemory = true;
  return result;
}

/// Records the uniformity of stores to a lane's own array: of the values, the
/// addresses and the storing lanes.
void UniformitySolver::visitStore(Operation &op) {
  if (!isa<memref::StoreOp, vector::StoreOp, AtomicRMWOp, AtomicExchangeOp,
           AtomicCASOp, CallOp>(op))
    return;
  std::optional<MemoryAccess> access = getMemoryAccess(&op);
  SmallVector<Value, 2> arrays;
  if (access && access->writes)
    arrays.push_back(access->memory);
  else if (isa<CallOp>(op))
    llvm::append_range(arrays, op.getOperands());
  for (Value array : arrays) {
    // A helper may take the array without its length.
    if (auto cast = array.getDefiningOp<memref::CastOp>())
      array = cast.getSource();
    auto local = array.getDefiningOp<memref::AllocaOp>();
    if (!local)
      continue;
    Uniformity stored;
    // An atomic stores its result, which is less uniform than its operands.
    if (isa<memref::StoreOp, vector::StoreOp>(op)) {
      stored = get(op.getOperand(0)).join(getControl(&op, local));
      for (Value index : access->indices)
        stored = stored.join(get(index));
    } else {
      stored = fromMemory(op);
    }
    Uniformity &known = contents[array];
    Uniformity joined = known.join(stored);
    again |= readArrays.contains(array) && !(joined == known);
    known = joined;
  }
}
