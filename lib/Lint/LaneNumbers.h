//===- LaneNumbers.h - The value of an expression in one lane ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers computed from lane, wave and thread indices and constants are known
// for each lane; this evaluates them, one lane at a time.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_LANENUMBERS_H
#define WAVEDIALECT_LIB_LINT_LANENUMBERS_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::wave {

class LintedKernel;

/// One lane, and its known indices.
struct LaneNumbers {
  std::optional<int64_t> lane, lanes, wave, waves, thread;
  /// The index of the group, in each dimension.
  std::optional<int64_t> group;
  /// The threads of the group in each dimension.
  std::array<int64_t, 3> extent = {1, 1, 1};
  /// Whether the group is inside of every bound that the kernel compares an index of
  /// the whole launch with, such as the width of an image.
  bool isInside = false;
};

/// Computes values in one lane.
class NumberEvaluator {
public:
  explicit NumberEvaluator(const LaneNumbers &numbers) : numbers(numbers) {}

  /// Returns the integer, read as signed, with i1 as 0 or 1; none if it depends
  /// on anything else.
  std::optional<int64_t> get(Value value);

  /// Sets a value that cannot be computed, such as an induction variable.
  void set(Value value, int64_t number) {
    set(value, IntegerAttr::get(value.getType(), number));
  }
  void set(Value value, Attribute attribute) { known[value] = attribute; }

private:
  Attribute getAttribute(Value value);
  Attribute compute(Value value);
  Attribute compareInside(arith::CmpIOp comparison);
  Attribute getNumber(Operation *op);

  const LaneNumbers &numbers;
  llvm::DenseMap<Value, Attribute> known;
};

/// Whether a lane executes an operation.
enum class Execution { Never, Always, Unknown };

/// Whether the lane executes `op`, by the conditions around it and the returns
/// before it. Conditions that are the same for the group count as decided in
/// its favor. `known` are loops around it in which `lane` is in an iteration that it
/// executes.
Execution getExecution(Operation *op, NumberEvaluator &lane,
                       const LintedKernel &kernel,
                       ArrayRef<Operation *> known = {});

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_LANENUMBERS_H
