//===- PipeUses.h - The uses of pipes by the waves of a group ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which steps of pipes wait for each other, for launches and for
// checked runs; and the functions by which objects execute a step.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_PIPEUSES_H
#define WAVEDIALECT_LIB_RUNTIME_PIPEUSES_H

#include <cstdint>
#include <optional>
#include <vector>

extern "C" {
/// The running wave acquires (0), commits (1), waits for (2) or releases (3) a
/// stage of the pipe with this number, or waits for the set of waves with this number
/// (4). Returns the stage of 0 and 2.
uint32_t wave_pipe_step(uint32_t pipe, uint32_t step, uint32_t line);

/// The running wave waits until all waves that have not ended wait at barriers.
void wave_group_meet(uint32_t line);
}

namespace wave::runtime {

/// In the order of wave::PipeStep of the dialect; then a barrier of a set of waves.
enum class PipeStep : uint32_t { Acquire, Commit, Wait, Release, Meet };

/// Whether a step ends a use.
inline bool isLeaving(PipeStep step) {
  return step == PipeStep::Commit || step == PipeStep::Release;
}
inline bool isOfProducers(PipeStep step) {
  return step == PipeStep::Acquire || step == PipeStep::Commit;
}

/// Runs the waves of a group, which call it by the functions above.
class PipeHost {
public:
  virtual ~PipeHost() = default;
  virtual uint32_t step(uint32_t pipe, PipeStep step, uint32_t line) = 0;
  /// Checked code calls functions of CheckCalls.h at barriers instead.
  virtual void meet(uint32_t /*line*/) {}

protected:
  /// The waves that run next on this thread are those of this object.
  void takeThread();
};

/// The pipes of a group, and what its waves have done with them.
///
/// The barriers of a set of waves are a pipe without stages. Its waves are both sides: a
/// wave that arrives leaves a use, and it goes on, and enters the use, when all waves have
/// left it.
class PipeUses {
public:
  struct Pipe {
    int64_t stages, line;
    /// Of barriers, both are the set.
    std::vector<int64_t> producers, consumers;
    bool isOfBarriers() const { return stages == 0; }
  };
  /// The uses of a pipe that a wave has entered and left.
  struct Uses {
    int64_t entered = 0, left = 0;
  };
  /// Two waves of a pipe with different uses at the end of a group, or one wave
  /// that has not left all its uses.
  struct Imbalance {
    uint32_t pipe;
    int64_t first, wave;
  };

  /// `table` is the object's `wave_kernel_pipes`; null for no pipes. Throws
  /// std::invalid_argument if a pipe names a wave that the groups do not have.
  PipeUses(const int64_t *table, int64_t waves);

  /// Starts the next group.
  void clear();

  size_t size() const { return pipes.size(); }
  const Pipe &getPipe(uint32_t pipe) const { return pipes[pipe]; }
  Uses &get(int64_t wave, uint32_t pipe) {
    return uses[wave * pipes.size() + pipe];
  }
  const Uses &get(int64_t wave, uint32_t pipe) const {
    return uses[wave * pipes.size() + pipe];
  }

  /// Whether the wave belongs to the set that executes this step.
  bool isMember(int64_t wave, uint32_t pipe, PipeStep step) const;
  /// The waves for which this step waits, or that wait for it.
  const std::vector<int64_t> &getOthers(uint32_t pipe, PipeStep step) const;
  /// The number of uses that the other waves must have left before the wave can
  /// enter its next one.
  int64_t getNeeded(int64_t wave, uint32_t pipe, PipeStep step) const;
  /// Whether the wave can enter its next use.
  bool canEnter(int64_t wave, uint32_t pipe, PipeStep step) const;
  bool hasOpenUse(int64_t wave, uint32_t pipe) const {
    return get(wave, pipe).left < get(wave, pipe).entered;
  }
  /// Enters the next use, and returns its stage.
  uint32_t enter(int64_t wave, uint32_t pipe);

  /// Finds waves that do not have the same uses behind them.
  std::optional<Imbalance> findUnbalanced() const;

private:
  std::vector<Pipe> pipes;
  /// By wave, then by pipe.
  std::vector<Uses> uses;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_PIPEUSES_H
