//===- CombiningKind.h - How reductions, scans and atomics combine ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_COMBININGKIND_H
#define WAVEDIALECT_IR_COMBININGKIND_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::wave {

/// Combines two values; each kind implies a sign.
using CombiningKind = gpu::AllReduceOperation;

/// Whether the kind is `and`, `or` or `xor`.
bool isBitwise(CombiningKind kind);

/// Whether the kind is a minimum or maximum of floats.
bool isFloatMinOrMax(CombiningKind kind);

/// Whether combining any number of equal values gives that value again.
bool isIdempotent(CombiningKind kind);

/// Whether an atomic may combine numbers, of floats or of integers, by `kind`.
bool isAtomicKind(CombiningKind kind, bool isFloat);

/// The value of `type`, a scalar or a vector, that leaves other values
/// unchanged when combined with them. Operations of the dialect must accept
/// `kind` for the type.
TypedAttr getIdentity(CombiningKind kind, Type type);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_COMBININGKIND_H
