//===- IndexForms.h - The elements that the lanes of a group access ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is often a sum of multiples of the lane index, the wave index, and
// values that are uniform for the group. Two such sums tell whether different
// lanes may access the same element, at any two times: values that change in a
// loop are not part of these sums.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_INDEXFORMS_H
#define WAVEDIALECT_ANALYSIS_INDEXFORMS_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::wave {

class UniformityAnalysis;

/// constant + lane * L + wave * W + wave * lane_count * S + thread * T + values
/// that are uniform for the group, in arithmetic modulo 2^32.
struct IndexForm {
  int64_t constant = 0;
  int64_t lane = 0, wave = 0, waveStart = 0, thread = 0;
  /// Values that are the same for the group during its whole execution, with
  /// their factors.
  SmallVector<std::pair<const void *, int64_t>, 2> shared;

  /// Whether the form is the lane index alone.
  bool isLaneIndex() const;
  /// Whether the two forms differ at most by a constant.
  bool isParallelTo(const IndexForm &other) const;
  bool operator==(const IndexForm &other) const {
    return constant == other.constant && isParallelTo(other);
  }
};

class IndexForms {
public:
  /// `uniformity` must describe `kernel`, whose helpers are inlined, and must
  /// outlive this object.
  IndexForms(FuncOp kernel, const UniformityAnalysis &uniformity);

  /// Returns the form of an index; none if it has no such form.
  std::optional<IndexForm> get(Value index);

  /// Returns the minimum distance between the elements of two different lanes
  /// of the group; 0 if they may be the same.
  int64_t getSpacing(const IndexForm &form) const;

  /// Whether two different lanes may access a common element, if one accesses
  /// `numA` elements from `a` on, and the other `numB` elements from `b` on.
  bool mayMeet(const IndexForm &a, int64_t numA, const IndexForm &b,
               int64_t numB) const;

private:
  std::optional<IndexForm> compute(Value index);
  std::optional<IndexForm> computeProduct(Value a, Value b);
  std::optional<IndexForm> getThread(Operation *op);
  /// Whether the value is uniform for the group, and computed only once.
  bool isShared(Value value);
  /// The smallest and the largest value, without the shared part; none if
  /// unknown.
  std::optional<std::pair<int64_t, int64_t>>
  getRange(const IndexForm &form) const;

  FuncOp kernel;
  const UniformityAnalysis &uniformity;
  /// The minimum and maximum number of lanes of a wave, and the maximum numbers
  /// of waves and threads of a group.
  int64_t minLanes, maxLanes, maxWaves, maxThreads;
  llvm::DenseMap<Value, std::optional<IndexForm>> forms;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_INDEXFORMS_H
