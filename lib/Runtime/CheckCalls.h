//===- CheckCalls.h - Functions that instrumented code calls ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask is two words; lane 0 is the least significant bit of the first.
// `check` is cell 7 of the launch's block. lib/Conversion/WaveToSIMD/Checks.cpp
// emits the calls.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H

#include <cstdint>

namespace wave::runtime {
class CheckLaunch;
} // namespace wave::runtime

extern "C" {
/// A wave starts with these lanes, which have a thread.
void wave_check_enter(wave::runtime::CheckLaunch *check, uint64_t low,
                      uint64_t high);

/// Lanes are about to access a memory: lane i accesses element `indices[i]`, or
/// `base + stride * i` if `indices` is null, both unsigned and wrapping around
/// at 32 bits. For an image, the element is a texel, or 2^32 - 1 outside the
/// image. `values` are the operands of a store or an exchange, one element per
/// lane; null if all lanes have the same value.
void wave_check_access(wave::runtime::CheckLaunch *check, int32_t site,
                       const uint32_t *indices, uint32_t base, uint32_t stride,
                       const void *values, uint64_t low, uint64_t high);

/// The wave of these lanes is about to load or store a matrix. The site states how many
/// runs of adjacent elements it has, and their length. The first run begins at `first`,
/// and each next one `stride` elements later; both are unsigned. No lane owns an element.
void wave_check_matrix(wave::runtime::CheckLaunch *check, int32_t site,
                       uint32_t first, uint32_t stride, uint64_t low,
                       uint64_t high);

/// These lanes violate the site's rule. For a read of a lane, `indices` are the
/// lanes that are read, one per lane; otherwise null.
void wave_check_undefined(wave::runtime::CheckLaunch *check, int32_t site,
                          const uint32_t *indices, uint64_t low, uint64_t high);

/// These lanes return.
void wave_check_retire(wave::runtime::CheckLaunch *check, int32_t site,
                       uint64_t low, uint64_t high);

/// The bits of a value that should be the same for the group: one value per
/// lane, extended to 64 bits, or `value` in all lanes if `values` is null.
void wave_check_uniform(wave::runtime::CheckLaunch *check, int32_t site,
                        const uint64_t *values, uint64_t value, uint64_t low,
                        uint64_t high);

/// These of the active lanes take the branch, or stay in the loop.
void wave_check_branch(wave::runtime::CheckLaunch *check, int32_t site,
                       uint64_t takenLow, uint64_t takenHigh, uint64_t low,
                       uint64_t high);

/// These lanes reach a barrier of any kind.
void wave_check_barrier(wave::runtime::CheckLaunch *check, int32_t site,
                        uint64_t low, uint64_t high);

/// These lanes execute a wave operation.
void wave_check_event(wave::runtime::CheckLaunch *check, int32_t site,
                      uint64_t low, uint64_t high);
}

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H
