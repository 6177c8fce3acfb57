//===- UnorderedAccesses.h - Data that waves exchange without order -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds pairs of accesses by which waves of a group exchange data although no barrier
// orders them. Only what is certain is found: two different waves, or threads, access
// one element, one of them writes it, and on some way no barrier orders the two.
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
  /// The barriers of the kernel that would order the two if they ordered this memory and
  /// waited for the group; none where there are no such barriers.
  SmallVector<BarrierOp, 1> weak;
};

/// The pairs in the order of their writes. Of buffers only those with weak barriers.
SmallVector<UnorderedPair> findUnorderedPairs(LintedKernel &kernel,
                                              ExchangeMemory memory);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_UNORDEREDACCESSES_H
