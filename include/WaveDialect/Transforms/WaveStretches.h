//===- WaveStretches.h - Code between barriers, and the waves that run it ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of `wave-specialize`: the stretches that can be copied, for
// which sets of waves, and the cost of the copies. The second half is
// WaveCopies.h. Each function does one step, so that other passes with other
// cost models can combine them; docs/specialize.md has an example.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H
#define WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H

#include "WaveDialect/Analysis/WaveNumbers.h"

namespace mlir::wave {

class SharedReads;
class UniformityAnalysis;

/// Operations of one block, from `first` to `last`, that all waves of a group
/// execute between two barriers, except waves that returned, and that may be
/// copied for sets of waves.
struct Stretch {
  Operation *first, *last;

  auto getOperations() const {
    return llvm::make_range(first->getIterator(),
                            std::next(last->getIterator()));
  }
  /// The number of operations, including nested ones.
  unsigned countOperations() const;
};

/// Whether `op` is or contains an operation that must not be copied: a barrier
/// of any kind, a step of a pipe, a launch of mesh groups, a call, or a
/// `wave.assume_uniform`.
bool holdsBoundary(Operation *op);

/// Finds all stretches of the kernel with a decision by the wave index, in
/// program order, each from its first decision to its last. Pure operations
/// between decisions that depend on none of them move before the stretch. A
/// stretch excludes values that decide whether and how often a barrier is
/// reached, and group-uniform values that are used elsewhere: they must stay
/// uniform there. `skipped` is called for conditions and loops around barriers
/// that the index decides: they contain no stretch.
SmallVector<Stretch> findStretches(FuncOp kernel, const WaveNumbers &numbers,
                                   const UniformityAnalysis &uniformity,
                                   function_ref<void(Operation *)> skipped);

/// The sets of waves with the same decisions in a stretch. Each wave is in one
/// set.
class WavePartition {
public:
  WavePartition(const Stretch &stretch, const WaveNumbers &numbers);

  /// The sets, ordered by their first waves.
  ArrayRef<WaveSet> getSets() const { return sets; }

  /// Merges the two sets that differ in the fewest decisions.
  void mergeNearest();

private:
  SmallVector<WaveSet> sets;
  /// The decisions of each set, in program order.
  SmallVector<std::string> decisions;
};

/// The cost of copying a stretch for a set of waves.
struct WaveCost {
  /// The number of operations in the copy.
  unsigned operations = 0;
  /// The number of operations that a wave of the set no longer executes,
  /// including decisions, multiplied by the iterations of loops (8 if unknown).
  unsigned saved = 0;
};

WaveCost getCost(const Stretch &stretch, const WaveSet &waves,
                 const WaveNumbers &numbers, const SharedReads &reads);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H
