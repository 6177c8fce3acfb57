//===- LaneNumbers.h - What a value is in one lane ------------ -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers made of a lane's, a wave's and a thread's own and of constants are known in
// each lane: they are computed here, for one lane at a time.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_LANENUMBERS_H
#define WAVEDIALECT_LIB_LINT_LANENUMBERS_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::wave {

class LintedKernel;

/// One lane, and what is known of it.
struct LaneNumbers {
  std::optional<int64_t> lane, lanes, wave, waves, thread;
  /// The number of the group, in each dimension.
  std::optional<int64_t> group;
  /// The threads of the group in each dimension.
  std::array<int64_t, 3> extent = {1, 1, 1};
};

/// Computes values in one lane.
class NumberEvaluator {
public:
  explicit NumberEvaluator(const LaneNumbers &numbers) : numbers(numbers) {}

  /// The integer, i1 as 0 or 1; none where it depends on anything else. Read as signed.
  std::optional<int64_t> get(Value value);

  /// Says what a value is that cannot be computed, such as the number of a loop's trip.
  void set(Value value, int64_t number) {
    set(value, IntegerAttr::get(value.getType(), number));
  }
  void set(Value value, Attribute attribute) { known[value] = attribute; }

private:
  Attribute compute(Value value);
  Attribute getNumber(Operation *op);

  const LaneNumbers &numbers;
  llvm::DenseMap<Value, Attribute> known;
};

/// Whether a lane executes an operation.
enum class Execution { Never, Always, Unknown };

/// Whether the lane executes `op`, by the conditions around it and the returns before it.
/// What all lanes of the group decide alike counts as decided in its favour.
Execution getExecution(Operation *op, NumberEvaluator &lane,
                       const LintedKernel &kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_LANENUMBERS_H
