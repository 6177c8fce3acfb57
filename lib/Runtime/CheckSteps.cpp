//===- CheckSteps.cpp - Checks pipes and barriers of sets of waves --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckLaunch.h"

#include <algorithm>

using namespace wave::runtime;

/// Per wave; earlier steps do not explain a race.
static constexpr size_t mostPipeEvents = 1 << 12;

//===----------------------------------------------------------------------===//
// Steps, on the stack of a wave
//===----------------------------------------------------------------------===//

uint32_t CheckLaunch::step(uint32_t pipe, PipeStep step, uint32_t) {
  Wave &wave = waves[running];
  const auto isStopped = [&] {
    return flag.load(std::memory_order_relaxed) != 0;
  };
  const PipeUses &uses = pipes.getUses();
  if (isStopped())
    return isLeaving(step) || step == PipeStep::Meet
               ? 0
               : pipes.force(running, pipe);
  try {
    wave.pipe = pipe;
    wave.step = step;
    if (step == PipeStep::Meet) {
      meetSet(pipe);
      return 0;
    }
    if (!uses.isMember(running, pipe, step) ||
        (isLeaving(step) && !uses.hasOpenUse(running, pipe))) {
      CheckPipeUse use = getUse(running, pipe);
      use.site = -1;
      reportMisuse("pipe-order", makeAccess(wave.site, running), use);
      return 0;
    }
    if (isLeaving(step)) {
      leaveUse(pipe);
      return 0;
    }
    if (!uses.canEnter(running, pipe, step)) {
      wave.state = State::AtPipe;
      coroutines.giveWay();
      if (isStopped())
        return pipes.force(running, pipe);
    }
    enterUse(pipe, step);
  } catch (...) {
    fail(std::current_exception());
  }
  return static_cast<uint32_t>((uses.get(running, pipe).entered - 1) %
                               uses.getPipe(pipe).stages);
}

void CheckLaunch::meetSet(uint32_t set) {
  Wave &wave = waves[running];
  const PipeUses &uses = pipes.getUses();
  wave.openCopy = -1;
  if (!uses.isMember(running, set, PipeStep::Meet)) {
    CheckPipeUse use = getUse(running, set);
    use.site = -1;
    reportMisuse("waves-barrier-wave", makeAccess(wave.site, running), use);
    return;
  }
  tick();
  pipes.leave(running, set, clock.now, wave.time);
  addPipeEvent(set);
  addTrace(TraceKind::Arrive, running, wave.site, wave.live);
  if (!uses.canEnter(running, set, PipeStep::Meet)) {
    wave.state = State::AtPipe;
    coroutines.giveWay();
    if (flag.load(std::memory_order_relaxed) != 0)
      return;
  }
  tick();
  wave.time = std::max(wave.time, pipes.enter(running, set, PipeStep::Meet));
  addPipeEvent(set);
  addTrace(TraceKind::Leave, running, wave.site, wave.live);
}

void CheckLaunch::enterUse(uint32_t pipe, PipeStep step) {
  Wave &wave = waves[running];
  tick();
  const int64_t operations = pipes.enter(running, pipe, step);
  if (operations > wave.time) {
    addTrace(TraceKind::Arrive, running, wave.site, wave.live);
    wave.time = operations;
    addTrace(TraceKind::Leave, running, wave.site, wave.live);
  }
  addPipeEvent(pipe);
  addTrace(TraceKind::Open, running, wave.site, wave.live,
           pipes.getUses().get(running, pipe).entered - 1);
}

void CheckLaunch::leaveUse(uint32_t pipe) {
  Wave &wave = waves[running];
  endCopies();
  tick();
  addTrace(TraceKind::Close, running, wave.site, wave.live,
           pipes.getUses().get(running, pipe).left);
  pipes.leave(running, pipe, clock.now, wave.time);
  addPipeEvent(pipe);
  if (options.waveOrder > 1 && (random() & 1) != 0)
    coroutines.giveWay();
}

void CheckLaunch::addPipeEvent(uint32_t pipe) {
  Wave &wave = waves[running];
  if (wave.pipeEvents.size() == mostPipeEvents) {
    wave.pipeEvents.erase(wave.pipeEvents.begin(),
                          wave.pipeEvents.begin() + mostPipeEvents / 2);
    wave.hasAllPipeEvents = false;
  }
  const PipeUses::Uses &uses = pipes.getUses().get(running, pipe);
  wave.pipeEvents.push_back({clock.now,
                             {int32_t(pipe), isOfProducers(wave.step),
                              uses.entered, uses.left, wave.site}});
}

//===----------------------------------------------------------------------===//
// What waves have done with pipes
//===----------------------------------------------------------------------===//

