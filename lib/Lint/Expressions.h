//===- Expressions.h - How values are made -------------------- -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_EXPRESSIONS_H
#define WAVEDIALECT_LIB_LINT_EXPRESSIONS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

class LintedKernel;

using OperationTest = llvm::function_ref<bool(Operation *)>;
using ValueTest = llvm::function_ref<bool(Value)>;

/// Whether arithmetic makes `value` of something that passes the test, `value` included.
bool mentions(Value value, ValueTest test);

/// The same for operations.
bool mentionsOperation(Value value, OperationTest test);

/// Whether `value` is made of a result that passes the test: through operations for which
/// `goesOn` says so, and through what conditions and loops carry; not through memory.
bool derivesFrom(Value value, OperationTest test, OperationTest goesOn);

/// The same through sums and multiples, conversions and choices, and reads of lanes: what
/// is still a total when the result was one.
bool isMadeOfTotal(Value value, OperationTest isTotal);

/// Whether two values are made alike of the same values; loads of one element count as
/// the same.
bool areSameExpressions(Value a, Value b);

/// The values of which `value` is the sum.
SmallVector<Value> getSummands(Value value);

/// Whether the value of an index or a number is a power of two, and which.
std::optional<int64_t> getPowerOfTwo(Value value);

/// The constant that an integer is, read as signed.
std::optional<int64_t> getConstant(Value value);

/// Whether the value seems to be the same for the wave: it is proved to be, or made of
/// what is and of loads at addresses that are.
bool looksWaveUniform(Value value, const LintedKernel &kernel);

/// The condition that an operation counts among the lanes of the wave before this one, or
/// among all of them; null where it counts none.
Value getCountedBefore(Operation *op);
Value getCountedInAll(Operation *op);

/// Whether it is a number of a thread.
bool isThreadNumber(Operation *op);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_EXPRESSIONS_H
