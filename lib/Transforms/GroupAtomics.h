//===- GroupAtomics.h - One atomic for merged groups ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which atomics of merged groups become one, on an element that all of them use.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPATOMICS_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPATOMICS_H

#include "GroupVariance.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {

/// Whether one atomic may replace `atomic` of all groups, where they reach it together.
/// Sums of floats would round differently.
bool isMergeable(AtomicRMWOp atomic, const GroupVariance &variance);

/// Returns the atomic that begins the branch of `ifOp`, up to pure operations on which
/// it depends, if one may replace it although groups decide apart; null if there is none.
AtomicRMWOp findMergeable(scf::IfOp ifOp, const GroupVariance &variance);

/// Whether the branch has, besides `except`, loads worth having in flight for all groups
/// at once, or a barrier to merge.
bool isWorthATest(scf::IfOp ifOp, Operation *except = nullptr);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPATOMICS_H
