//===- LaneCounts.h - Counts of lanes in the place of their values ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lanes combine is often known but for how many of them there are. A count is one
// ballot and one bit count on every machine, and none where all lanes are active.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H
#define WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Builders.h"

namespace mlir::wave {

/// Builds values in the place of one operation, before which it stands.
class LaneCounts {
public:
  LaneCounts(FuncOp kernel, const ActiveLanes &lanes)
      : kernel(kernel), lanes(lanes) {}

  /// The lanes of every wave of the kernel, where it is one number.
  std::optional<int32_t> getFixedWaveSize();

  /// How many words of a mask may hold lanes.
  int64_t getNumWords();

  bool isWholeWave(Operation *op) const { return lanes.isWholeWave(op); }

  /// How many lanes are active at `op`.
  Value countActive(OpBuilder &builder, Operation *op);

  /// How many of them are before this one.
  Value countActiveBefore(OpBuilder &builder, Operation *op);

  /// Whether `value` is the number of lanes that are active at `op`.
  bool isActiveCount(Value value, Operation *op);

  /// Tells of a count of active lanes that is there already.
  void add(Operation *count) { known.push_back(count); }

private:
  template <typename CountOp>
  Value getOrCreate(OpBuilder &builder, Operation *op);

  FuncOp kernel;
  const ActiveLanes &lanes;
  /// Counts of all active lanes, which others can take where the lanes are the same.
  SmallVector<Operation *> known;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANECOUNTS_H
