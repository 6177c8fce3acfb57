//===- FloatOrder.h - The order of floats, as integers ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic minima and maxima of floats ignore a NaN, and order -0 before +0. No
// instruction for floats does both on every device, and drivers may flush
// subnormal numbers, so these functions work on the bits: `kind` is MINNUMF or
// MAXNUMF, and all values are integers of the float's width.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_FLOATORDER_H
#define WAVEDIALECT_TRANSFORMS_FLOATORDER_H

#include "WaveDialect/IR/CombiningKind.h"

namespace mlir::wave {

/// On a compare-and-swap that `wave-expand-atomics` created: the name and kind
/// of the operation it expands, for messages.
inline constexpr llvm::StringLiteral kExpandedAtomicAttrName = "wave.expanded";

/// Returns the signless integer type of the width of `type`.
IntegerType getBitsType(FloatType type);

/// Returns the key of the float of type `type` with these bits: signed
/// comparisons of keys order the floats, and a NaN loses against every number.
Value createKey(OpBuilder &builder, Location loc, CombiningKind kind,
                FloatType type, Value bits);

/// Returns the bits of the float with this key; a NaN for that of a NaN.
Value createBitsOfKey(OpBuilder &builder, Location loc, Value key);

/// Returns the extreme of two floats, `old` if both have one key.
Value createExtreme(OpBuilder &builder, Location loc, CombiningKind kind,
                    Value oldBits, Value oldKey, Value bits, Value key);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_FLOATORDER_H
