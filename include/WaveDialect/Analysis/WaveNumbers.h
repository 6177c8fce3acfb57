//===- WaveNumbers.h - Values that the wave index determines ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is computed from `group_wave_index` and constants alone is a
// constant for each wave of a group. Such values decide which wave executes
// which code.
//
// Queries cache nothing, so the kernel may change between them, as long as no
// new comparison of the index has a larger constant.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_WAVENUMBERS_H
#define WAVEDIALECT_ANALYSIS_WAVENUMBERS_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::wave {

/// A set of waves of a group: bit i is wave i.
using WaveSet = llvm::SmallBitVector;

/// Describes the set: "0", "1 to 3", "0, 2", or "4 and up" if `open` (see
/// isOpen).
std::string describe(const WaveSet &waves, bool open);

class WaveNumbers {
public:
  /// Enough operations for a condition on a set of all waves of a group, which
  /// takes some hundreds.
  static constexpr unsigned kExhaustive = 1 << 14;

  /// `kernel` must have its helpers inlined, and must outlive this object. A
  /// query that visits more than `mostVisited` operations gives up, as if the
  /// wave index did not determine the value.
  explicit WaveNumbers(FuncOp kernel, unsigned mostVisited = 64);

  /// The number of waves that are distinguished: X under `num_waves(X)`, else
  /// as many as comparisons of the index with constants distinguish.
  unsigned size() const { return numWaves; }

  /// Whether the last wave represents all waves from its index on.
  bool isOpen() const { return open; }

  WaveSet getAll() const { return WaveSet(numWaves, true); }

  /// Returns the value of an integer, index or boolean in that wave; null if
  /// the wave index does not determine it.
  TypedAttr get(Value value, unsigned wave) const;

  /// Returns the value in all of these waves; null if they have no common one.
  TypedAttr get(Value value, const WaveSet &waves) const;

  /// Returns those of `waves`, which reach the operation, that may enter this
  /// region of an `scf.if`, judging by the wave index.
  WaveSet getEntering(Region &region, const WaveSet &waves) const;

  /// Returns the waves that may reach `op`, judging by the wave index.
  WaveSet getReaching(Operation *op) const;

  /// Whether `op` is an `scf.if` whose condition depends on the wave index
  /// alone and differs between the waves that reach it.
  bool isDecision(Operation *op) const;

private:
  TypedAttr get(Value value, unsigned wave, unsigned &budget) const;

  unsigned mostVisited;
  unsigned numWaves;
  bool open;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_WAVENUMBERS_H
