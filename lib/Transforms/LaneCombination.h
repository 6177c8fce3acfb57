//===- LaneCombination.h - Reductions and scans by counts -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all lanes combine one value, or some of them one value and the others 0, the
// result is that value and how many lanes have it.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H
#define WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H

#include "LaneCounts.h"

namespace mlir::wave {

/// `value` in the lanes where `predicate` is `holds`, and 0 in the others.
struct LaneChoice {
  Value predicate;
  bool holds;
  /// The same for the wave; none for the numbers 1 and -1.
  Value value;
  bool isNegative;
};

/// A reduction, a scan, or a scan of a partition.
class LaneCombination {
public:
  using Kind = gpu::AllReduceOperation;

  /// None where `op` is something else.
  static std::optional<LaneCombination> get(Operation *op);

  Operation *getOperation() const { return op; }
  Kind getKind() const { return kind; }
  Value getValue() const { return value; }
  bool isFloat() const;

  /// Takes all active lanes for the only class of the partition.
  void dropMask() { mask = Value(); }
  Value getMask() const { return mask; }

  /// What it gives of a value that is the same for the wave, none where counts do not
  /// make it or make it dearer.
  Value createOfUniform(OpBuilder &builder, LaneCounts &counts) const;

  /// What it gives of a choice.
  Value createOfChoice(OpBuilder &builder, const LaneChoice &choice) const;

private:
  Value countLanes(OpBuilder &builder, LaneCounts &counts) const;
  Value countLanes(OpBuilder &builder, Value predicate) const;
  Value isFirst(OpBuilder &builder, LaneCounts &counts) const;
  bool isOddNever(LaneCounts &counts) const;
  Value createUniformProduct(OpBuilder &builder, LaneCounts &counts) const;

  Operation *op = nullptr;
  Kind kind = Kind::ADD;
  Value value;
  bool isScan = false;
  Value mask;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANECOMBINATION_H
