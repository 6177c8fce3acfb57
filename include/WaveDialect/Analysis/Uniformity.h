//===- Uniformity.h - Which values are the same for a wave or a group -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is uniform when it is equal in all lanes that are active where it is
// *defined*. So a value that merges after a divergent `scf.if`, or is used after a
// loop that lanes leave at different trips, is not uniform although it was inside.
// In a loop, lanes of a wave or a group are compared in the same trip. Lanes that
// return leave the others as uniform as they were.
//
// The analysis is sound: folding, barrier legalization and scalar code stand on it.
// It takes as given what docs/semantics.md leaves undefined otherwise: that lanes which
// are read are active, and that all waves which are left meet at a barrier. It runs on
// kernels whose helpers are inlined, as the first pass of every pipeline has it: a call
// gives anything and may write what it is given.
//
// What is known of memory:
//
// - A load of what nobody writes in the kernel is as uniform as its address.
// - So is one of groupshared memory, where no write of it stands between the barriers
//   around the load: whatever path a lane takes, and in whatever order lanes come. All
//   lanes see what there was at the barrier before. Barriers are those that order
//   groupshared memory and wait for the group; of two constant addresses that are not
//   the same neither disturbs the other.
// - A lane's own array is the same in other lanes where all that is stored there was,
//   at the same addresses, under conditions that were the same since the array is there.
// - Nothing is known of a buffer or an image that the kernel writes: other groups may
//   write it at any time.
//
// What the launch says is used: ranges of numbers (`lane_index / 128` is 0), full waves
// of one size (a count of lanes is the same for all of them), a group of one wave.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_UNIFORMITY_H
#define WAVEDIALECT_ANALYSIS_UNIFORMITY_H

#include "WaveDialect/IR/WaveInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

/// How far a value is the same, and why not farther.
struct Uniformity {
  UniformityStep step = UniformityStep::Group;
  /// Lane, wave or thread numbers and operations across lanes have a part in it.
  bool fromNumbers = false;
  /// Memory that somebody writes, or an address that is not the same, has.
  bool fromMemory = false;
  /// The operation that first made the value differ, for diagnostics.
  Operation *origin = nullptr;

  bool isGroupUniform() const { return step == UniformityStep::Group; }
  bool isWaveUniform() const { return step != UniformityStep::Lane; }

  /// The uniformity of what depends on both.
  Uniformity join(const Uniformity &other) const;
  bool operator==(const Uniformity &other) const;
};

/// Prints `group`, `wave (numbers)`, `lane (numbers, memory)`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Uniformity &value);

/// What decides whether an operation executes: one condition or loop around it.
struct Decision {
  Operation *op;
  Uniformity uniformity;
};

class UniformityAnalysis {
public:
  /// Analyses `function`, a `wave.func`; its helpers should be inlined.
  explicit UniformityAnalysis(Operation *function);

  /// The uniformity of `value`, which belongs to the function.
  Uniformity get(Value value) const;

  /// The conditions and bounds around `op`, innermost first.
  SmallVector<Decision> getDecisions(Operation *op) const;

  /// The join of all decisions around `op`.
  Uniformity getControl(Operation *op) const;

private:
  friend class UniformitySolver;

  Uniformity getDecision(Operation *op) const;

  Operation *function;
  DenseMap<Value, Uniformity> values;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_UNIFORMITY_H
