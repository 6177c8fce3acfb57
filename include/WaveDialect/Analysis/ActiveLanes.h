//===- ActiveLanes.h - The active lanes of a wave at an operation -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every change to operations across lanes depends on two questions: is the
// whole wave active at an operation, and are the same lanes active at two
// operations? Both are answered with yes only if it is proved, from the control
// flow around an operation and the returns before it.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_ACTIVELANES_H
#define WAVEDIALECT_ANALYSIS_ACTIVELANES_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

class UniformityAnalysis;

class ActiveLanes {
public:
  /// `uniformity` must describe `kernel`, whose helpers are inlined, and must
  /// outlive this object.
  ActiveLanes(FuncOp kernel, const UniformityAnalysis &uniformity);

  /// Whether all lanes of the wave, from 0 to `lane_count` - 1, are active
  /// whenever a wave executes `op`. This is only known in kernels that state a
  /// number of waves: kernels of threads may have partial waves.
  bool isWholeWave(Operation *op) const;

  /// Whether, whenever a wave executes `inner`, the active lanes are those of
  /// the last execution of `outer`. False unless the block of `outer` contains
  /// `inner`, directly or in a region, after `outer` or inside it.
  bool areSameLanes(Operation *outer, Operation *inner) const;

private:
  bool isPartialReturnBefore(Operation *op, Operation *since) const;

  const UniformityAnalysis &uniformity;
  bool hasFullWaves;
  /// Returns that only some lanes of a wave may take.
  SmallVector<Operation *> partialReturns;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_ACTIVELANES_H
