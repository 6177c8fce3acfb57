//===- Expressions.h - How values are computed ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_EXPRESSIONS_H
#define WAVEDIALECT_LIB_LINT_EXPRESSIONS_H

#include "WaveDialect/Analysis/Derivations.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

class LintedKernel;

using ValueTest = llvm::function_ref<bool(Value)>;

/// Whether `value`, or a value from which arithmetic computes it, passes the
/// test.
bool mentions(Value value, ValueTest test);

/// The same for operations.
bool mentionsOperation(Value value, OperationTest test);

/// Whether `value` is computed from a total: through sums, products, conversions, selects and lane reads:
/// operations whose result is still a total if an operand is one.
bool isMadeOfTotal(Value value, OperationTest isTotal);

/// Returns the values whose sum is `value`.
SmallVector<Value> getSummands(Value value);

/// Returns the constant value of an index or integer if it is a power of two.
std::optional<int64_t> getPowerOfTwo(Value value);

/// Returns the value of a constant integer, read as signed.
std::optional<int64_t> getConstant(Value value);

/// Returns the unsigned difference that a maximum with 0 returns unchanged, as in
/// `max(a - b, 0)`; null for other operations.
Value getLimitedDifference(Operation *op);

/// Whether the value seems to be the same for the wave: it is proved to be, or
/// computed from such values and from loads at such addresses.
bool looksWaveUniform(Value value, const LintedKernel &kernel);

/// Returns the condition that an operation counts among the lanes of the wave
/// before this one, or among all lanes; null for other operations.
Value getCountedBefore(Operation *op);
Value getCountedInAll(Operation *op);

/// Whether the operation returns a thread index.
bool isThreadNumber(Operation *op);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_EXPRESSIONS_H