/// Returns the uses now, with the last step.
CheckPipeUse CheckLaunch::getUse(int64_t wave, uint32_t pipe) const {
  const PipeUses::Uses &uses = pipes.getUses().get(wave, pipe);
  const bool isProducer =
      pipes.getUses().isMember(wave, pipe, PipeStep::Acquire);
  CheckPipeUse use = {int32_t(pipe), isProducer, uses.entered, uses.left, -1};
  const std::vector<PipeEvent> &events = waves[wave].pipeEvents;
  for (auto at = events.rbegin(); at != events.rend(); ++at)
    if (at->use.pipe == int32_t(pipe)) {
      use.site = at->use.site;
      break;
    }
  return use;
}

/// Returns the uses at a time in this group, if they are still known.
std::optional<CheckPipeUse> CheckLaunch::findUse(int64_t wave, uint32_t pipe,
                                                 int32_t time) const {
  const std::vector<PipeEvent> &events = waves[wave].pipeEvents;
  for (auto at = events.rbegin(); at != events.rend(); ++at)
    if (at->time <= time && at->use.pipe == int32_t(pipe))
      return at->use;
  if (!waves[wave].hasAllPipeEvents)
    return std::nullopt;
  return CheckPipeUse{int32_t(pipe), getUse(wave, pipe).isProducer};
}

/// Finds a pipe that both waves use: if possible one that passes data between
/// them, from the wave that stores. Otherwise a set of waves with both of them.
std::optional<uint32_t> CheckLaunch::findCommonPipe(int64_t writer,
                                                    int64_t other) const {
  const PipeUses &uses = pipes.getUses();
  const auto isIn = [&](int64_t wave, uint32_t pipe, bool producers) {
    return uses.isMember(wave, pipe,
                         producers ? PipeStep::Acquire : PipeStep::Wait);
  };
  const auto isOfBarriers = [&](uint32_t pipe) {
    return uses.getPipe(pipe).isOfBarriers();
  };
  for (auto [first, second] : {std::pair(true, false), std::pair(false, true),
                               std::pair(true, true), std::pair(false, false)})
    for (uint32_t pipe = 0; pipe < uses.size(); ++pipe)
      if (!isOfBarriers(pipe) && isIn(writer, pipe, first) &&
          isIn(other, pipe, second))
        return pipe;
  for (uint32_t set = 0; set < uses.size(); ++set)
    if (isOfBarriers(set) && isIn(writer, set, true) && isIn(other, set, true))
      return set;
  return std::nullopt;
}

/// Finds a pipe that one of two racing waves uses, with a stage open at its access, and
/// that has the other wave in none of its sets. Returns what both have done with it; the
/// other wave has no side, and no uses.
std::optional<std::pair<CheckPipeUse, CheckPipeUse>>
CheckLaunch::findPipeOfOne(int64_t other, int32_t time) const {
  const PipeUses &uses = pipes.getUses();
  const auto isIn = [&](int64_t wave, uint32_t pipe) {
    return uses.isMember(wave, pipe, PipeStep::Acquire) ||
           uses.isMember(wave, pipe, PipeStep::Wait);
  };
  for (uint32_t pipe = 0; pipe < uses.size(); ++pipe) {
    if (uses.getPipe(pipe).isOfBarriers() ||
        isIn(running, pipe) == isIn(other, pipe))
      continue;
    const CheckPipeUse none = {int32_t(pipe)};
    if (isIn(running, pipe)) {
      if (uses.hasOpenUse(running, pipe))
        return std::pair(getUse(running, pipe), none);
    } else if (const std::optional<CheckPipeUse> before =
                   findUse(other, pipe, time)) {
      if (before->left < before->entered)
        return std::pair(none, *before);
    }
  }
  return std::nullopt;
}

