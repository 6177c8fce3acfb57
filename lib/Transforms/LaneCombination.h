//===- LaneCombination.h - Reductions and scans by counts -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all lanes combine the same value, or some lanes one value and the other
// lanes 0, the result follows from that value and the number of lanes that have
// it.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H
#define WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H

#include "LaneCounts.h"

namespace mlir::wave {

/// `value` in lanes whose `predicate` equals `holds`, and 0 in the other lanes.
struct LaneChoice {
  Value predicate;
  bool holds;
  /// The value, uniform for the wave; null for the constants 1 and -1.
  Value value;
  bool isNegative;
};

/// A reduction of the wave or of clusters, a scan, or a scan of a partition.
class LaneCombination {
public:
  using Kind = gpu::AllReduceOperation;

  /// Returns none if `op` is another operation.
  static std::optional<LaneCombination> get(Operation *op);

  Operation *getOperation() const { return op; }
  Kind getKind() const { return kind; }
  Value getValue() const { return value; }
  bool isFloat() const;

  /// Treats all active lanes as the only class of the partition.
  void dropMask() { mask = Value(); }
  Value getMask() const { return mask; }

  /// Whether the lane combines the lanes of its cluster only. A cluster that
  /// holds every wave is the wave.
  bool isOfCluster() const { return clusterSize.has_value(); }

  /// Computes the result for a value that is uniform for the wave; null if
  /// counts cannot express it or would be slower. No operation counts the
  /// active lanes of a cluster.
  Value createOfUniform(OpBuilder &builder, LaneCounts &counts) const;

  /// Tells why `createOfUniform` has no result.
  StringRef getReasonAgainst(LaneCounts &counts) const;

  /// Computes the result for a choice.
  Value createOfChoice(OpBuilder &builder, const LaneChoice &choice) const;

private:
  bool canCountLanes(LaneCounts &counts) const;
  Value countLanes(OpBuilder &builder, LaneCounts &counts) const;
  Value countLanes(OpBuilder &builder, Value predicate) const;
  Value isFirst(OpBuilder &builder, LaneCounts &counts) const;
  bool isOddNever(LaneCounts &counts) const;
  Value createUniformProduct(OpBuilder &builder, LaneCounts &counts) const;

  Operation *op = nullptr;
  Kind kind = Kind::ADD;
  Value value;
  bool isScan = false;
  Value mask;
  std::optional<int32_t> clusterSize;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H
