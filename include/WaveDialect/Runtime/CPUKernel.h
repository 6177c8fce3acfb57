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
#include <stdexcept>
#include <string>
#include <string_view>

namespace wave::runtime {

class CPUCode;

/// The properties of a kernel that an object states in `wave_kernel_info`.
struct CPUKernelInfo {
  int64_t version;
  int64_t groupsharedBytes; ///< Bytes per group.
  int64_t waveBytes;        ///< Additional bytes per wave of a group.
  int64_t waveSize;         ///< Lanes per wave.
  int64_t payloadBytes;     ///< Bytes per group; only in amplification kernels.
};

/// Undefined behavior that ended a launch, with the reason. Some groups have not
/// run to completion.
class CPULaunchError : public std::runtime_error {
public:
  CPULaunchError(std::string rule, const std::string &reason)
      : std::runtime_error(reason), rule(std::move(rule)) {}

  /// The id of the violated rule.
  std::string rule;
};

struct CPULaunchResult {
  double ns;
  bool interrupted; ///< By Ctrl-C: some groups have not run to completion.
};

/// A cell of the block that a kernel reads.
enum CPUCell : size_t {
  groupsX,
  groupsY,
  groupsZ,
  wavesRun,     ///< Waves per group that run.
  waveTable,    ///< Address of the thread number of each lane, or 0.
  cancelFlag,   ///< Address of the flag; filled in by launch().
  wavesCounted, ///< The number of waves that the kernel sees.
  checkLaunch,  ///< Address of the CheckLaunch object; filled in by launch().
  firstArgument,
};

/// The code of one kernel at one wave size. May be used from several threads.
class CPUKernel {
public:
  /// Links an object. Throws std::invalid_argument, with the reason, for bytes
  /// that are not an object of this version for this machine.
  explicit CPUKernel(std::string_view object);
  ~CPUKernel();
  CPUKernel(const CPUKernel &) = delete;
  CPUKernel &operator=(const CPUKernel &) = delete;

  const CPUKernelInfo &info() const;

  /// The bytes of the stack of each wave of a running group; 0 if a thread runs
  /// the waves on its own stack.
  size_t stackBytes() const;

  /// The waves that a group must have beyond those that the kernel states.
  int64_t extraWaves() const;

  /// Runs groups 0 to `groups` - 1, each with `waves` waves, and waits for
  /// them. `cells` is the block that the kernel reads; launch() fills in
  /// `wavesRun` and `cancelFlag`. At most `threads` threads take part, at most
  /// one per core; 0 means one per core. Throws std::bad_alloc, before anything
  /// has run, if there is no memory for the running groups, and CPULaunchError if
  /// waves wait for each other forever. `isInterrupted` is
  /// called once, when later signals already stop the launch: for hosts that
  /// record earlier signals. Once the word `stop` is not 0, no further groups
  /// start; the groups that started run to their end, and they include all
  /// groups with smaller numbers.
  CPULaunchResult launch(std::span<uint64_t> cells, int64_t groups,
                         int64_t waves, unsigned threads,
                         bool (*isInterrupted)() = nullptr,
                         const uint32_t *stop = nullptr) const;

private:
  std::unique_ptr<CPUCode> code;
  /// Of the last launch, measured by the threads that ran its groups.
  mutable std::atomic<float> nsPerGroup;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_CPUKERNEL_H
