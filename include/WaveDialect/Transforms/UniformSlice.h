//===- UniformSlice.h - Computations that retired lanes must repeat ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_UNIFORMSLICE_H
#define WAVEDIALECT_TRANSFORMS_UNIFORMSLICE_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave {

/// Whether `op` is or contains a barrier at which the waves of the group meet,
/// or their launch of mesh groups.
bool holdsGroupBarrier(Operation *op);

/// The operations that compute the conditions and bounds of all regions with a
/// group barrier, including loop-carried values, and the counts of mesh groups.
/// Retired lanes execute them as well, so that they reach the same barriers as
/// the other lanes.
class UniformSlice {
public:
  UniformSlice(FuncOp kernel, UniformityAnalysis uniformity);

  bool contains(Operation *op) const { return slice.contains(op); }

  /// Whether the slice needs some results of `op`, though perhaps not all of
  /// its operations.
  bool isPartOf(scf::IfOp op) const { return partial.contains(op); }

  /// Computes for retired lanes only those results of `op` that they need, in
  /// an `scf.if` with the same condition before `op`. The new results replace
  /// those of `op`. Reports rule `barrier-condition` if this is impossible.
  LogicalResult split(scf::IfOp op) const;

  /// Whether retired lanes can execute `op`.
  bool isExecutable(Operation *op) const;

  /// Reports rule `barrier-condition` unless retired lanes can execute `op`: it
  /// may be executed speculatively, or it loads shared memory at an address
  /// that is uniform for the group.
  LogicalResult verifyExecutable(Operation *op) const;

  /// Reports rule `barrier-condition` at `op`.
  LogicalResult emitCondition(Operation *op) const;

private:
  void addDecision(Operation *regionOp);
  void add(Value value);
  FailureOr<scf::IfOp> cloneNeeded(OpBuilder &builder, scf::IfOp op,
                                   IRMapping &mapping, bool &written) const;

  UniformityAnalysis uniformity;
  llvm::DenseSet<Value> seen;
  llvm::DenseSet<Operation *> slice, partial;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_UNIFORMSLICE_H
