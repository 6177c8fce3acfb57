//===- PipeGroup.cpp - Groups whose waves wait for each other -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipeGroup.h"

#include <algorithm>

using namespace wave::runtime;

/// A message describes at most this number of waves.
static constexpr size_t mostDescribed = 8;

PipeGroup::PipeGroup(const int64_t *table, int64_t count,
                     const WaveStacks &stacks, int64_t firstStack, RunFn run)
    : uses(table, count), waves(count), runWave(std::move(run)),
      coroutines(stacks, firstStack, count, [this](int64_t wave) {
        runWave(group, wave);
        waves[wave].state = State::Ended;
      }) {}

//===----------------------------------------------------------------------===//
// Steps, on the stack of a wave
//===----------------------------------------------------------------------===//

void PipeGroup::wait(State state) {
  waves[running].state = state;
  coroutines.giveWay();
}

uint32_t PipeGroup::step(uint32_t pipe, PipeStep step, uint32_t line) {
  Wave &wave = waves[running];
  wave.pipe = pipe;
  wave.line = line;
  wave.step = step;
  if (step == PipeStep::Meet) {
    meetSet(pipe);
    return 0;
  }
  if (!uses.isMember(running, pipe, step) ||
      (isLeaving(step) && !uses.hasOpenUse(running, pipe)))
    for (;;)
      wait(State::Failed);
  if (isLeaving(step)) {
    ++uses.get(running, pipe).left;
    return 0;
  }
  if (!uses.canEnter(running, pipe, step))
    wait(State::AtPipe);
  return uses.enter(running, pipe);
}

void PipeGroup::meetSet(uint32_t set) {
  if (!uses.isMember(running, set, PipeStep::Meet))
    for (;;)
      wait(State::Failed);
  ++uses.get(running, set).left;
  if (!uses.canEnter(running, set, PipeStep::Meet))
    wait(State::AtPipe);
  uses.enter(running, set);
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

std::optional<PipeFailure> PipeGroup::run(int64_t number) {
  group = number;
  for (Wave &wave : waves)
    wave.state = State::Ready;
  uses.clear();
  takeThread();
  for (;;) {
    bool progress = false;
    for (size_t i = 0; i < waves.size(); ++i) {
      Wave &wave = waves[i];
      if (wave.state != State::Ready &&
          (wave.state != State::AtPipe ||
           !uses.canEnter(int64_t(i), wave.pipe, wave.step)))
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
  const int64_t line = uses.getPipe(pipe).line;
  return line ? " of line " + std::to_string(line) : " " + std::to_string(pipe);
}

/// The waves of a set: "1, 2 and 3".
std::string PipeGroup::describeSet(uint32_t set) const {
  const std::vector<int64_t> &members = uses.getPipe(set).producers;
  std::string text;
  for (size_t i = 0; i < members.size(); ++i) {
    if (i == mostDescribed)
      return text + " and " + std::to_string(members.size() - i) + " more";
    text += i == 0 ? "" : i + 1 == members.size() ? " and " : ", ";
    text += std::to_string(members[i]);
  }
  return text;
}

std::string PipeGroup::describe(const Wave &wave) const {
  const std::string line =
      wave.line ? " in line " + std::to_string(wave.line) : "";
  if (wave.state == State::AtBarrier)
    return "waits at a barrier" + line;
  if (wave.step == PipeStep::Meet)
    return (wave.state == State::Failed ? "reaches" : "waits at") +
           std::string(" a barrier of the waves ") + describeSet(wave.pipe) +
           line;
  static constexpr const char *verbs[] = {"acquire", "commit", "wait",
                                          "release"};
  return (wave.state == State::Failed ? "executes `" : "waits in `") +
         std::string(verbs[static_cast<uint32_t>(wave.step)]) + "`" + line +
         " of the pipe" + describePipe(wave.pipe);
}

std::optional<PipeFailure> PipeGroup::findUnbalanced(int64_t number) const {
  const std::optional<PipeUses::Imbalance> found = uses.findUnbalanced();
  if (!found)
    return std::nullopt;
  const auto tell = [&](int64_t which) {
    const PipeUses::Uses told = uses.get(which, found->pipe);
    return "wave " + std::to_string(which) + " has entered " +
           std::to_string(told.entered) + " and left " +
           std::to_string(told.left);
  };
  return PipeFailure{
      "pipe-unbalanced",
      "group " + std::to_string(number) +
          " ends with different uses of the pipe" + describePipe(found->pipe) +
          ": " + tell(found->first) +
          (found->wave == found->first ? "" : ", " + tell(found->wave))};
}

PipeFailure PipeGroup::describeDeadlock(int64_t number) const {
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
  // Waves that wait at pipes and barriers have a mistake of a pipe.
  const bool isAtPipe =
      std::any_of(waves.begin(), waves.end(), [](const Wave &wave) {
        return wave.state == State::AtPipe && wave.step != PipeStep::Meet;
      });
  return {isAtPipe ? "pipe-deadlock" : "waves-barrier-deadlock",
          (waiting == 1 ? "a wave of group " : "the waves of group ") +
              std::to_string(number) +
              (waiting == 1 ? " waits forever: "
                            : " wait for each other forever: ") +
              text};
}

PipeFailure PipeGroup::describeFailure(int64_t number) const {
  const Wave &wave = waves[running];
  if (wave.step == PipeStep::Meet)
    return {"waves-barrier-wave", "wave " + std::to_string(running) +
                                      " of group " + std::to_string(number) +
                                      " " + describe(wave) +
                                      " and is not one of them"};
  const bool isProducer = isOfProducers(wave.step);
  std::string reason;
  if (!uses.isMember(running, wave.pipe, wave.step))
    reason = std::string("is not one of its ") +
             (isProducer ? "producers" : "consumers");
  else
    reason = std::string("has no open stage: call `") +
             (isProducer ? "acquire" : "wait") + "()` first";
  return {"pipe-order", "wave " + std::to_string(running) + " of group " +
                            std::to_string(number) + " " + describe(wave) +
                            ", but " + reason};
}
