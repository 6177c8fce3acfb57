//===- Unrolling.h - Code that is emitted once for each time --*- C++ -*---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_UNROLLING_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_UNROLLING_H

#include "WaveEmitter.h"

namespace mlir::wave::simd {

/// Returns the number of trips of `loop` if its trips are emitted one after the
/// other instead of as a loop: there are few, and they are short.
std::optional<int64_t> getUnrolledTrips(scf::ForOp loop, const Frame &frame);

/// Returns the number of waves if the code of `ops`, which run between two
/// barriers, is emitted for each wave instead of in a loop over waves.
std::optional<int64_t> getUnrolledWaves(ArrayRef<Operation *> ops,
                                        const Frame &frame);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_UNROLLING_H
