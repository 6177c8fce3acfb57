//===- CountForms.h - Votes and counts that are written otherwise -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_COUNTFORMS_H
#define WAVEDIALECT_LIB_TRANSFORMS_COUNTFORMS_H

#include "LaneCounts.h"

namespace mlir::wave {

/// A value, and what takes its place.
using Replacement = std::pair<Value, Value>;

/// Makes votes of a count that is only compared with 0 or with the number of active
/// lanes. Gives what replaces the comparisons; nothing where there are other uses, or
/// votes of both kinds.
SmallVector<Replacement> createVotes(OpBuilder &builder, LaneCounts &counts,
                                     CountBitsOp count);

/// Makes a count of a ballot of which only the bits are counted, in all words that hold
/// lanes. Else words that hold no lanes are 0.
SmallVector<Replacement>
createCountOfBallot(OpBuilder &builder, LaneCounts &counts, BallotOp ballot);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_COUNTFORMS_H
