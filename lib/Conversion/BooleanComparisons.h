//===- BooleanComparisons.h - Comparisons of booleans as logic ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_BOOLEANCOMPARISONS_H
#define WAVEDIALECT_LIB_CONVERSION_BOOLEANCOMPARISONS_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Replaces comparisons of booleans by order, which GPUs do not have, by `and`, `or` and
/// `not`. Upstream makes them of a comparison of a boolean that was converted to a float.
void replaceBooleanComparisons(Operation *function);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_CONVERSION_BOOLEANCOMPARISONS_H
