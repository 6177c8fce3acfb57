//===- WaveTurns.h - Loops whose trips the waves take in turn -*- C++ -*---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVETURNS_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVETURNS_H

#include "WaveEmitter.h"

namespace mlir::wave::simd {

/// Whether the waves of a group should take the trips of `loop` in turn, all the first
/// trip, then all the second one: each wave leaves gaps in a buffer that the others
/// fill. The loop must have bounds that are the same for the group.
bool takesTurns(scf::ForOp loop, const Frame &frame);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_WAVETURNS_H
