//===- LaneCounts.h - Counts of active lanes --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The combined value of the lanes often depends only on their number. A count
// is one ballot and one bit count on every device, and a constant if all lanes
// are active.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H
#define WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Builders.h"

namespace mlir::wave {

/// Builds replacements for one operation, directly before it.
class LaneCounts {
public:
  LaneCounts(FuncOp kernel, const ActiveLanes &lanes)
      : kernel(kernel), lanes(lanes) {}

  /// The size of every wave of the kernel, if there is only one.
  std::optional<int32_t> getFixedWaveSize();

  /// The number of words of a mask that may cover lanes.
  int64_t getNumWords();

  bool isWholeWave(Operation *op) const { return lanes.isWholeWave(op); }

  /// Returns the number of lanes that are active at `op`.
  Value countActive(OpBuilder &builder, Operation *op);

  /// Returns the number of active lanes before this one.
  Value countActiveBefore(OpBuilder &builder, Operation *op);

  /// Whether `value` is the number of lanes that are active at `op`.
  bool isActiveCount(Value value, Operation *op);

  /// Registers an existing count of active lanes.
  void add(Operation *count) { known.push_back(count); }

private:
  template <typename CountOp>
  Value getOrCreate(OpBuilder &builder, Operation *op);

  FuncOp kernel;
  const ActiveLanes &lanes;
  /// Counts of all active lanes, for reuse where the active lanes are the same.
  SmallVector<Operation *> known;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H
