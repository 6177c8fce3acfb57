//===- IndexForms.h - Which elements the lanes of a group access ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is often a sum of multiples of the lane's number, the wave's, and values that
// the whole group shares. From two such sums follows whether different lanes may mean
// one element, whenever each of them is computed: a value that changes in a loop has no
// part in any.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_INDEXFORMS_H
#define WAVEDIALECT_ANALYSIS_INDEXFORMS_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::wave {

class UniformityAnalysis;

/// constant + lane * L + wave * W + wave * lane_count * S + thread * T + values of the
/// group, in arithmetic modulo 2^32.
struct IndexForm {
  int64_t constant = 0;
  int64_t lane = 0, wave = 0, waveStart = 0, thread = 0;
  /// Values that are the same for the group as long as it lives, and their factors.
  SmallVector<std::pair<const void *, int64_t>, 2> shared;

  /// Whether this is the number of the lane in its wave and nothing else.
  bool isLaneIndex() const;
  /// Whether the two differ by a constant at most.
  bool isParallelTo(const IndexForm &other) const;
  bool operator==(const IndexForm &other) const {
    return constant == other.constant && isParallelTo(other);
  }
};

class IndexForms {
public:
  /// `uniformity` is of `kernel`, whose helpers are inlined, and outlives this.
  IndexForms(FuncOp kernel, const UniformityAnalysis &uniformity);

  /// The form of an index, none where it has no such form.
  std::optional<IndexForm> get(Value index);

  /// How far the elements of two different lanes of the group are from each other at
  /// least; 0 where they may be one.
  int64_t getSpacing(const IndexForm &form) const;

  /// Whether different lanes may touch one element: one those from `a` on, of which
  /// there are `numA`, the other those from `b` on.
  bool mayMeet(const IndexForm &a, int64_t numA, const IndexForm &b,
               int64_t numB) const;

private:
  std::optional<IndexForm> compute(Value index);
  std::optional<IndexForm> computeProduct(Value a, Value b);
  std::optional<IndexForm> getThread(Operation *op);
  /// Whether the value is the same for the group, and computed once.
  bool isShared(Value value);
  /// The least and the largest value, without what is shared; none if unknown.
  std::optional<std::pair<int64_t, int64_t>>
  getRange(const IndexForm &form) const;

  FuncOp kernel;
  const UniformityAnalysis &uniformity;
  /// Lanes of a wave at least and at most, waves and threads of a group at most.
  int64_t minLanes, maxLanes, maxWaves, maxThreads;
  llvm::DenseMap<Value, std::optional<IndexForm>> forms;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_INDEXFORMS_H
