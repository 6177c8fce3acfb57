//===- UniformSlice.h - What retired lanes must still compute ---------------===//
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

/// Whether `op` is, or holds, a barrier at which the waves of the group meet, or their
/// launch of mesh groups.
bool holdsGroupBarrier(Operation *op);

/// The operations from which the conditions and bounds of all regions that hold a
/// group barrier are computed, loop-carried values included, and the numbers of mesh
/// groups. Lanes that retired execute them too, so that they can follow the others to
/// the barriers.
class UniformSlice {
public:
  UniformSlice(FuncOp kernel, UniformityAnalysis uniformity);

  bool contains(Operation *op) const { return slice.contains(op); }

  /// Whether some results of `op` are needed, though perhaps not all that it does.
  bool isPartOf(scf::IfOp op) const { return partial.contains(op); }

  /// Gives retired lanes what they need of `op` and nothing else: an `scf.if` before
  /// it, on the same condition, which computes the needed results alone. They replace
  /// those of `op`. Reports rule `barrier-condition` where that cannot be.
  LogicalResult split(scf::IfOp op) const;

  /// Whether lanes that retired can execute `op`.
  bool isExecutable(Operation *op) const;

  /// Reports rule `barrier-condition` unless lanes that retired can execute `op`: it
  /// may be executed speculatively, or it loads shared memory at an address that is
  /// the same for the group.
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
