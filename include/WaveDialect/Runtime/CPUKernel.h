//===- CPUKernel.h - Kernels that run on this machine's cores ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_CPUKERNEL_H
#define WAVEDIALECT_RUNTIME_CPUKERNEL_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace wave::runtime {

class CPUCode;

/// What an object says of its kernel, in `wave_kernel_info`.
struct CPUKernelInfo {
  int64_t version;
  int64_t groupsharedBytes; ///< Of a group.
  int64_t waveBytes;        ///< Of each wave of a group, beside those.
  int64_t waveSize;         ///< Lanes of a wave.
  int64_t payloadBytes; ///< Of a group; there in amplification kernels alone.
};

struct CPULaunchResult {
  double ns;
  bool interrupted; ///< By Ctrl-C: not all groups have run to their end.
};

/// A cell of the block that a kernel reads.
enum CPUCell : size_t {
  groupsX,
  groupsY,
  groupsZ,
  wavesRun,     ///< Waves of a group that are run.
  waveTable,    ///< Address of the thread number of each lane, or 0.
  cancelFlag,   ///< Address of the flag; filled in by launch().
  wavesCounted, ///< What the kernel takes for the number of waves.
  checkLaunch, ///< Address of what watches code with checks; filled in by launch().
  firstArgument,
};

/// The code of one kernel at one wave size. May be used from several threads.
class CPUKernel {
public:
  /// Links an object. Throws std::invalid_argument, with the reason, for bytes that are
  /// not an object of this version for this machine.
  explicit CPUKernel(std::string_view object);
  ~CPUKernel();
  CPUKernel(const CPUKernel &) = delete;
  CPUKernel &operator=(const CPUKernel &) = delete;

  const CPUKernelInfo &info() const;

  /// Runs groups 0 to `groups` - 1, each of `waves` waves, and waits for them. `cells`
  /// are the block that the kernel reads; `wavesRun` and `cancelFlag` are filled in. At
  /// most `threads` threads take part, at most one a core; 0: one a core. Throws
  /// std::bad_alloc, before anything has run, where there is no memory for the groups
  /// under way. `isInterrupted` is asked once, when signals from then on stop the launch:
  /// for hosts that keep those before.
  CPULaunchResult launch(std::span<uint64_t> cells, int64_t groups,
                         int64_t waves, unsigned threads,
                         bool (*isInterrupted)() = nullptr) const;

private:
  std::unique_ptr<CPUCode> code;
  /// Of the last launch, by the clocks of the threads that ran its groups.
  mutable std::atomic<float> nsPerGroup;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_CPUKERNEL_H
