//===- GroupsharedSize.h - How much groupshared memory a kernel uses --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_GROUPSHAREDSIZE_H
#define WAVEDIALECT_TRANSFORMS_GROUPSHAREDSIZE_H

#include "WaveDialect/IR/Wave.h"
#include <optional>

namespace mlir::wave {

/// The end of an array that follows `bytes`, aligned as its element is. A length
/// beyond all limits stays there instead of wrapping around.
int64_t addArray(int64_t bytes, MemRefType type);

/// The bytes of groupshared memory that a group of the kernel may have: what the
/// kernel states, else HLSL's limit.
int64_t getGroupsharedLimit(FuncOp kernel);

/// The bytes of all arrays of the kernel; none where one has no static length yet.
std::optional<int64_t> getGroupsharedBytes(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_GROUPSHAREDSIZE_H