/// Adds to a race of the running wave what both waves have done with a pipe.
void CheckLaunch::explainByPipe(size_t finding, int32_t site, uint32_t actor,
                                int32_t time) {
  const int64_t other = actors.getWave(actor);
  if (other == running || pipes.getUses().size() == 0)
    return;
  const bool isWriter = sites[site].kind != CheckKind::Load;
  const std::optional<uint32_t> pipe = isWriter
                                           ? findCommonPipe(running, other)
                                           : findCommonPipe(other, running);
  if (!pipe) {
    if (const auto both = findPipeOfOne(other, time))
      findings.setUses(finding, both->first, both->second);
    return;
  }
  if (const std::optional<CheckPipeUse> before = findUse(other, *pipe, time))
    findings.setUses(finding, getUse(running, *pipe), *before);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// Reports a wrong use, even if only counts are wanted: what follows is
/// meaningless.
void CheckLaunch::reportMisuse(const char *rule, CheckAccess access,
                               CheckPipeUse use) {
  if (isQuiet)
    return;
  CheckFinding finding;
  finding.rule = rule;
  finding.access = access;
  finding.use = use;
  findings.startCall();
  findings.add(std::move(finding));
  stopIfFull();
  isQuiet = true;
}

/// The waves that must act before a waiting wave goes on.
std::vector<int64_t> CheckLaunch::getAwaited(int64_t number) const {
  const Wave &wave = waves[number];
  const PipeUses &uses = pipes.getUses();
  std::vector<int64_t> awaited;
  if (wave.state == State::AtPipe) {
    const int64_t needed = uses.getNeeded(number, wave.pipe, wave.step);
    for (int64_t other : uses.getOthers(wave.pipe, wave.step))
      if (uses.get(other, wave.pipe).left < needed)
        awaited.push_back(other);
  } else if (wave.state == State::Waiting) {
    for (int64_t other = 0; other < int64_t(waves.size()); ++other)
      if (waves[other].state == State::AtPipe)
        awaited.push_back(other);
  }
  return awaited;
}

CheckWait CheckLaunch::describeWait(int64_t number, int64_t awaited) const {
  const Wave &wave = waves[number];
  CheckWait wait;
  wait.access = makeAccess(wave.site, number, wave.live.getFirst());
  wait.forWave = int32_t(awaited);
  if (wave.state == State::AtPipe) {
    wait.use = getUse(number, wave.pipe);
    wait.awaited = getUse(awaited, wave.pipe);
  }
  return wait;
}

/// Returns a wave that waits for one that has ended, or else a cycle of waves.
std::vector<CheckWait> CheckLaunch::findWaits() const {
  const auto count = int64_t(waves.size());
  int64_t first = -1;
  for (int64_t wave = 0; wave < count; ++wave)
    for (int64_t awaited : getAwaited(wave)) {
      if (waves[awaited].state == State::Ended) {
        CheckWait end;
        end.access = makeAccess(-1, awaited, waves[awaited].live.getFirst());
        end.use = getUse(awaited, waves[wave].pipe);
        return {describeWait(wave, awaited), end};
      }
      if (first < 0)
        first = wave;
    }
  // Each wave waits for another one, so the path ends in a cycle.
  std::vector<int64_t> path;
  int64_t at = first;
  while (std::find(path.begin(), path.end(), at) == path.end()) {
    path.push_back(at);
    at = getAwaited(at).front();
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::vector<CheckWait> waits;
  for (size_t i = 0; i < path.size(); ++i)
    waits.push_back(describeWait(path[i], path[(i + 1) % path.size()]));
  return waits;
}

/// No wave can run, and some wait at pipes or barriers of sets of waves. Stops the launch: there is no state
/// in which the waves could go on.
void CheckLaunch::judgeDeadlock() {
  bool isAtPipe = false;
  for (size_t i = 0; i < waves.size(); ++i) {
    // The arrival at a barrier has been recorded.
    if (waves[i].state != State::AtPipe || waves[i].step == PipeStep::Meet)
      continue;
    isAtPipe = true;
    addTrace(TraceKind::Arrive, int64_t(i), waves[i].site, waves[i].live);
  }
  if (!isQuiet) {
    CheckFinding finding;
    finding.rule = isAtPipe ? "pipe-deadlock" : "waves-barrier-deadlock";
    finding.waits = findWaits();
    finding.access = finding.waits.front().access;
    finding.other = finding.waits[1].access;
    findings.startCall();
    findings.add(std::move(finding));
  }
  stop(CheckEnd::Deadlock);
  for (Wave &wave : waves)
    if (wave.state == State::Waiting)
      wave.state = State::Ready;
}

/// All waves have ended.
void CheckLaunch::judgeBalance() {
  if (isQuiet || flag.load(std::memory_order_relaxed) != 0)
    return;
  const std::optional<PipeUses::Imbalance> found =
      pipes.getUses().findUnbalanced();
  if (!found)
    return;
  const auto getPlace = [&](int64_t wave, CheckPipeUse &use) {
    use = getUse(wave, found->pipe);
    return makeAccess(use.site >= 0 ? use.site : pipeSites[found->pipe], wave);
  };
  CheckFinding finding;
  finding.rule = "pipe-unbalanced";
  finding.access = getPlace(found->wave, finding.use.emplace());
  if (found->first != found->wave)
    finding.other = getPlace(found->first, finding.otherUse.emplace());
  findings.startCall();
  findings.add(std::move(finding));
  stopIfFull();
}
