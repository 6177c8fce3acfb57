//===- ActiveLanes.cpp - The active lanes of a wave at an operation ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/ActiveLanes.h"

#include "WaveDialect/Analysis/ExecutionOrder.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/KernelLaunch.h"

using namespace mlir;
using namespace mlir::wave;

ActiveLanes::ActiveLanes(FuncOp kernel, const UniformityAnalysis &uniformity)
    : uniformity(uniformity),
      // Targets that convert waves to threads request full waves, or assume
      // them.
      hasFullWaves(kernel.getNumWavesAttr() || KernelLaunch::get(kernel)) {
  kernel.walk([&](RetireIfOp retire) {
    if (!uniformity.get(retire.getCondition()).isWaveUniform() ||
        !uniformity.getControl(retire).isWaveUniform())
      partialReturns.push_back(retire);
  });
}

/// Whether lanes may have returned when `op` is executed since the last
/// execution of `since`, or since the kernel's start if that is null.
bool ActiveLanes::isPartialReturnBefore(Operation *op, Operation *since) const {
  return llvm::any_of(partialReturns, [&](Operation *retire) {
    return mayPrecede(retire, op, since);
  });
}

bool ActiveLanes::isWholeWave(Operation *op) const {
  return hasFullWaves && uniformity.getControl(op).isWaveUniform() &&
         !isPartialReturnBefore(op, nullptr);
}

bool ActiveLanes::areSameLanes(Operation *outer, Operation *inner) const {
  Operation *place = outer->getBlock()->findAncestorOpInBlock(*inner);
  if (!place || place->isBeforeInBlock(outer))
    return false;
  for (const Decision &decision : uniformity.getDecisions(inner)) {
    // Conditions around `outer` apply to both operations.
    if (decision.op->isAncestor(outer) && decision.op != outer)
      break;
    if (!decision.uniformity.isWaveUniform())
      return false;
  }
  return !isPartialReturnBefore(inner, outer);
}
