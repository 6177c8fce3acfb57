//===- CPUCode.h - Machine code linked into this process --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CPUCODE_H
#define WAVEDIALECT_LIB_RUNTIME_CPUCODE_H

#include "WaveDialect/Runtime/CPUKernel.h"

#include <array>

namespace llvm::orc {
class JITDylib;
}

namespace wave::runtime {

/// The functions of one object, valid until this is destroyed.
class CPUCode {
public:
  /// Throws std::invalid_argument, with the reason.
  explicit CPUCode(std::string_view object);
  ~CPUCode();
  CPUCode(const CPUCode &) = delete;
  CPUCode &operator=(const CPUCode &) = delete;

  /// `wave_kernel`: runs groups `first` to `end` - 1. If there are pipes or a
  /// checker, it instead runs a wave, `end`, of the group `first`.
  void (*run)(const uint64_t *block, void *scratch, int64_t first, int64_t end);
  /// `wave_kernel_info`.
  const CPUKernelInfo *info;
  /// `wave_kernel_pipes`; null for a kernel without pipes.
  const int64_t *pipes = nullptr;
  /// `wave_kernel_extra_waves`: the waves that a group has beyond those that the
  /// kernel states.
  int64_t extraWaves = 0;
  /// `wave_kernel_coarsening`: how many groups of the program a launched group runs
  /// in x, y and z.
  std::array<int64_t, 3> coarsening = {1, 1, 1};
  bool isCoarsened() const {
    return coarsening != std::array<int64_t, 3>{1, 1, 1};
  }
  /// The bytes of the stack that all functions of the object use together; 0 if
  /// the object does not state them.
  size_t frameBytes = 0;

private:
  llvm::orc::JITDylib *library;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CPUCODE_H
