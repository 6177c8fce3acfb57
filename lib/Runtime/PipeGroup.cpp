//===- PipeGroup.cpp - Groups whose waves wait for each other -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipeGroup.h"

#include <algorithm>
#include <stdexcept>

using namespace wave::runtime;

/// A message describes at most this number of waves.
static constexpr size_t mostDescribed = 8;

/// The group that this thread runs. The waves of a group never change threads.
static thread_local PipeGroup *current = nullptr;

uint32_t wave_pipe_step(uint32_t pipe, uint32_t step, uint32_t line) {
  return current->step(pipe, static_cast<PipeGroup::Step>(step), line);
}

void wave_group_meet(uint32_t line) { current->meet(line); }

PipeGroup::PipeGroup(const int64_t *table, int64_t count,
                     const WaveStacks &stacks, int64_t firstStack, RunFn run)
    : waves(count), runWave(std::move(run)),
      coroutines(stacks, firstStack, count, [this](int64_t wave) {
        runWave(group, wave);
        waves[wave].state = State::Ended;
      }) {
  const auto readSet = [&](int64_t size) {
    std::vector<int64_t> set(table, table + size);
    table += size;
    for (int64_t wave : set)
      if (wave < 0 || wave >= count)
        throw std::invalid_argument(
            "launch: a pipe has the wave " + std::to_string(wave) +
            ", and the groups have " + std::to_string(count) + " waves");
    return set;
  };
  pipes.resize(*table++);
  for (Pipe &pipe : pipes) {
    pipe.stages = *table++;
    pipe.line = *table++;
    const int64_t producers = *table++, consumers = *table++;
    pipe.producers = readSet(producers);
    pipe.consumers = readSet(consumers);
  }
  for (Wave &wave : waves)
    wave.uses.resize(pipes.size());
}

//===----------------------------------------------------------------------===//
// Steps, on the stack of a wave
//===----------------------------------------------------------------------===//

bool PipeGroup::isMember(int64_t wave, uint32_t pipe, Step step) const {
  const bool isProducer = step == Step::Acquire || step == Step::Commit;
  const std::vector<int64_t> &set =
      isProducer ? pipes[pipe].producers : pipes[pipe].consumers;
  return std::find(set.begin(), set.end(), wave) != set.end();
}

/// Whether the wave can enter its next use of the pipe.
bool PipeGroup::isReady(const Wave &wave, uint32_t pipe, Step step) const {
  const int64_t use = wave.uses[pipe].entered;
  const bool isProducer = step == Step::Acquire;
  // The number of uses that the waves of the other set must have left.
  const int64_t needed = isProducer ? use - pipes[pipe].stages + 1 : use + 1;
  const std::vector<int64_t> &others =
      isProducer ? pipes[pipe].consumers : pipes[pipe].producers;
  return std::all_of(others.begin(), others.end(), [&](int64_t other) {
    return waves[other].uses[pipe].left >= needed;
  });
}

void PipeGroup::wait(State state) {
  waves[running].state = state;
  coroutines.giveWay();
}

uint32_t PipeGroup::step(uint32_t pipe, Step step, uint32_t line) {
  Wave &wave = waves[running];
  wave.pipe = pipe;
  wave.line = line;
  wave.step = step;
  Uses &uses = wave.uses[pipe];
  const bool leaves = step == Step::Commit || step == Step::Release;
  if (!isMember(running, pipe, step) || (leaves && uses.left == uses.entered))
    for (;;)
      wait(State::Failed);
  if (leaves) {
    ++uses.left;
    return 0;
  }
  if (!isReady(wave, pipe, step))
    wait(State::AtPipe);
  return static_cast<uint32_t>(uses.entered++ % pipes[pipe].stages);
}

void PipeGroup::meet(uint32_t line) {
  waves[running].line = line;
  wait(State::AtBarrier);
}

//===----------------------------------------------------------------------===//
// The group, on the stack of the thread
//===----------------------------------------------------------------------===//

/// Lets the waves go on if all that have not ended wait at barriers. Returns
/// whether there are some.
bool PipeGroup::releaseBarrier() {
  bool any = false;
  for (const Wave &wave : waves) {
    if (wave.state == State::AtPipe)
      return false;
    any |= wave.state == State::AtBarrier;
  }
  for (Wave &wave : waves)
    if (wave.state == State::AtBarrier)
      wave.state = State::Ready;
  return any;
}

