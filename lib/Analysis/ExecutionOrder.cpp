//===- ExecutionOrder.cpp - The execution order of operations ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/ExecutionOrder.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

bool wave::mayPrecede(Operation *earlier, Operation *op, Operation *since) {
  Block *limit = since ? since->getBlock() : nullptr;
  for (Operation *place = op; place; place = place->getParentOp()) {
    Block *block = place->getBlock();
    Operation *other = block ? block->findAncestorOpInBlock(*earlier) : nullptr;
    if (other && other != place && other->isBeforeInBlock(place))
      return block != limit || !other->isBeforeInBlock(since);
    if (other == place && place != op && isa<LoopLikeOpInterface>(place))
      return true;
    if (block == limit)
      return false;
  }
  return false;
}
