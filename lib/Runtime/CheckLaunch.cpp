//===- CheckLaunch.cpp - One launch with checks ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckLaunch.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace wave::runtime;

/// If a group executes a site more often, later values are compared only within
/// each wave.
static constexpr size_t mostUniforms = 1 << 20;

CheckLaunch::CheckLaunch(int64_t lanes, int64_t waves, size_t frameBytes,
                         const int64_t *pipes, std::span<const CheckSite> sites,
                         std::span<const CheckMemory> memories,
                         const CheckOptions &options, RunFn run)
    : lanes(lanes), sites(sites), memories(memories), options(options),
      runWave(std::move(run)), findings(options.mostFindings),
      actors(
          sites.size(), waves, lanes,
          std::any_of(sites.begin(), sites.end(),
                      [](const CheckSite &site) { return site.isOfCopy; }),
          std::any_of(sites.begin(), sites.end(),
                      [](const CheckSite &site) { return site.isOfMatrix(); })),
      pipes(pipes, waves), waves(waves), waveOrder(waves),
      random(options.waveOrder), uniformNumbers(sites.size(), -1),
      stacks(waves, frameBytes),
      coroutines(stacks, 0, waves, [this](int64_t wave) {
        runWave(group, wave);
        reportOpenCopy(wave);
        addTrace(TraceKind::End, wave, -1, this->waves[wave].live);
        this->waves[wave].state = State::Ended;
      }) {
  result.counts.resize(sites.size());
  std::iota(waveOrder.begin(), waveOrder.end(), 0);
  if (options.waveOrder == 1)
    std::reverse(waveOrder.begin(), waveOrder.end());
  for (size_t i = 0; i < sites.size(); ++i)
    if (sites[i].kind == CheckKind::Pipe)
      pipeSites.push_back(int32_t(i));
  if (!options.undefined)
    return;
  shadow.emplace(sites, memories, actors, clock,
                 this->pipes.getUses().size() ? waves : 0,
                 options.mostShadowBytes);

  // An atomic orders accesses if a barrier is between it and them. For
  // groupshared memory, a barrier at which the group waits orders without
  // atomics.
  bool hasAtomics = false, ordersBuffers = false, ordersGroupshared = false;
  for (size_t i = 0; i < sites.size(); ++i) {
    const CheckSite &site = sites[i];
    if (site.kind == CheckKind::Uniform) {
      uniformNumbers[i] = int32_t(uniforms.size());
      uniforms.push_back({{}, std::vector<size_t>(waves)});
    }
    hasAtomics |= site.kind == CheckKind::Atomic;
    ordersBuffers |= site.ordersBuffers;
    ordersGroupshared |= site.ordersGroupshared && !site.synchronizes;
    isGroupsharedAtomicOrderingBuffers |=
        site.ordersBuffers && !site.synchronizes;
  }
  if (hasAtomics && ordersBuffers)
    bufferOrder.emplace(waves, this->pipes);
  if (hasAtomics && ordersGroupshared)
    groupsharedOrder.emplace(waves, this->pipes);
}

void CheckLaunch::stop(CheckEnd why) {
  int32_t expected = 0;
  flag.compare_exchange_strong(expected, int32_t(why) + 1,
                               std::memory_order_relaxed);
}

