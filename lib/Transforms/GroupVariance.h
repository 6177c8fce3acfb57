//===- GroupVariance.h - Values that depend on the group --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values may differ between two groups that are neighbors in one dimension
// of a dispatch, in the wave and the lane of the same index: those that depend on
// the group's index, on memory that the kernel writes, and on their own arrays.
// The others are equal wherever both groups execute the same operation with the
// same lanes. The analysis can also tell which values may differ between the lanes of
// a wave.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPVARIANCE_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPVARIANCE_H

#include "WaveDialect/Transforms/LoadingSlice.h"

namespace mlir::wave {

class GroupTotals;

class GroupVariance {
public:
  /// Analyzes a kernel without calls and early returns. If `ofLanes`, lanes count as
  /// groups do: "differs" then means between any lanes of both groups that are in
  /// waves of the same index. The operations of `totals` are done once for all groups.
  GroupVariance(FuncOp kernel, gpu::Dimension dimension, bool ofLanes = false,
                const GroupTotals *totals = nullptr);

  /// Whether groups may have different values.
  bool differs(Value value) const { return differing.contains(value); }

  /// Whether one execution of `op`, which has no regions, serves all groups that
  /// reach it together: it has no effects, and its operands do not differ.
  bool isShared(Operation *op) const;

  /// Whether all groups that reach `op`, an scf.if, scf.for or scf.while, take
  /// the same branch, or execute the same iterations.
  bool hasSameFlow(Operation *op) const;

private:
  void visit(Operation *op);
  /// Marks `value` if groups have different values of `source`.
  void flow(Value source, Value value);
  void mark(Value value);
  void markAll(Operation *op);

  UnwrittenMemory memory;
  gpu::Dimension dimension;
  bool ofLanes;
  const GroupTotals *totals;
  DenseSet<Value> differing;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPVARIANCE_H
