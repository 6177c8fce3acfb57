//===- InBounds.h - Marks accesses that need no guard -------- -*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_INBOUNDS_H
#define WAVEDIALECT_LIB_TRANSFORMS_INBOUNDS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::wave {

/// Marks a load or store that is in bounds wherever the conditions around it
/// hold. The front end tests the index of each dimension of a buffer, and the
/// host guarantees that the shape and the strides stay within the memory.
/// Atomics have no mark: `wave-aggregate-atomics` executes them elsewhere.
inline constexpr llvm::StringLiteral kInBoundsAttribute = "wave.in_bounds";

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_INBOUNDS_H
