//===- PipeGroup.h - Groups whose waves wait for each other -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel with pipes, each wave of a group is a coroutine on the thread that
// runs the group. A wave runs until it waits at a pipe or a barrier, so that the
// order of the waves, and every result, is the same in each run.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H
#define WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H

#include "WaveCoroutines.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

extern "C" {
/// The running wave acquires (0), commits (1), waits for (2) or releases (3) a
/// stage of the pipe with this number. Returns the stage of 0 and 2.
uint32_t wave_pipe_step(uint32_t pipe, uint32_t step, uint32_t line);

/// The running wave waits until all waves that have not ended wait at barriers.
void wave_group_meet(uint32_t line);
}

namespace wave::runtime {

/// Runs groups, one after the other. Objects call it by `wave_pipe_step` and
/// `wave_group_meet`, on the stacks of waves; docs/cpu-abi.md describes both for
/// other hosts.
class PipeGroup {
public:
  /// Runs a wave of a group.
  using RunFn = std::function<void(int64_t group, int64_t wave)>;

  /// `table` is the object's `wave_kernel_pipes`; the waves use the stacks from
  /// `firstStack` on. Throws std::invalid_argument if a pipe names a wave that
  /// the groups do not have.
  PipeGroup(const int64_t *table, int64_t waves, const WaveStacks &stacks,
            int64_t firstStack, RunFn run);

  /// Runs a group. If waves wait forever, use a pipe in a wrong order or end
  /// with different uses of it, returns the violated rule, a colon and the
  /// reason; no further group can run then.
  std::optional<std::string> run(int64_t group);

private:
  friend uint32_t(::wave_pipe_step)(uint32_t, uint32_t, uint32_t);
  friend void(::wave_group_meet)(uint32_t);

  /// In the order of wave::PipeStep of the dialect.
  enum class Step : uint32_t { Acquire, Commit, Wait, Release };
  struct Pipe {
    int64_t stages, line;
    std::vector<int64_t> producers, consumers;
  };
  /// The uses of a pipe that a wave has entered and left.
  struct Uses {
    int64_t entered = 0, left = 0;
  };
  enum class State : uint8_t { Ready, AtPipe, AtBarrier, Ended, Failed };
  struct Wave {
    State state = State::Ready;
    /// Where it waits.
    uint32_t pipe = 0, line = 0;
    Step step = Step::Acquire;
    /// For each pipe.
    std::vector<Uses> uses;
  };

  uint32_t step(uint32_t pipe, Step step, uint32_t line);
  void meet(uint32_t line);
  void wait(State state);
  bool isReady(const Wave &wave, uint32_t pipe, Step step) const;
  bool isMember(int64_t wave, uint32_t pipe, Step step) const;
  bool releaseBarrier();
  std::string describePipe(uint32_t pipe) const;
  std::string describe(const Wave &wave) const;
  std::optional<std::string> findUnbalanced(int64_t group) const;
  std::string describeDeadlock(int64_t group) const;
  std::string describeFailure(int64_t group) const;

  std::vector<Pipe> pipes;
  std::vector<Wave> waves;
  RunFn runWave;
  int64_t group = 0;
  /// The wave that runs.
  int64_t running = 0;
  WaveCoroutines coroutines;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_PIPEGROUP_H
