//===- Divisors.h - Powers of two that divide integers ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_DIVISORS_H
#define WAVEDIALECT_ANALYSIS_DIVISORS_H

#include "mlir/IR/Value.h"

namespace mlir::wave {

/// Returns a power of two, at most the power of two `most`, that divides an integer or
/// index. Arithmetic that wraps around keeps such divisors. Follows a few operands.
uint64_t getDivisor(Value value, uint64_t most);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_DIVISORS_H
