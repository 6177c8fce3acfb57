//===- ActiveLanes.cpp - Which lanes of a wave reach an operation -----------===//
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
      // Targets that make threads of waves ask for full ones, or assume them.
      hasFullWaves(kernel.getNumWavesAttr() || KernelLaunch::get(kernel)) {
  kernel.walk([&](RetireIfOp retire) {
    if (!uniformity.get(retire.getCondition()).isWaveUniform() ||
        !uniformity.getControl(retire).isWaveUniform())
      partialReturns.push_back(retire);
  });
}

/// Whether lanes may have returned when `op` is executed that had not at its last
/// `since`, or at the kernel's start where that is null.
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
    // What is around `outer` is around both.
    if (decision.op->isAncestor(outer) && decision.op != outer)
      break;
    if (!decision.uniformity.isWaveUniform())
      return false;
  }
  return !isPartialReturnBefore(inner, outer);
}