void CheckLaunch::fail(std::exception_ptr thrown) {
  if (!error)
    error = std::move(thrown);
  stop(CheckEnd::Interrupted);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

CheckResult CheckLaunch::run(int64_t groups) {
  takeThread();
  for (group = 0; group < groups && flag == 0; ++group)
    runGroup();
  if (error)
    std::rethrow_exception(error);
  result.findings = findings.take();
  if (const int32_t why = flag; why != 0) {
    result.end = CheckEnd(why - 1);
    if (lastSite >= 0)
      result.last = {lastSite, group - 1, int32_t(lastWave), -1};
  }
  if (shadow)
    result.shadowBytes = shadow->getBytes();
  return std::move(result);
}

void CheckLaunch::runGroup() {
  startGroup();
  const auto isAny = [&](State state) {
    return std::any_of(waves.begin(), waves.end(), [state](const Wave &wave) {
      return wave.state == state;
    });
  };
  const auto canRun = [&](int64_t number) {
    const Wave &wave = waves[number];
    if (wave.state != State::AtPipe)
      return wave.state == State::Ready;
    return flag.load(std::memory_order_relaxed) != 0 ||
           pipes.getUses().canEnter(number, wave.pipe, wave.step);
  };
  for (;;) {
    bool hasRun = false;
    orderWaves();
    for (int64_t wave : waveOrder)
      if (canRun(wave)) {
        running = wave;
        waves[wave].state = State::Ready;
        coroutines.resume(wave);
        hasRun = true;
      }
    if (hasRun)
      continue;
    if (isAny(State::AtPipe)) {
      judgeDeadlock();
    } else if (isAny(State::Waiting)) {
      judgeBarrier();
      releaseWaiting();
    } else {
      break;
    }
  }
  endGroup();
}

void CheckLaunch::orderWaves() {
  if (options.waveOrder > 1 && pipes.getUses().size())
    std::shuffle(waveOrder.begin(), waveOrder.end(), random);
}

void CheckLaunch::startGroup() {
  // Reset long before the time overflows, and never within a group.
  if (clock.now > CheckClock::end / 2) {
    clock.now = 0;
    firstGroup = group;
    starts.clear();
    if (shadow)
      shadow->clear();
    if (bufferOrder)
      bufferOrder->clear();
  }
  isQuiet = false;
  tick();
  clock.group = clock.groupsharedMeeting = clock.bufferMeeting = clock.now;
  starts.push_back(clock.now);
  pipes.startGroup(clock.now);
  for (Wave &wave : waves) {
    Wave before = std::move(wave);
    before.decisions.clear();
    before.passages.clear();
    before.pipeEvents.clear();
    for (std::vector<LaneSet> &elements : before.locals)
      std::fill(elements.begin(), elements.end(), LaneSet());
    wave = {};
    wave.decisions = std::move(before.decisions);
    wave.passages = std::move(before.passages);
    wave.pipeEvents = std::move(before.pipeEvents);
    wave.locals = std::move(before.locals);
  }
  if (bufferOrder)
    bufferOrder->startGroup(group);
  if (groupsharedOrder) {
    groupsharedOrder->clear();
    groupsharedOrder->startGroup(group);
  }
  for (UniformSite &uniform : uniforms) {
    uniform.values.clear();
    std::fill(uniform.executions.begin(), uniform.executions.end(), 0);
  }
}

void CheckLaunch::endGroup() {
  nameBarriers();
  judgeBalance();
  findings.endGroup();
  stopIfFull();
  if (flag.load(std::memory_order_relaxed) != 0)
    return;
  ++result.groups;
  result.waves += int64_t(waves.size());
  for (const Wave &wave : waves) {
    result.lanes += wave.entered.count();
    result.lanesWithoutThread += lanes - wave.entered.count();
    result.lanesWithoutWork += (wave.entered & ~wave.working).count();
  }
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

void CheckLaunch::tick() {
  if (clock.now == CheckClock::end)
    isQuiet = true;
  else
    ++clock.now;
}

int64_t CheckLaunch::getGroup(int32_t time) const {
  return firstGroup - 1 +
         (std::upper_bound(starts.begin(), starts.end(), time) -
          starts.begin());
}

bool CheckLaunch::startCall(int32_t site, LaneSet lanes) {
  if (!lanes)
    return false;
  // Stopping leaves loops in the middle: later events never happened.
  if (flag.load(std::memory_order_relaxed) != 0)
    return false;
  lastSite = site;
  lastWave = running;
  // Without an instruction, counting bits is slow, and masks seldom change.
  if (lanes != countedLanes) {
    countedLanes = lanes;
    laneCount = lanes.count();
  }
  findings.startCall();
  ++waves[running].time;
  ++result.counts[site].executions;
  result.counts[site].lanes += laneCount;
  return true;
}

void CheckLaunch::addTrace(TraceKind kind, int64_t wave, int32_t site,
                           LaneSet lanes, int64_t use) {
  // After a deadlock, waves end that never would.
  if (!options.trace ||
      flag.load(std::memory_order_relaxed) == int32_t(CheckEnd::Deadlock) + 1)
    return;
  if (int64_t(result.trace.size()) >= options.mostEvents) {
    result.traceIsWhole = false;
    return;
  }
  result.trace.push_back(
      {kind, waves[wave].time, group, int32_t(wave), site, lanes.count(), use});
}

//===----------------------------------------------------------------------===//
// Lanes and values
//===----------------------------------------------------------------------===//

void CheckLaunch::enter(LaneSet lanes) {
  Wave &wave = waves[running];
  wave.entered = wave.live = lanes;
  addTrace(TraceKind::Begin, running, -1, lanes);
}

void CheckLaunch::retire(int32_t site, LaneSet lanes) {
  if (!startCall(site, lanes))
    return;
  Wave &wave = waves[running];
  wave.live = wave.live & ~lanes;
  addTrace(TraceKind::Retire, running, site, lanes);
}

void CheckLaunch::findUndefined(int32_t site, const uint32_t *indices,
                                LaneSet lanes) {
  if (!startCall(site, lanes) || !isFinding())
    return;
  findings.add(sites[site].rule, makeAccess(site, running), std::nullopt, lanes,
               indices ? int64_t(indices[lanes.getFirst()]) : -1);
  stopIfFull();
}

void CheckLaunch::compare(int32_t site, const uint64_t *values, uint64_t value,
                          LaneSet lanes) {
  if (!startCall(site, lanes) || !isFinding())
    return;
  const auto getBits = [&](int32_t lane) {
    return values ? values[lane] : value;
  };
  const int32_t firstLane = lanes.getFirst();
  Uniform expected = {getBits(firstLane), int32_t(running), firstLane};
  UniformSite &uniform = uniforms[uniformNumbers[site]];
  const size_t execution = uniform.executions[running]++;
  if (execution < uniform.values.size())
    expected = uniform.values[execution];
  else if (execution < mostUniforms)
    uniform.values.push_back(expected);
  LaneSet others;
  lanes.forEach([&](int32_t lane) {
    if (getBits(lane) != expected.bits)
      others.insert(lane);
  });
  if (!others)
    return;
  findings.add("group-uniform", makeAccess(site, running),
               makeAccess(site, expected.wave, expected.lane), others);
  stopIfFull();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns the lanes whose element exists. Inactive lanes may have any index.
static LaneSet getInside(const CheckAccesses &accesses, int64_t elements,
                         int64_t waveSize) {
  const LaneSet lanes = accesses.lanes;
  if (!accesses.indices) {
    const uint64_t first = accesses.getIndex(lanes.getFirst());
    const uint64_t last =
        accesses.base + uint64_t(accesses.stride) * lanes.getLast();
    if (std::max(first, last) < uint64_t(elements))
      return lanes;
  } else {
    uint32_t most = 0;
    for (int64_t i = 0; i < waveSize; ++i)
      most = std::max(most, accesses.indices[i]);
    if (int64_t(most) < elements)
      return lanes;
  }
  LaneSet inside;
  lanes.forEach([&](int32_t lane) {
    if (accesses.getIndex(lane) < uint64_t(elements))
      inside.insert(lane);
  });
  return inside;
}

/// An atomic reads first.
void CheckLaunch::noteElements(const CheckSite &at,
                               const CheckAccesses &accesses) {
  if (at.kind != CheckKind::Store)
    accesses.lanes.forEach([&](int32_t lane) {
      findings.noteRead(at.memory, accesses.getIndex(lane), running, lane);
    });
  if (at.kind != CheckKind::Load)
    accesses.lanes.forEach([&](int32_t lane) {
      findings.noteWrite(at.memory, accesses.getIndex(lane), running, lane);
    });
}

void CheckLaunch::access(int32_t site, const uint32_t *indices, uint32_t base,
                         uint32_t stride, const void *values, LaneSet active) {
  if (!startCall(site, active))
    return;
  const CheckSite &at = sites[site];
  const CheckMemory &memory = memories[at.memory];
  CheckAccesses accesses = {at.memory, at.kind, actors.encode(site, running),
                            active,    indices, base,
                            stride,    values};
  if (at.isOfCopy)
    accesses.actor += actors.getCopier(waves[running].copies);
  const LaneSet inside = getInside(accesses, memory.elements, lanes);
  const LaneSet outside = active & ~inside;
  const bool isLocal = memory.kind == CheckMemoryKind::Local;
  const bool isGroupshared = memory.kind == CheckMemoryKind::Groupshared;
  if (!isLocal)
    waves[running].working = waves[running].working | inside;
  const size_t scalar = isLocal ? getNextScalar(site) : 0;
  if (!isFinding())
    return;
  if (outside)
    findings.add(isLocal || isGroupshared ? "out-of-bounds" : "buffer-bounds",
                 makeAccess(site, running), std::nullopt, outside,
                 accesses.getIndex(outside.getFirst()));

  accesses.lanes = inside;
  if (inside && isLocal)
    if (const LaneSet unwritten = recordLocal(site, scalar, accesses))
      findings.addUnwritten(makeAccess(site, running), unwritten,
                            accesses.getIndex(unwritten.getFirst()));
  if (inside && !isLocal) {
    LaneSet unwritten;
    // An update of coherent memory conflicts with updates, stores and atomics of
    // other lanes, as a plain store does. Loads conflict with nothing.
    if (at.mayLoseUpdate) {
      accesses.kind = CheckKind::Store;
      accesses.isUpdate = true;
    }
    if (shadow->isWatched(at.memory) && !at.loadsCoherent)
      unwritten = shadow->record(
          accesses, waves[running].ownBarrier, pipes.getKnown(running),
          [&](int32_t lane, uint32_t index, int32_t time, uint32_t actor) {
            return isConflict(site, lane, index, time, actor);
          });
    else if (isGroupshared)
      unwritten = inside;
    if (unwritten)
      findings.addUnwritten(makeAccess(site, running), unwritten,
                            accesses.getIndex(unwritten.getFirst()));
    if (isGroupshared) {
      unwritten.forEach([&](int32_t lane) {
        findings.addUnwrittenElement(site, at.memory, accesses.getIndex(lane),
                                     running, lane);
      });
      if (findings.hasUnwrittenElements())
        noteElements(at, accesses);
    }
    if (at.kind == CheckKind::Atomic) {
      const auto addTo = [&](CheckOrder &order) {
        inside.forEach([&](int32_t lane) {
          order.addAtomic(running, at.memory, accesses.getIndex(lane),
                          isGroupshared);
        });
      };
      if (groupsharedOrder)
        addTo(*groupsharedOrder);
      if (bufferOrder && (!isGroupshared || isGroupsharedAtomicOrderingBuffers))
        addTo(*bufferOrder);
    }
  }
  stopIfFull();
}

/// A groupshared element of a matrix that the group has not written.
void CheckLaunch::noteUnwritten(int32_t site, uint32_t index) {
  findings.addUnwritten(makeAccess(site, running), LaneSet(), index);
  findings.addUnwrittenElement(site, sites[site].memory, index, running,
                               /*lane=*/-1);
}

void CheckLaunch::accessMatrix(int32_t site, uint32_t first, uint32_t stride,
                               LaneSet active) {
  if (!startCall(site, active))
    return;
  const CheckSite &at = sites[site];
  const CheckMemory &memory = memories[at.memory];
  const auto elements = uint64_t(memory.elements);
  const bool isGroupshared = memory.kind == CheckMemoryKind::Groupshared;
  Wave &wave = waves[running];
  addTrace(TraceKind::Matrix, running, site, active);
  if (first < elements)
    wave.working = wave.working | active;
  if (!isFinding())
    return;
  const bool isStore = at.kind == CheckKind::Store;
  if (isStore || wave.hasStoredMatrix)
    ++wave.matrices;
  wave.hasStoredMatrix = isStore;
  CheckAccesses accesses = {at.memory,
                            at.kind,
                            actors.encode(site, running) +
                                actors.getWhole(wave.matrices),
                            active,
                            nullptr,
                            0,
                            1,
                            nullptr};
  const auto isRacing = [&](int32_t, uint32_t index, int32_t time,
                            uint32_t actor) {
    return isConflict(site, /*lane=*/-1, index, time, actor);
  };
  const auto noteElement = [&](uint32_t index) { noteUnwritten(site, index); };
  std::optional<uint64_t> outside;
  const auto accessRun = [&](uint64_t start, uint64_t length) {
    const uint64_t count =
        start < elements ? std::min(length, elements - start) : 0;
    if (count < length && !outside)
      outside = start + count;
    if (count == 0)
      return;
    if (shadow->isWatched(at.memory))
      shadow->recordOfWave(accesses, uint32_t(start), uint32_t(count),
                           wave.ownBarrier, pipes.getKnown(running), isRacing,
                           noteElement);
    else if (isGroupshared)
      for (uint64_t i = start; i < start + count; ++i)
        noteElement(uint32_t(i));
    if (!isGroupshared || !findings.hasUnwrittenElements())
      return;
    for (uint64_t i = start; i < start + count; ++i)
      if (isStore)
        findings.noteWrite(at.memory, int64_t(i), running, /*lane=*/-1);
      else
        findings.noteRead(at.memory, int64_t(i), running, /*lane=*/-1);
  };
  if (stride == uint64_t(at.runLength))
    accessRun(first, uint64_t(at.runs) * stride);
  else
    for (int64_t run = 0; run < at.runs; ++run)
      accessRun(first + uint64_t(run) * stride, uint64_t(at.runLength));
  if (outside)
    findings.add(isGroupshared ? "out-of-bounds" : "buffer-bounds",
                 makeAccess(site, running), std::nullopt, LaneSet(),
                 int64_t(*outside));
  stopIfFull();
}

/// The number of the scalar that a call for an access is about, if the access copies.
size_t CheckLaunch::getNextScalar(int32_t site) {
  const CheckSite &at = sites[site];
  const size_t scalars = std::max(at.copied.size(), at.copies.size());
  if (scalars == 0)
    return 0;
  size_t &next = waves[running].localCopies[site].next;
  const size_t scalar = next;
  next = (next + 1) % scalars;
  return scalar;
}

/// Each lane has its own array. Returns lanes that use an unwritten element. A copy of
/// such an element is as unwritten.
LaneSet CheckLaunch::recordLocal(int32_t site, size_t scalar,
                                 const CheckAccesses &accesses) {
  std::vector<std::vector<LaneSet>> &locals = waves[running].locals;
  locals.resize(memories.size());
  std::vector<LaneSet> &written = locals[accesses.memory];
  written.resize(memories[accesses.memory].elements);
  const CheckSite &at = sites[site];
  std::unordered_map<int32_t, LocalCopy> &copies = waves[running].localCopies;
  LaneSet withoutValue;
  if (!at.copies.empty() && at.copies[scalar].first >= 0) {
    const auto [load, component] = at.copies[scalar];
    const std::vector<LaneSet> &loaded = copies[load].unwritten;
    if (size_t(component) < loaded.size())
      withoutValue = loaded[component];
  }
  LaneSet unwritten;
  accesses.lanes.forEach([&](int32_t lane) {
    LaneSet &element = written[accesses.getIndex(lane)];
    if (accesses.kind != CheckKind::Store) {
      if (!element.contains(lane))
        unwritten.insert(lane);
    } else if (withoutValue.contains(lane)) {
      element = element & ~LaneSet::getRange(lane, lane + 1);
    } else {
      element.insert(lane);
    }
  });
  if (at.copied.empty())
    return unwritten;
  std::vector<LaneSet> &loaded = copies[site].unwritten;
  loaded.resize(at.copied.size());
  loaded[scalar] = (loaded[scalar] & ~accesses.lanes) | unwritten;
  return at.copied[scalar] ? LaneSet() : unwritten;
}

/// The copy ends at the next barrier of the wave, or at its next commit or release.
void CheckLaunch::startCopy(int32_t site, LaneSet active) {
  Wave &wave = waves[running];
  ++wave.copies;
  wave.openCopy = site;
  addTrace(TraceKind::Copy, running, site, active);
  if (active == wave.live || !isFinding())
    return;
  findings.add("async-copy-divergent", makeAccess(site, running), std::nullopt,
               active, -1, findSplit(wave));
  stopIfFull();
}

void CheckLaunch::endCopies() {
  Wave &wave = waves[running];
  if (wave.openCopy >= 0)
    addTrace(TraceKind::Copied, running, wave.openCopy, wave.live);
  wave.openCopy = -1;
}

void CheckLaunch::reportOpenCopy(int64_t wave) {
  const int32_t site = waves[wave].openCopy;
  if (site < 0 || !isFinding())
    return;
  findings.startCall();
  findings.add("async-copy-not-waited", makeAccess(site, wave));
  stopIfFull();
}

void CheckLaunch::countEvent(int32_t site, LaneSet lanes) {
  if (!startCall(site, lanes))
    return;
  if (sites[site].kind == CheckKind::Copy)
    return startCopy(site, lanes);
  if (sites[site].kind == CheckKind::Matrix)
    return addTrace(TraceKind::Matrix, running, site, lanes);
  if (sites[site].memory < 0)
    return;
  // The local array is created again, with undefined contents.
  std::vector<std::vector<LaneSet>> &locals = waves[running].locals;
  if (locals.empty())
    return;
  for (LaneSet &element : locals[sites[site].memory])
    element = element & ~lanes;
}

bool CheckLaunch::isConflict(int32_t site, int32_t lane, uint32_t index,
                             int32_t time, uint32_t actor) {
  const int64_t otherGroup = getGroup(time);
  const int32_t otherWave = actors.getWave(actor);
  int32_t otherLane = actors.getLane(actor);
  const bool isGroupshared =
      memories[sites[site].memory].kind == CheckMemoryKind::Groupshared;
  std::optional<CheckOrder> &order =
      isGroupshared ? groupsharedOrder : bufferOrder;
  if (order && order->isKnown(running, clock.now, otherGroup, otherWave, time))
    return false;
  // The lane itself, and other lanes that stored the same value.
  if (otherGroup == group && otherWave == running && otherLane == lane)
    otherLane = -1;
  LaneSet found;
  if (!sites[site].isOfMatrix())
    found.insert(lane);
  // Atomics race only with other accesses.
  const bool areAtomics =
      sites[site].kind == CheckKind::Atomic &&
      sites[actors.getSite(actor)].kind == CheckKind::Atomic;
  const std::optional<size_t> number = findings.addRace(
      areAtomics ? "lost-update" : "race", makeAccess(site, running),
      {actors.getSite(actor), otherGroup, otherWave, otherLane}, found, index);
  if (number && otherGroup == group) {
    racingPairs.push_back({*number, otherWave, running, time, clock.now});
    explainByPipe(*number, site, actor, time);
  }
  return true;
}
