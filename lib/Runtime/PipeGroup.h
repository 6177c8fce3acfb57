//===- PipeGroup.h - Groups whose waves wait for each other -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel with pipes or barriers of sets of waves, each wave of a group is a
// coroutine on the thread that runs the group. A wave runs until it waits at a pipe or a barrier, so that the
// order of the waves, and every result, is the same in each run.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H
#define WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H

#include "PipeUses.h"
#include "WaveCoroutines.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wave::runtime {

/// Why no further group can run: waves that wait forever, use a pipe in a wrong
/// order, end with different uses of it or reach a barrier of other waves.
struct PipeFailure {
  std::string rule, reason;
};

/// Runs groups, one after the other, on the stacks of waves; docs/cpu-abi.md
/// describes the calls of objects for other hosts.
class PipeGroup final : public PipeHost {
public:
  /// Runs a wave of a group.
  using RunFn = std::function<void(int64_t group, int64_t wave)>;

  /// `table` is the object's `wave_kernel_pipes`; the waves use the stacks from
  /// `firstStack` on. Throws as PipeUses does.
  PipeGroup(const int64_t *table, int64_t waves, const WaveStacks &stacks,
            int64_t firstStack, RunFn run);

  std::optional<PipeFailure> run(int64_t group);

private:
  enum class State : uint8_t { Ready, AtPipe, AtBarrier, Ended, Failed };
  struct Wave {
    State state = State::Ready;
    /// Where it waits.
    uint32_t pipe = 0, line = 0;
    PipeStep step = PipeStep::Acquire;
  };

  uint32_t step(uint32_t pipe, PipeStep step, uint32_t line) override;
  void meet(uint32_t line) override;
  void meetSet(uint32_t set);
  void wait(State state);
  bool releaseBarrier();
  std::string describePipe(uint32_t pipe) const;
  std::string describeSet(uint32_t set) const;
  std::string describe(const Wave &wave) const;
  std::optional<PipeFailure> findUnbalanced(int64_t group) const;
  PipeFailure describeDeadlock(int64_t group) const;
  PipeFailure describeFailure(int64_t group) const;

  PipeUses uses;
  std::vector<Wave> waves;
  RunFn runWave;
  int64_t group = 0;
  /// The wave that runs.
  int64_t running = 0;
  WaveCoroutines coroutines;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H
