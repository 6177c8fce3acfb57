//===- CheckCalls.cpp - Functions that instrumented code calls ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckCalls.h"

#include "CheckLaunch.h"

using namespace wave::runtime;

/// Exceptions cannot unwind the callers.
template <typename Call>
static void guard(CheckLaunch *check, Call call) {
  try {
    call();
  } catch (...) {
    check->fail(std::current_exception());
  }
}

void wave_check_enter(CheckLaunch *check, uint64_t low, uint64_t high) {
  guard(check, [&] { check->enter({low, high}); });
}

void wave_check_access(CheckLaunch *check, int32_t site,
                       const uint32_t *indices, uint32_t base, uint32_t stride,
                       const void *values, uint64_t low, uint64_t high) {
  guard(check, [&] {
    check->access(site, indices, base, stride, values, {low, high});
  });
}

void wave_check_matrix(CheckLaunch *check, int32_t site, uint32_t first,
                       uint32_t stride, uint64_t low, uint64_t high) {
  guard(check, [&] { check->accessMatrix(site, first, stride, {low, high}); });
}

void wave_check_undefined(CheckLaunch *check, int32_t site,
                          const uint32_t *indices, uint64_t low,
                          uint64_t high) {
  guard(check, [&] { check->findUndefined(site, indices, {low, high}); });
}

void wave_check_retire(CheckLaunch *check, int32_t site, uint64_t low,
                       uint64_t high) {
  guard(check, [&] { check->retire(site, {low, high}); });
}

void wave_check_uniform(CheckLaunch *check, int32_t site,
                        const uint64_t *values, uint64_t value, uint64_t low,
                        uint64_t high) {
  guard(check, [&] { check->compare(site, values, value, {low, high}); });
}

void wave_check_branch(CheckLaunch *check, int32_t site, uint64_t takenLow,
                       uint64_t takenHigh, uint64_t low, uint64_t high) {
  guard(check, [&] {
    check->branch(site, {takenLow, takenHigh}, {low, high});
  });
}

void wave_check_barrier(CheckLaunch *check, int32_t site, uint64_t low,
                        uint64_t high) {
  guard(check, [&] { check->reachBarrier(site, {low, high}); });
}

void wave_check_event(CheckLaunch *check, int32_t site, uint64_t low,
                      uint64_t high) {
  guard(check, [&] { check->countEvent(site, {low, high}); });
}
