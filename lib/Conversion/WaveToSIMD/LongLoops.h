//===- LongLoops.h - Loops that a launch can stop --------------*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LONGLOOPS_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LONGLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave::simd {

/// Whether `loop` may run longer than a launch may run without checking whether
/// the host has asked it to stop. Only `while` loops check.
bool mayRunLong(scf::ForOp loop);

/// Puts the trips of `loop`, whose step is a positive constant, into an outer
/// `while` that runs a bounded number of trips at a time. The results are the
/// same.
void splitLongLoop(scf::ForOp loop);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LONGLOOPS_H
