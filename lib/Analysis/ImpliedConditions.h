//===- ImpliedConditions.h - Conditions that true conditions imply -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_ANALYSIS_IMPLIEDCONDITIONS_H
#define WAVEDIALECT_LIB_ANALYSIS_IMPLIEDCONDITIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {

/// Whether `flag` is true in all lanes with a true `condition`: it is a
/// conjunct of `condition`, or the condition of an `scf.if` that otherwise
/// yields false.
bool isImplied(Value condition, Value flag);

/// Returns the terminator of the side of `ifOp` that lanes took in which all
/// `flags` are true; null if either side is possible. The flags are computed
/// next to `ifOp`, or are its results.
Operation *findTakenSide(scf::IfOp ifOp, ArrayRef<Value> flags);

/// Returns the values that are true on that side: `flags`, and the operands
/// that it yields for flags that are results of `ifOp`.
SmallVector<Value> getFlagsInside(scf::IfOp ifOp, Operation *side,
                                  ArrayRef<Value> flags);

/// Returns the values that lanes which run another iteration of the loop
/// yielded as true at the end of the previous iteration.
SmallVector<Value> getFlagsOfNextTrip(scf::WhileOp loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_IMPLIEDCONDITIONS_H
