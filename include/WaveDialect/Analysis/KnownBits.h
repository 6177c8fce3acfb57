//===- KnownBits.h - Bits of integers that are known ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_KNOWNBITS_H
#define WAVEDIALECT_ANALYSIS_KNOWNBITS_H

#include "mlir/IR/Value.h"
#include "llvm/Support/KnownBits.h"

namespace mlir::wave {

/// Returns the bits of an integer or an index of 64 bits that are the same in all runs.
/// Arithmetic wraps around. Follows a few operands.
llvm::KnownBits getKnownBits(Value value);

/// Returns a power of two, at most the power of two `most`, that divides an integer or
/// index.
uint64_t getDivisor(Value value, uint64_t most);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_KNOWNBITS_H
