//===- CheckBarriers.cpp - Checks whether the waves of a group meet -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckLaunch.h"

#include <algorithm>

using namespace wave::runtime;

/// Per wave, since its group last met. Longer paths to a barrier are compared
/// only up to this limit.
static constexpr size_t mostDecisions = 1024;
/// Per wave; an earlier barrier does not explain a race.
static constexpr size_t mostPassages = 64;

void CheckLaunch::branch(int32_t site, LaneSet taken, LaneSet active) {
  if (!startCall(site, active))
    return;
  if (sites[site].synchronizesWave) {
    if (taken && taken != active)
      waves[running].ownSplit = site;
    return;
  }
  std::vector<Decision> &decisions = waves[running].decisions;
  if (decisions.size() < mostDecisions)
    decisions.push_back({site, bool(taken), taken == active});
}

void CheckLaunch::reachBarrier(int32_t site, LaneSet active) {
  if (!startCall(site, active))
    return;
  const CheckSite &barrier = sites[site];
  Wave &wave = waves[running];
  const auto reportLanes = [&] {
    findings.add("barrier-lanes", makeAccess(site, running), std::nullopt,
                 active, -1, findSplit(wave));
    stopIfFull();
  };
  if (barrier.kind == CheckKind::PipeStep) {
    wave.site = site;
    // Reported even if only counts are wanted: later steps are meaningless.
    if (active != wave.live && !isQuiet) {
      reportLanes();
      isQuiet = true;
    }
    return;
  }
  endCopies();
  if (!barrier.synchronizes) {
    if (barrier.synchronizesWave && active != wave.live && isFinding())
      reportLanes();
    tick();
    passBarrier(running, site);
    if (barrier.synchronizesWave)
      wave.ownBarrier = clock.now;
    return;
  }
  wave.state = State::Waiting;
  wave.site = site;
  wave.arrived = active;
  addTrace(TraceKind::Arrive, running, site, active);
  coroutines.giveWay();
}

void CheckLaunch::passBarrier(int64_t wave, int32_t site) {
  std::vector<Passage> &passages = waves[wave].passages;
  if (passages.size() == mostPassages)
    passages.erase(passages.begin(), passages.begin() + mostPassages / 2);
  passages.push_back({clock.now, site});
  const CheckSite &barrier = sites[site];
  if (barrier.ordersGroupshared && groupsharedOrder)
    groupsharedOrder->addBarrier(wave, clock.now);
  if (barrier.ordersBuffers && bufferOrder)
    bufferOrder->addBarrier(wave, clock.now);
}

/// A barrier is between two accesses if one wave passed it after its access and
/// the other wave before its access, whichever access came first in this run.
/// It does not order them, because they race.
void CheckLaunch::nameBarriers() {
  for (const RacingPair &pair : racingPairs) {
    const auto isBetween = [&](const Passage &ofFirst,
                               const Passage &ofSecond) {
      if (ofFirst.site != ofSecond.site)
        return false;
      const bool isAfterFirst = ofFirst.time > pair.firstTime;
      const bool isAfterSecond = ofSecond.time > pair.secondTime;
      // Where waves meet, both passed the barrier at the same time. One wave
      // passes a barrier again in each iteration of a loop.
      const bool isOnePassage =
          sites[ofFirst.site].synchronizes || pair.first == pair.second;
      return isAfterFirst != isAfterSecond &&
             (!isOnePassage || ofFirst.time == ofSecond.time);
    };
    const std::vector<Passage> &second = waves[pair.second].passages;
    for (const Passage &passage : waves[pair.first].passages)
      if (std::any_of(second.begin(), second.end(), [&](const Passage &other) {
            return isBetween(passage, other);
          }))
        findings.setBarrier(pair.finding, passage.site);
  }
  racingPairs.clear();
}