std::optional<std::string> PipeGroup::run(int64_t number) {
  group = number;
  for (Wave &wave : waves) {
    wave.state = State::Ready;
    std::fill(wave.uses.begin(), wave.uses.end(), Uses());
  }
  current = this;
  for (;;) {
    bool progress = false;
    for (size_t i = 0; i < waves.size(); ++i) {
      Wave &wave = waves[i];
      if (wave.state != State::Ready &&
          (wave.state != State::AtPipe || !isReady(wave, wave.pipe, wave.step)))
        continue;
      wave.state = State::Ready;
      running = int64_t(i);
      coroutines.resume(running);
      if (wave.state == State::Failed)
        return describeFailure(number);
      progress = true;
    }
    if (progress)
      continue;
    if (releaseBarrier())
      continue;
    const bool hasEnded =
        std::all_of(waves.begin(), waves.end(), [](const Wave &wave) {
          return wave.state == State::Ended;
        });
    if (hasEnded)
      return findUnbalanced(number);
    return describeDeadlock(number);
  }
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The place of a pipe, or its number if the source is unknown.
std::string PipeGroup::describePipe(uint32_t pipe) const {
  const int64_t line = pipes[pipe].line;
  return line ? " of line " + std::to_string(line) : " " + std::to_string(pipe);
}

std::string PipeGroup::describe(const Wave &wave) const {
  const std::string line =
      wave.line ? " in line " + std::to_string(wave.line) : "";
  if (wave.state == State::AtBarrier)
    return "waits at a barrier" + line;
  static constexpr const char *verbs[] = {"acquire", "commit", "wait",
                                          "release"};
  return (wave.state == State::Failed ? "executes `" : "waits in `") +
         std::string(verbs[static_cast<uint32_t>(wave.step)]) + "`" + line +
         " of the pipe" + describePipe(wave.pipe);
}

/// Describes the first two waves of a pipe that have not the same uses behind
/// them, after the end of a group.
std::optional<std::string> PipeGroup::findUnbalanced(int64_t number) const {
  for (size_t pipe = 0; pipe < pipes.size(); ++pipe) {
    const int64_t first = pipes[pipe].producers.front();
    const auto getUses = [&](int64_t wave) { return waves[wave].uses[pipe]; };
    for (const auto *set : {&pipes[pipe].producers, &pipes[pipe].consumers})
      for (int64_t wave : *set) {
        const Uses uses = getUses(wave), expected = getUses(first);
        if (uses.entered == expected.left && uses.left == expected.left)
          continue;
        const auto tell = [&](int64_t which) {
          const Uses told = getUses(which);
          return "wave " + std::to_string(which) + " has entered " +
                 std::to_string(told.entered) + " and left " +
                 std::to_string(told.left);
        };
        return "pipe-unbalanced: group " + std::to_string(number) +
               " ends with different uses of the pipe" +
               describePipe(static_cast<uint32_t>(pipe)) + ": " + tell(first) +
               (wave == first ? "" : ", " + tell(wave));
      }
  }
  return std::nullopt;
}

std::string PipeGroup::describeDeadlock(int64_t number) const {
  std::string text;
  size_t described = 0, ended = 0, waiting = 0;
  for (size_t i = 0; i < waves.size(); ++i) {
    if (waves[i].state == State::Ended) {
      ++ended;
      continue;
    }
    ++waiting;
    if (described == mostDescribed)
      continue;
    text += (described++ ? "; wave " : "wave ") + std::to_string(i) + " " +
            describe(waves[i]);
  }
  if (waiting > described)
    text += "; and " + std::to_string(waiting - described) + " more";
  if (ended)
    text += "; " + std::to_string(ended) + " of " +
            std::to_string(waves.size()) + " waves have ended";
  return (waiting == 1 ? "pipe-deadlock: a wave of group "
                       : "pipe-deadlock: the waves of group ") +
         std::to_string(number) +
         (waiting == 1 ? " waits forever: "
                       : " wait for each other forever: ") +
         text;
}

std::string PipeGroup::describeFailure(int64_t number) const {
  const Wave &wave = waves[running];
  const bool isProducer =
      wave.step == Step::Acquire || wave.step == Step::Commit;
  std::string reason;
  if (!isMember(running, wave.pipe, wave.step))
    reason = std::string("is not one of its ") +
             (isProducer ? "producers" : "consumers");
  else
    reason = std::string("has no open stage: call `") +
             (isProducer ? "acquire" : "wait") + "()` first";
  return "pipe-order: wave " + std::to_string(running) + " of group " +
         std::to_string(number) + " " + describe(wave) + ", but " + reason;
}
