//===- Derivations.h - How values are computed ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_DERIVATIONS_H
#define WAVEDIALECT_ANALYSIS_DERIVATIONS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

using OperationTest = llvm::function_ref<bool(Operation *)>;

/// Whether the operation computes scalars or vectors from its operands alone.
bool isArithmetic(Operation *op);

/// Returns the possible values of a result of control flow or of a loop-carried
/// value; none for other values.
SmallVector<Value> getCarriedValues(Value value);

/// Whether `value` is computed from a result that passes the test: through
/// operations for which `goesOn` is true, and through results of conditions and
/// loop-carried values; not through memory.
bool derivesFrom(Value value, OperationTest test, OperationTest goesOn);

/// Whether two values are computed alike from the same values; loads of one
/// element count as the same.
bool areSameExpressions(Value a, Value b);

/// Returns a load from which `store` computes the new value of the same
/// element, as in `x[i] = x[i] + 1`; null if there is none. Atomics neither
/// count as loads nor as stores.
Operation *findUpdatedLoad(Operation *store);

/// Returns how `store` combines the element that `load` loads with another value: "add",
/// "max", "min", "and", "or", "xor" or "product"; "component" if it replaces components of
/// a texel; empty for all other updates.
StringRef getUpdateKind(Operation *store, Operation *load);

/// Whether lanes reach `store`, to coherent memory, only after they have seen
/// some value of that memory: a loop before it that loads this memory, or a
/// test for equality around it.
bool awaitsValue(Operation *store);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_DERIVATIONS_H
