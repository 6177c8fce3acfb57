//===- LoopTrips.h - The iterations of a loop in one lane -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane knows the induction variable and the carried values of an iteration if it
// knows those of the first one, as in a loop that doubles a distance or swaps two
// buffers.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_LOOPTRIPS_H
#define WAVEDIALECT_LIB_LINT_LOOPTRIPS_H

#include "LaneNumbers.h"

namespace mlir::wave {

/// The iterations that are evaluated of a loop, and of all loops around an operation.
inline constexpr int64_t kMostTrips = 32, kMostTripsOfNest = 64;

/// The values that an iteration sets.
using TripValues = SmallVector<std::pair<Value, int64_t>, 4>;

struct LoopTrips {
  SmallVector<TripValues> trips;
  /// Whether the last of them is the last iteration of the loop.
  bool endsKnown = false;
};

/// Returns an evaluator that knows these values.
NumberEvaluator getEvaluator(const LaneNumbers &numbers,
                             ArrayRef<std::pair<Value, int64_t>> values);

/// Returns the first iterations of a `for` or a `while` in a lane that knows the values of
/// the loops around it. A bound that is unknown but the same for the group allows a few
/// iterations. `ofCondition` counts the evaluation of the condition of a `while` that ends
/// it, too.
LoopTrips getLoopTrips(Operation *loop, bool ofCondition,
                       const LaneNumbers &numbers,
                       ArrayRef<std::pair<Value, int64_t>> around,
                       const LintedKernel &kernel);

/// Whether all lanes certainly execute the body of a loop.
bool entersLoop(Operation *loop, ArrayRef<LaneNumbers> lanes);

/// Whether a value is computed from what the loop changes, other than from memory.
bool isOfLoop(Value value, Operation *loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_LOOPTRIPS_H
