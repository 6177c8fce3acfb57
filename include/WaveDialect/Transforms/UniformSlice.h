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
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {

/// Whether `op` is, or holds, a barrier at which the waves of the group meet.
bool holdsGroupBarrier(Operation *op);

/// The operations from which the conditions and bounds of all regions that hold a
/// group barrier are computed, loop-carried values included. Lanes that retired
/// execute them too, so that they can follow the others to the barriers.
class UniformSlice {
public:
  UniformSlice(FuncOp kernel, const UniformityAnalysis &uniformity);

  bool contains(Operation *op) const { return slice.contains(op); }

  /// Reports rule `barrier-condition` unless lanes that retired can execute `op`: it
  /// may be executed speculatively, or it loads shared memory at an address that is
  /// the same for the group.
  LogicalResult verifyExecutable(Operation *op) const;

private:
  void addDecision(Operation *regionOp);
  void add(Value value);
  bool isExecutable(Operation *op) const;

  const UniformityAnalysis &uniformity;
  llvm::DenseSet<Value> seen;
  llvm::SetVector<Operation *> slice;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_UNIFORMSLICE_H
