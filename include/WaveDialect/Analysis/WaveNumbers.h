//===- WaveNumbers.h - What each wave of a group knows by its index ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is computed from `group_wave_index` and constants alone is a number for
// each wave of a group. Such values decide which wave does what.
//
// Nothing is kept between two questions, so that the kernel may change meanwhile, as long
// as no comparison of the index with a larger constant comes.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_WAVENUMBERS_H
#define WAVEDIALECT_ANALYSIS_WAVENUMBERS_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::wave {

/// Some waves of a group: a bit for each, at its index.
using WaveSet = llvm::SmallBitVector;

/// The set in words: "0", "1 to 3", "0, 2", "4 and up" where `open`, see below.
std::string describe(const WaveSet &waves, bool open);

class WaveNumbers {
public:
  /// `kernel` has its helpers inlined, and outlives this.
  explicit WaveNumbers(FuncOp kernel);

  /// The waves of a group that are told apart: X under `num_waves(X)`, else as many as
  /// comparisons of the index with constants tell apart.
  unsigned size() const { return numWaves; }

  /// Whether the last of them stands for all waves from its index on.
  bool isOpen() const { return open; }

  WaveSet getAll() const { return WaveSet(numWaves, true); }

  /// The number that an integer, index or boolean is in that wave, null where the index
  /// does not decide it.
  TypedAttr get(Value value, unsigned wave) const;

  /// The number that it is in all of these waves, null where there is none.
  TypedAttr get(Value value, const WaveSet &waves) const;

  /// The waves, of those given, that enter that region of an `scf.if` as far as the index
  /// decides it, if they get to the operation.
  WaveSet getEntering(Region &region, const WaveSet &waves) const;

  /// The waves that get to `op`, as far as the index decides it.
  WaveSet getReaching(Operation *op) const;

  /// Whether `op` is an `scf.if` that the index alone decides, and not for all waves that
  /// get there alike.
  bool isDecision(Operation *op) const;

private:
  TypedAttr get(Value value, unsigned wave, unsigned &budget) const;

  unsigned numWaves;
  bool open;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_WAVENUMBERS_H
