//===- Elementwise.h - Arithmetic on all lanes of a wave -------*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISE_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISE_H

#include "mlir/IR/Builders.h"

namespace mlir::wave::simd {

/// Features of the machine.
struct Machine {
  /// The width of vector registers in bits.
  int64_t vectorBits = 128;
  /// Whether to call the vector functions of glibc (libmvec).
  bool vectorMath = true;
};

/// Emits the elementwise operation `op` (arith, math, wave.reverse_bits) on
/// `operands`, which are all scalars or all vectors of `lanes` elements (index
/// became i32), and returns results of the same shape. No operand value causes
/// a trap or poison that spreads: divisors are made safe first (x / 0 and
/// INT_MIN / -1 return some value), and a float out of range becomes some
/// integer (llvm.freeze). Returns no results if the operation is not
/// elementwise.
SmallVector<Value> emitElementwise(OpBuilder &builder, Operation *op,
                                   ValueRange operands, int64_t lanes,
                                   const Machine &machine);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_ELEMENTWISE_H
