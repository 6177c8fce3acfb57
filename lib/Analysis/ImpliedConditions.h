//===- ImpliedConditions.h - What a true condition says of others -*- C++ -*-===//
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

/// Whether `flag` is true in all lanes that have a true `condition`: it is one part of
/// it, or decides an `scf.if` that gives false otherwise.
bool isImplied(Value condition, Value flag);

/// Which side of `ifOp` the lanes took in which all of `flags` are true: the terminator
/// of that side, or null where either is possible. The flags are computed beside it, or
/// are its results.
Operation *findTakenSide(scf::IfOp ifOp, ArrayRef<Value> flags);

/// What is true on that side: `flags`, and what it yields for those that are results of
/// `ifOp`.
SmallVector<Value> getFlagsInside(scf::IfOp ifOp, Operation *side,
                                  ArrayRef<Value> flags);

/// What the lanes that run another trip of the loop yielded as true at the end of the trip
/// before.
SmallVector<Value> getFlagsOfNextTrip(scf::WhileOp loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_IMPLIEDCONDITIONS_H
