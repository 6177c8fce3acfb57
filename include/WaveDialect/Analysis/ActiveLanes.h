//===- ActiveLanes.h - Which lanes of a wave reach an operation -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two questions that stand behind every change to operations across lanes: is the whole
// wave here, and are the same lanes here as there? Both are answered yes only where it
// is proved. What decides is the control flow around an operation, and the lanes that
// returned before it.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_ACTIVELANES_H
#define WAVEDIALECT_ANALYSIS_ACTIVELANES_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

class UniformityAnalysis;

class ActiveLanes {
public:
  /// `uniformity` is of `kernel`, whose helpers are inlined, and outlives this.
  ActiveLanes(FuncOp kernel, const UniformityAnalysis &uniformity);

  /// Whether all of the wave's lanes, from 0 to `lane_count` - 1, are active whenever a
  /// wave executes `op`. So it is only in kernels of waves: those of threads may have
  /// waves with fewer.
  bool isWholeWave(Operation *op) const;

  /// Whether whenever a wave executes `inner`, the lanes that do are those that executed
  /// `outer` last. The block of `outer` holds `inner`, itself or in a region, behind
  /// `outer` or inside of it; else the answer is no.
  bool areSameLanes(Operation *outer, Operation *inner) const;

private:
  bool isPartialReturnBefore(Operation *op, Operation *since) const;

  const UniformityAnalysis &uniformity;
  bool hasFullWaves;
  /// Returns that may leave some lanes of a wave behind.
  SmallVector<Operation *> partialReturns;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_ACTIVELANES_H
