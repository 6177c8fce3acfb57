//===- ElementwiseCases.h - Arithmetic that takes more than a copy -*- C++ -*-===//
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

/// `element`, or a vector of it where `like` is a vector.
Type withShapeOf(Type like, Type element);

/// An integer or a float, the same in all lanes where `type` is a vector.
Value createNumber(ImplicitLocOpBuilder &b, Type type, int64_t number);
Value createNumber(ImplicitLocOpBuilder &b, Type type, double number);

/// `op` on `operands`, its results of their shape (index is i32), without what would
/// make a result poison that wraps, or loses bits, against a promise.
Operation *cloneOn(ImplicitLocOpBuilder &b, Operation *op, ValueRange operands);

/// Whether the operand of the kernel's operation is a constant, as it counts in
/// `width` bits.
std::optional<APInt> getConstantInteger(Value operand, unsigned width);

/// Quotients and remainders of integers.
Value emitDivision(ImplicitLocOpBuilder &b, Operation *op, Value dividend,
                   Value divisor, const Machine &machine);

/// A call of the machine's vector functions for an operation of math on vectors of f32
/// or f64; null where it has none.
Value emitVectorMath(ImplicitLocOpBuilder &b, Operation *op,
                     ValueRange operands, const Machine &machine);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISECASES_H
