//===- GroupTotals.h - What merged groups combine in one atomic -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group combines what its lanes and its waves have, and executes one atomic for its
// total. Groups that run together have one total: each lane combines its values of all
// groups, and the rest is done once:
//
//     reduce(a) + reduce(b) = reduce(a + b)
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPTOTALS_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPTOTALS_H

#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/Wave.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

/// The operations between the values of lanes and atomics on elements of all groups,
/// and these atomics, whose results are unused.
class GroupTotals {
public:
  /// Analyzes a kernel without calls and early returns, whose groups are neighbors along
  /// `dimension`.
  GroupTotals(FuncOp kernel, gpu::Dimension dimension);
  GroupTotals() = default;

  /// Whether one execution of `op` serves all groups. Of a groupshared array: whether
  /// the groups have one.
  bool contains(Operation *op) const { return kinds.contains(op); }

  /// Emits `op`, one of the operations, once, with what all groups have as its operand.
  void emit(OpBuilder &builder, Operation *op,
            MutableArrayRef<IRMapping> maps) const;

private:
  /// How each of them combines.
  llvm::DenseMap<Operation *, CombiningKind> kinds;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPTOTALS_H
