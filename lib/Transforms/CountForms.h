//===- CountForms.h - Alternative forms of votes and counts -----------------===//
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

/// A value, and its replacement.
using Replacement = std::pair<Value, Value>;

/// Replaces a count that is only compared with 0 or with the number of active
/// lanes by votes. Returns the replacements of the comparisons; none if the
/// count has other uses, or would need votes of both kinds.
SmallVector<Replacement> createVotes(OpBuilder &builder, LaneCounts &counts,
                                     CountBitsOp count);

/// If all words of a ballot that cover lanes are used only for their bit
/// counts, replaces them by a count. Otherwise replaces words that cover no
/// lanes by 0.
SmallVector<Replacement>
createCountOfBallot(OpBuilder &builder, LaneCounts &counts, BallotOp ballot);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_COUNTFORMS_H
