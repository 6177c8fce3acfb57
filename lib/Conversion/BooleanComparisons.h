//===- BooleanComparisons.h - Comparisons of booleans as logic -*- C++ -*--===//
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

/// Replaces ordered comparisons of booleans, which GPUs lack, by `and`, `or`
/// and `not`. They exist because upstream folds a comparison of a float that
/// was converted from a boolean to a comparison of the boolean.
void replaceBooleanComparisons(Operation *function);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_CONVERSION_BOOLEANCOMPARISONS_H
