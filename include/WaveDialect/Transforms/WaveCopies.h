//===- WaveCopies.h - A copy of a stretch for each set of waves -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of `wave-specialize`: order, clone, fold, sink. WaveStretches.h finds
// what to copy and for whom.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVECOPIES_H
#define WAVEDIALECT_TRANSFORMS_WAVECOPIES_H

#include "WaveDialect/Transforms/WaveStretches.h"

namespace mlir::wave {

/// One link of a chain of conditions on the index: some waves, and how they are told from
/// those of the links behind it.
struct WaveLink {
  enum class Test {
    /// index == first, != first, < first, >= first.
    Equal,
    NotEqual,
    Below,
    From,
    /// index - first < count.
    Range,
    /// A bit for each wave of the set.
    Bits,
    /// The last link: nobody else is left.
    None
  };

  WaveSet waves;
  Test test = Test::None;
  unsigned first = 0, count = 0;

  /// Operations of the test, the branch included.
  unsigned getCost() const;
};

/// Puts sets of waves, to which each wave belongs that gets there, in an order in which
/// the tests are cheap; where that is all the same large sets come first. None where
/// there is no test for one: they are too many, or too scattered.
std::optional<SmallVector<WaveLink>> orderChain(ArrayRef<WaveSet> sets,
                                                const WaveNumbers &numbers);

/// A copy: its waves, and the block that they execute instead.
struct WaveCopy {
  WaveSet waves;
  Block *block;
};

/// Replaces a stretch by a chain of conditions with a copy in each link. Results of the
/// chain take the place of the values that are used behind it, which are numbers or
/// vectors of them; where no wave of a set gets to a use, its copy gives 0. Fails, and
/// changes nothing, where a value of another type is used behind it.
FailureOr<SmallVector<WaveCopy>> cloneForWaves(const Stretch &stretch,
                                               ArrayRef<WaveLink> chain,
                                               const WaveNumbers &numbers);

/// Makes constants of what all of `waves`, who alone execute `block`, know by the index,
/// in branches on the index what those know who take them. Then decided branches go,
/// stores that nobody reads, and what is not used any more. Gives the number of operations
/// that went.
unsigned foldForWaves(Block &block, const WaveSet &waves,
                      const WaveNumbers &numbers, const SharedReads &reads);

/// Moves into a side of `ifOp`, whose condition the index alone decides, what stands before
/// it in its block and is used on that side alone. Gives the number of operations that
/// moved.
unsigned sinkForWaves(Operation *ifOp);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WAVECOPIES_H