/// Resumes all waiting waves.
void CheckLaunch::releaseWaiting() {
  tick();
  int64_t time = 0;
  for (size_t i = 0; i < waves.size(); ++i) {
    Wave &wave = waves[i];
    wave.decisions.clear();
    if (wave.state != State::Waiting)
      continue;
    time = std::max(time, wave.time);
    const CheckSite &barrier = sites[wave.site];
    if (barrier.ordersGroupshared)
      clock.groupsharedMeeting = clock.now;
    if (barrier.ordersBuffers)
      clock.bufferMeeting = clock.now;
    passBarrier(int64_t(i), wave.site);
  }
  if (clock.bufferMeeting == clock.now && bufferOrder)
    bufferOrder->meet(clock.now);
  if (clock.groupsharedMeeting == clock.now && groupsharedOrder)
    groupsharedOrder->meet(clock.now);
  for (size_t i = 0; i < waves.size(); ++i) {
    Wave &wave = waves[i];
    if (wave.state != State::Waiting)
      continue;
    wave.state = State::Ready;
    wave.time = time;
    addTrace(TraceKind::Leave, int64_t(i), wave.site, wave.arrived);
  }
}

/// Returns the branch where the lanes of a wave diverged.
std::optional<int32_t> CheckLaunch::findSplit(const Wave &wave) const {
  for (auto at = wave.decisions.rbegin(); at != wave.decisions.rend(); ++at)
    if (at->isTakenByAny && !at->isTakenByAll)
      return at->site;
  if (wave.ownSplit >= 0)
    return wave.ownSplit;
  return std::nullopt;
}

/// Returns the branch where two waves diverged: of the branches that both
/// reached, the innermost one that they took differently.
std::optional<int32_t> CheckLaunch::findParting(const Wave &a,
                                                const Wave &b) const {
  std::optional<int32_t> found;
  const size_t count = std::min(a.decisions.size(), b.decisions.size());
  for (size_t i = 0; i < count; ++i) {
    if (a.decisions[i].site != b.decisions[i].site)
      break;
    if (a.decisions[i] != b.decisions[i])
      found = a.decisions[i].site;
  }
  return found;
}

/// All waves have ended or wait. Each lane that has not returned should wait at
/// the same barrier.
void CheckLaunch::judgeBarrier() {
  // Reported even if only counts are wanted: later counts are meaningless.
  if (isQuiet || flag.load(std::memory_order_relaxed) != 0)
    return;
  const auto tell = [&](const char *rule, size_t wave,
                        std::optional<CheckAccess> other,
                        std::optional<int32_t> branch) {
    findings.startCall();
    findings.add(rule, makeAccess(waves[wave].site, int64_t(wave)), other,
                 waves[wave].arrived, -1, branch);
    stopIfFull();
    isQuiet = true;
  };
  const size_t first = std::find_if(waves.begin(), waves.end(),
                                    [](const Wave &wave) {
                                      return wave.state == State::Waiting;
                                    }) -
                       waves.begin();
  for (size_t i = first; i < waves.size(); ++i)
    if (waves[i].state == State::Waiting && waves[i].arrived != waves[i].live)
      return tell("barrier-lanes", i, std::nullopt, findSplit(waves[i]));
  for (size_t i = first; i < waves.size(); ++i)
    if (waves[i].state == State::Waiting && waves[i].site != waves[first].site)
      return tell(
          "barrier-mismatch", first,
          makeAccess(waves[i].site, int64_t(i), waves[i].arrived.getFirst()),
          findParting(waves[first], waves[i]));
  for (size_t i = 0; i < waves.size(); ++i)
    if (waves[i].state == State::Ended && waves[i].live)
      return tell("barrier-not-reached", first,
                  makeAccess(-1, int64_t(i), waves[i].live.getFirst()),
                  findParting(waves[first], waves[i]));
  // The same barrier, which the waves reached in different loop iterations.
  for (size_t i = first + 1; i < waves.size(); ++i)
    if (waves[i].state == State::Waiting)
      if (std::optional<int32_t> branch = findParting(waves[first], waves[i]))
        return tell(
            "barrier-mismatch", first,
            makeAccess(waves[i].site, int64_t(i), waves[i].arrived.getFirst()),
            branch);
}
