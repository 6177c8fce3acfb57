//===- GroupsharedSize.h - The size of a kernel's groupshared memory --------===//
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

/// Returns the end offset of an array placed after `bytes` bytes, with the
/// alignment of its element. An end beyond all limits saturates instead of
/// wrapping around.
int64_t addArray(int64_t bytes, MemRefType type);

/// The limit of groupshared memory of a group of the kernel, in bytes: the one
/// that the kernel states, else HLSL's.
int64_t getGroupsharedLimit(FuncOp kernel);

/// The size of all arrays of the kernel in bytes; none if an array has no
/// static length yet.
std::optional<int64_t> getGroupsharedBytes(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_GROUPSHAREDSIZE_H
