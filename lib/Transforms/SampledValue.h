//===- SampledValue.h - Integers in one lane --------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of an integer in one lane of one group, for cost models: what they learn
// from a few lanes is an estimate, and no proof.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_SAMPLEDVALUE_H
#define WAVEDIALECT_LIB_TRANSFORMS_SAMPLEDVALUE_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// A lane, in the first wave of its group and in the first iteration of all loops.
struct Sample {
  /// Lanes of a wave, and waves of a group.
  int64_t laneCount, waveCount;
  int64_t lane = 0;
  /// The index of the group along `dimension`; it is 0 along the others.
  int64_t group = 0;
  gpu::Dimension dimension = gpu::Dimension::x;
  /// What scalar parameters of the kernel are taken for; if there is none, values
  /// that depend on them or on iterations are not known.
  std::optional<int64_t> parameter = std::nullopt;
};

/// The value of an integer at `sample`; none if it is not known.
std::optional<int64_t> evaluate(Value value, const Sample &sample);

/// The wave size of most GPUs, or the one of `kernel` next to it.
int64_t getLikelyWaveSize(FuncOp kernel);

/// The waves of a group with waves of `laneCount` lanes; 1 if that is not known.
int64_t getLikelyWaveCount(FuncOp kernel, int64_t laneCount);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_SAMPLEDVALUE_H
