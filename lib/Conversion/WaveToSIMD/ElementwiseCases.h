//===- ElementwiseCases.h - Elementwise operations with special cases -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISECASES_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISECASES_H

#include "Elementwise.h"

namespace mlir::wave::simd {

/// Returns `element`, or a vector of it if `like` is a vector.
Type withShapeOf(Type like, Type element);

/// Creates an integer or float constant, or a splat of it if `type` is a
/// vector.
Value createNumber(ImplicitLocOpBuilder &b, Type type, int64_t number);
Value createNumber(ImplicitLocOpBuilder &b, Type type, double number);

/// Clones `op` on `operands`; the results have the operands' shape (index is
/// i32). Removes flags that make a result poison if it wraps around or loses
/// bits.
Operation *cloneOn(ImplicitLocOpBuilder &b, Operation *op, ValueRange operands);

/// Returns the operand of the kernel's operation truncated or extended to
/// `width` bits if it is a constant.
std::optional<APInt> getConstantInteger(Value operand, unsigned width);

/// Emits quotients and remainders of integers.
Value emitDivision(ImplicitLocOpBuilder &b, Operation *op, Value dividend,
                   Value divisor, const Machine &machine);

/// Calls the machine's vector function for a math operation on vectors of f32
/// or f64; returns null if there is none.
Value emitVectorMath(ImplicitLocOpBuilder &b, Operation *op,
                     ValueRange operands, const Machine &machine);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISECASES_H
