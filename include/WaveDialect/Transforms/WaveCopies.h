//===- WaveCopies.h - Copies of a stretch for sets of waves -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of `wave-specialize`: order, clone, fold, sink.
// WaveStretches.h finds the stretches to copy and the sets of waves.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVECOPIES_H
#define WAVEDIALECT_TRANSFORMS_WAVECOPIES_H

#include "WaveDialect/Transforms/WaveStretches.h"

namespace mlir::wave {

/// One link of a chain of conditions on the wave index: a set of waves, and the
/// test that separates it from the later links.
struct WaveLink {
  enum class Test {
    /// index == first, != first, < first, >= first.
    Equal,
    NotEqual,
    Below,
    From,
    /// index - first < count.
    Range,
    /// The wave's bit in a constant mask is set.
    Bits,
    /// The last link: all remaining waves.
    None
  };

  WaveSet waves;
  Test test = Test::None;
  unsigned first = 0, count = 0;

  /// The number of operations of the test, including the branch.
  unsigned getCost() const;
};

/// Orders sets that cover all waves that reach the chain, so that the tests are
/// cheap; among equal costs, large sets are first. None if a set has no test,
/// because its waves are too many or too scattered.
std::optional<SmallVector<WaveLink>> orderChain(ArrayRef<WaveSet> sets,
                                                const WaveNumbers &numbers);

/// A copy: its waves, and the block that they execute instead of the stretch.
struct WaveCopy {
  WaveSet waves;
  Block *block;
};

/// Replaces a stretch by a chain of conditions with a copy in each link. The
/// results of the chain replace the values that are used after it, which must
/// be scalars or vectors; a copy yields 0 for a value if no wave of its set
/// reaches a use. Fails without changes if a value of another type is used
/// after the stretch.
FailureOr<SmallVector<WaveCopy>> cloneForWaves(const Stretch &stretch,
                                               ArrayRef<WaveLink> chain,
                                               const WaveNumbers &numbers);

/// Folds values in `block`, which only `waves` execute, that are determined by
/// their indices, and in branches on the index also those that the waves there
/// determine. Then removes decided branches, stores that are never read, and
/// unused operations. Returns the number of removed operations.
unsigned foldForWaves(Block &block, const WaveSet &waves,
                      const WaveNumbers &numbers, const SharedReads &reads);

/// Moves operations before `ifOp` in its block into the one region that uses
/// them, where the condition of `ifOp` depends on the wave index alone. Returns
/// the number of moved operations.
unsigned sinkForWaves(Operation *ifOp);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WAVECOPIES_H
