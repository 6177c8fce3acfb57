//===- CPUInterrupt.h - Ctrl-C during a launch ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CPUINTERRUPT_H
#define WAVEDIALECT_LIB_RUNTIME_CPUINTERRUPT_H

#include <atomic>
#include <cstdint>

namespace wave::runtime {

/// While an instance exists, SIGINT sets the flag that kernels read, and then
/// does what it did before. A process that ignores SIGINT, or is terminated by
/// it, still does so.
class InterruptScope {
public:
  /// Waits for launches that are being interrupted.
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;

  /// A nonzero value requests a stop. All launches share this flag.
  static std::atomic<int32_t> flag;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CPUINTERRUPT_H
