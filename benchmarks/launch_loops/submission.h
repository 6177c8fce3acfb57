//===- submission.h - A kernel whose launches are timed ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the two loops on Vulkan take, as ctypes lays it out. `benchmarks/launch.py`
// fills it from the bundle of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_BENCHMARKS_LAUNCHLOOPS_SUBMISSION_H
#define WAVEDIALECT_BENCHMARKS_LAUNCHLOOPS_SUBMISSION_H

#include <chrono>
#include <cstdint>

extern "C" struct Submission {
  const uint32_t *code;
  uint64_t codeWords;
  const char *entryPoint;
  const uint32_t *places; ///< Set and binding of each buffer.
  const uint64_t *bytes;  ///< Of each buffer.
  uint64_t buffers;
  const void *constants;
  uint64_t constantsBytes;
  const uint32_t *specialization; ///< Id and value of each constant.
  uint64_t specializations;
  uint32_t device;               ///< Its number in the loader's list.
  uint32_t requiredSubgroupSize; ///< 0: none.
  uint32_t fullSubgroups;
  uint32_t timed;
};

inline double readClockNs() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

#endif // WAVEDIALECT_BENCHMARKS_LAUNCHLOOPS_SUBMISSION_H
