//===- Uniformity.h - The uniformity of values ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is uniform if it is equal in all lanes that are active where it is
// *defined*. Therefore a value that merges after a divergent `scf.if`, or that
// is used after a loop that lanes leave in different iterations, is not uniform
// even if it was inside.
//
// In a loop, the lanes of a wave or a group are compared in the same iteration.
// Returning lanes do not affect the uniformity of the others.
//
// The analysis is sound: folding, barrier legalization and scalar code
// generation rely on it. It assumes that the program avoids what
// docs/semantics.md leaves undefined: lanes that are read are active, and all
// remaining waves meet at a barrier. It expects kernels whose helpers are
// inlined, which the first pass of every pipeline ensures: the result of a call
// may be anything, and a call may write its operands.
//
// Memory:
//
// - A load from memory that the kernel never writes is as uniform as its
//   address.
// - The same holds for a load from groupshared memory without a write between
//   the barriers around the load, for all paths of lanes and all orders of
//   lanes: all lanes read the contents at the barrier before. Only barriers
//   count that order groupshared memory and wait for the group. Accesses at
//   different constant addresses do not affect each other.
// - A lane's own array has the same contents in other lanes if all values
//   stored to it are uniform, at uniform addresses, under conditions that are
//   uniform since its allocation.
// - The contents of a buffer or an image that the kernel writes are unknown:
//   other groups may write it at any time.
//
// The analysis uses the launch: ranges of values (`lane_index / 128` is 0),
// full waves of one size (all of them have the same number of lanes), and
// groups of one wave.
//
// Machines have operations that a few consecutive waves of a group execute together. For
// these, the waves i * n to i * n + n - 1 can take the place of the group: what then is
// group-uniform is the same in all lanes of these n waves. The wave index may decide it,
// and the stages of a pipe are the same in waves that take the same steps.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_UNIFORMITY_H
#define WAVEDIALECT_ANALYSIS_UNIFORMITY_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

/// How uniform a value is, and why it is not more uniform.
struct Uniformity {
  UniformityStep step = UniformityStep::Group;
  /// Whether lane, wave or thread indices or operations across lanes contribute
  /// to it.
  bool fromNumbers = false;
  /// Whether written memory, or a divergent address, contributes to it.
  bool fromMemory = false;
  /// The operation that first made the value differ, for diagnostics.
  Operation *origin = nullptr;
  /// Whether the number of lanes contributes to it, which is only different in
  /// waves of different sizes.
  bool fromWaveSize = false;

  bool isGroupUniform() const { return step == UniformityStep::Group; }
  bool isWaveUniform() const { return step != UniformityStep::Lane; }
  /// Whether it is group-uniform if all waves of the group have one size.
  bool isOfWaveSizeOnly() const {
    return fromWaveSize && !fromNumbers && !fromMemory;
  }

  /// The uniformity of a value that depends on both.
  Uniformity join(const Uniformity &other) const;
  bool operator==(const Uniformity &other) const;
};

/// Prints `group`, `wave (numbers)`, `lane (numbers, memory)`, `wave (wave size)`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Uniformity &value);

/// A condition or loop around an operation, which decides whether it executes.
struct Decision {
  Operation *op;
  Uniformity uniformity;
};

class UniformityAnalysis {
public:
  /// Analyzes `function`, a `wave.func`; its helpers should be inlined.
  explicit UniformityAnalysis(Operation *function);

  /// The same, where `waves` consecutive waves take the place of the group.
  UniformityAnalysis(FuncOp kernel, unsigned waves);

  /// The uniformity of `value`, which must belong to the function.
  Uniformity get(Value value) const;

  /// The conditions and bounds around `op`, innermost first.
  SmallVector<Decision> getDecisions(Operation *op) const;

  /// The join of all decisions around `op`.
  Uniformity getControl(Operation *op) const;

private:
  friend class UniformitySolver;

  Uniformity getDecision(Operation *op) const;

  Operation *function;
  /// The consecutive waves that take the place of the group; 0 if it is the group.
  unsigned waves = 0;
  DenseMap<Value, Uniformity> values;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_UNIFORMITY_H
