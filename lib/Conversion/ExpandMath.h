//===- ExpandMath.h - Functions that GPUs lack --------------*- C++ -*-----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_EXPANDMATH_H
#define WAVEDIALECT_LIB_CONVERSION_EXPANDMATH_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Replaces `math.atan2` by `math.atan` of a quotient, and `math.log10` by a
/// multiple of `math.log2`. DXIL has neither function; GLSL.std.450 has no
/// log10, and MLIR 22 lacks its Atan2.
void expandMath(Operation *function);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_CONVERSION_EXPANDMATH_H
