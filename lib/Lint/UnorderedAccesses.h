//===- UnorderedAccesses.h - Unordered data exchange ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds pairs of accesses by which waves of a group exchange data although no
// barrier orders them. Reports only certain cases: two different waves, or
// threads, access one element, one of them writes it, and on some path no
// barrier orders the two accesses.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_UNORDEREDACCESSES_H
#define WAVEDIALECT_LIB_LINT_UNORDEREDACCESSES_H

#include "WaveDialect/Analysis/BarrierIntervals.h"

namespace mlir::wave {

class LintedKernel;

/// A plain write, and a read or an atomic of another wave.
struct UnorderedPair {
  Operation *write, *other;
  /// The barriers of the kernel that would order the two if they ordered this
  /// memory and waited for the group; empty if there are none.
  SmallVector<BarrierOp, 1> weak;
  /// The loop around both if they meet only in different iterations of it.
  Operation *acrossTrips = nullptr;
  /// Whether data decides whether they meet.
  bool dependsOnData = false;
};

/// Returns the pairs in the order of their writes; for buffers, only pairs with
/// weak barriers.
SmallVector<UnorderedPair> findUnorderedPairs(LintedKernel &kernel,
                                              ExchangeMemory memory);

/// Whether a path without a barrier leads from one operation to the other, or waves may be
/// on different sides of a condition around both.
bool areOnOnePath(Operation *a, Operation *b, const LintedKernel &kernel,
                  ExchangeMemory memory);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_UNORDEREDACCESSES_H
