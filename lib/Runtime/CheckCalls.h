//===- CheckCalls.h - What code with checks calls ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask is two words, lane 0 the least significant bit of the first. `check` is cell 7
// of the launch's block. lib/Conversion/WaveToSIMD/Checks.cpp makes the calls.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H

#include <cstdint>

namespace wave::runtime {
class CheckLaunch;
} // namespace wave::runtime

extern "C" {
/// A wave starts, with the lanes that have a thread.
void wave_check_enter(wave::runtime::CheckLaunch *check, uint64_t low,
                      uint64_t high);

/// Lanes are about to access a memory: lane i element `indices[i]`, or
/// `base + stride * i` where that is null, both unsigned and wrapping around at 32 bits;
/// an image's texel, 2^32 - 1 for one outside. `values` are what a store or an exchange
/// stores, an element a lane, null if it is the same in all lanes.
void wave_check_access(wave::runtime::CheckLaunch *check, int32_t site,
                       const uint32_t *indices, uint32_t base, uint32_t stride,
                       const void *values, uint64_t low, uint64_t high);

/// These lanes do what the site's rule forbids.
void wave_check_undefined(wave::runtime::CheckLaunch *check, int32_t site,
                          uint64_t low, uint64_t high);

/// These lanes return.
void wave_check_retire(wave::runtime::CheckLaunch *check, int32_t site,
                       uint64_t low, uint64_t high);

/// The bits of what should be the same for the group: one value a lane, extended to 64
/// bits, or `value` in all of them if `values` is null.
void wave_check_uniform(wave::runtime::CheckLaunch *check, int32_t site,
                        const uint64_t *values, uint64_t value, uint64_t low,
                        uint64_t high);

/// Of the active lanes these take the branch, or stay in the loop.
void wave_check_branch(wave::runtime::CheckLaunch *check, int32_t site,
                       uint64_t takenLow, uint64_t takenHigh, uint64_t low,
                       uint64_t high);

/// A barrier of any kind, reached by these lanes.
void wave_check_barrier(wave::runtime::CheckLaunch *check, int32_t site,
                        uint64_t low, uint64_t high);

/// A wave operation is executed by these lanes.
void wave_check_event(wave::runtime::CheckLaunch *check, int32_t site,
                      uint64_t low, uint64_t high);
}

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKCALLS_H
