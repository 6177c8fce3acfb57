//===- WaveStretches.h - Code between barriers, and what its waves do -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of `wave-specialize`: where copies may be, for which waves, and what
// they would cost. The second half is WaveCopies.h. Each piece does one thing, so that
// another pass, with another idea of what pays, is made of the same ones; docs/specialize.md
// has an example.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H
#define WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H

#include "WaveDialect/Analysis/WaveNumbers.h"

namespace mlir::wave {

class SharedReads;
class UniformityAnalysis;

/// Operations of one block, from `first` to `last`, which all waves of a group execute
/// between two barriers, but those that returned, and which may be copied for sets of
/// them.
struct Stretch {
  Operation *first, *last;

  auto getOperations() const {
    return llvm::make_range(first->getIterator(),
                            std::next(last->getIterator()));
  }
  /// How many there are, nested ones included.
  unsigned countOperations() const;
};

/// Whether `op` is, or holds, what no copy may hold: a barrier of any kind, a launch of
/// mesh groups, a call, the programmer's word that all waves have the same value.
bool holdsBoundary(Operation *op);

/// All stretches of the kernel that hold a decision of the index, in program order, each
/// from its first decision to its last. Pure operations between decisions that need
/// nothing from there move before them. In no stretch are values that decide whether and
/// how often a barrier is reached, nor what is the same for the group and used elsewhere:
/// there it has to stay the same. `skipped` is told of conditions and loops around
/// barriers that the index decides: they hold no stretch.
SmallVector<Stretch> findStretches(FuncOp kernel, const WaveNumbers &numbers,
                                   const UniformityAnalysis &uniformity,
                                   function_ref<void(Operation *)> skipped);

/// The sets of waves that decide alike in a stretch. Each wave is in one of them.
class WavePartition {
public:
  WavePartition(const Stretch &stretch, const WaveNumbers &numbers);

  /// By their first waves.
  ArrayRef<WaveSet> getSets() const { return sets; }

  /// Makes one set of those two that differ in the fewest decisions.
  void mergeNearest();

private:
  SmallVector<WaveSet> sets;
  /// Of each set what it decides, in the order of the decisions.
  SmallVector<std::string> decisions;
};

/// What a copy of a stretch for some waves would be.
struct WaveCost {
  /// Operations that it would hold.
  unsigned operations = 0;
  /// Operations that a wave of the set need not execute any more, decisions included, in
  /// a loop once for each trip (8 if unknown).
  unsigned saved = 0;
};

WaveCost getCost(const Stretch &stretch, const WaveSet &waves,
                 const WaveNumbers &numbers, const SharedReads &reads);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WAVESTRETCHES_H
