//===- PipeCounts.h - Steps of waves that run in lockstep -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_PIPECOUNTS_H
#define WAVEDIALECT_LIB_TRANSFORMS_PIPECOUNTS_H

#include "WaveDialect/Analysis/WaveNumbers.h"

namespace mlir::wave {

/// The steps that the waves of each role have executed at one pipe. A role is a
/// set of waves that take the same branches. The counts begin at a use whose
/// stage is known, the base: at the head of a loop they are the same in each
/// iteration.
class PipeCounts {
public:
  PipeCounts(PipeOp pipe, ArrayRef<WaveSet> roles);

  PipeOp getPipe() const { return pipe; }
  int getStages() const { return stages; }
  bool isInUse(unsigned role) const { return uses[role].side != Side::None; }

  /// Whether the next `acquire` or `wait` of the role need not wait. With
  /// `afterBarrier`, a barrier of the group would come before it.
  bool canEnter(unsigned role, bool afterBarrier = false) const;
  /// Counts an `acquire` or `wait`; returns the use, counted from the base.
  int enter(unsigned role) { return uses[role].entered++; }
  /// Counts a `commit` or `release`; fails if the role has no open use.
  LogicalResult leave(unsigned role);
  /// All waves have met at a barrier that orders all memory.
  void meet();

  /// Returns the number of uses by which each role advanced since `begin`; none
  /// if the roles differ.
  std::optional<int> getAdvance(const PipeCounts &begin) const;
  /// Moves the base forward.
  void rebase(int uses);
  /// Keeps what is known at the end of both paths; returns whether anything
  /// changed. The paths have the same counts.
  bool join(const PipeCounts &other);

private:
  enum class Side { None, Producer, Consumer };
  struct Uses {
    Side side = Side::None;
    int entered = 0, left = 0;
    /// Those left before the last barrier.
    int ordered = 0;
  };

  PipeOp pipe;
  int stages;
  /// One for each role.
  SmallVector<Uses, 4> uses;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_PIPECOUNTS_H
