//===- CheckShadow.cpp - The last accesses to each element ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all accesses are by neighboring lanes to neighboring elements, without
// a conflict. Vectorized loops over stamps detect this; only the remaining
// accesses are checked lane by lane.
//
//===----------------------------------------------------------------------===//

#include "CheckShadow.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

using namespace wave::runtime;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

CheckActors::CheckActors(size_t sites, int64_t waves, int64_t lanes,
                         bool hasCopies, bool hasMatrices)
    : lanes(int32_t(lanes)) {
  int64_t most = hasCopies ? lanes * (1 + distinctCopies) : lanes;
  firstWhole = uint32_t(most);
  if (hasMatrices) {
    most = int64_t(std::bit_ceil(uint64_t(most + fewestWholes)));
    distinctWholes = uint32_t(most) - firstWhole;
  }
  laneBits = std::bit_width(uint64_t(most - 1));
  const unsigned waveBits = std::bit_width(uint64_t(waves - 1));
  siteShift = laneBits + waveBits + 1;
  if (siteShift + std::bit_width(sites) > 32)
    throw std::length_error(
        "check: too many places of the kernel for so many lanes in a group");
  several = uint32_t(1) << (siteShift - 1);
  wholeActor = (uint32_t(1) << siteShift) - 1;
  ofWave = (several - 1) & ~((uint32_t(1) << laneBits) - 1);
}

CheckShadow::CheckShadow(std::span<const CheckSite> sites,
                         std::span<const CheckMemory> memories,
                         const CheckActors &actors, const CheckClock &clock,
                         int64_t pipeWaves, uint64_t mostBytes)
    : actors(actors), clock(clock) {
  for (const CheckSite &site : sites)
    hasOwnBarriers |= site.synchronizesWave;
  const auto has = [&](size_t memory, CheckKind kind) {
    for (const CheckSite &site : sites)
      if (site.kind == kind && site.memory == int32_t(memory))
        return true;
    return false;
  };
  const auto reserve = [&](Stamps &stamps, int64_t elements) {
    // On separate cache lines.
    const uint64_t size = (elements * sizeof(uint32_t) + 63) / 64 * 64;
    if (mapping.getData()) {
      stamps.times = reinterpret_cast<int32_t *>(mapping.getData() + bytes);
      stamps.actors =
          reinterpret_cast<uint32_t *>(mapping.getData() + bytes + size);
    }
    bytes += 2 * size;
  };
  const auto lay = [&] {
    bytes = 0;
    for (size_t i = 0; i < memories.size(); ++i) {
      const CheckMemory &from = memories[i];
      Memory &memory = this->memories[i];
      memory.elementBytes = from.elementBytes;
      memory.isGroupshared = from.kind == CheckMemoryKind::Groupshared;
      if (!from.written || from.kind == CheckMemoryKind::Local)
        continue;
      reserve(memory.write, from.elements);
      const size_t slots = pipeWaves ? 1 + 2 * pipeWaves : 0;
      memory.all = {memory.write};
      for (auto [kind, stamps, ofWaves] :
           {std::tuple(CheckKind::Load, &memory.reads, &memory.waveReads),
            std::tuple(CheckKind::Atomic, &memory.atomics,
                       &memory.waveAtomics)}) {
        ofWaves->resize(slots);
        if (!has(i, kind))
          continue;
        for (Stamps &each : pipeWaves ? std::span<Stamps>(*ofWaves)
                                      : std::span<Stamps>(*stamps)) {
          reserve(each, from.elements);
          memory.all.push_back(each);
        }
      }
    }
  };
  this->memories.resize(memories.size());
  lay();
  if (bytes > mostBytes)
    throw std::length_error("check: race detection needs " +
                            std::to_string(bytes) + " bytes; the limit is " +
                            std::to_string(mostBytes));
  mapping = CheckMapping(bytes);
  mapping.expectUse();
  lay();
}

//===----------------------------------------------------------------------===//
// Neighbors
//===----------------------------------------------------------------------===//

/// Loops over all lanes of a wave benefit from the longest vectors.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define WAVE_LONG_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define WAVE_LONG_VECTORS
#endif

/// In most cases the times alone decide.
WAVE_LONG_VECTORS
bool CheckShadow::isAnyUnordered(const Order &order, const Stamps &stamps,
                                 const CheckRun &run) {
  if (!stamps.times)
    return false;
  const Order at = order;
  const CheckRun by = run;
  const uint32_t count = by.count;
  const int32_t *times = stamps.times + by.index;
  int32_t areOtherGroups = 0, areRecent = 0;
  for (uint32_t i = 0; i < count; ++i) {
    areOtherGroups |= int32_t(at.isOtherGroups(times[i]));
    areRecent |= int32_t(at.isRecent(times[i]));
  }
  if (areOtherGroups || !areRecent)
    return areOtherGroups;
  const uint32_t *others = stamps.actors + by.index;
  int32_t areOthers = 0;
  for (uint32_t i = 0; i < count; ++i)
    areOthers |= int32_t(at.isUnordered(times[i], others[i], by.getActor(i)));
  return areOthers;
}

WAVE_LONG_VECTORS
void CheckShadow::stamp(const Order &order, const Stamps &stamps,
                        const CheckRun &run) {
  const CheckRun by = run;
  int32_t *__restrict times = stamps.times + by.index;
  uint32_t *__restrict actors = stamps.actors + by.index;
  const int32_t now = order.now;
  for (uint32_t i = 0; i < by.count; ++i) {
    times[i] = now;
    actors[i] = by.getActor(i);
  }
}

WAVE_LONG_VECTORS
void CheckShadow::clear(const Stamps &stamps, uint32_t index, uint32_t count) {
  if (!stamps.times)
    return;
  int32_t *times = stamps.times + index;
  int32_t found = 0;
  for (uint32_t i = 0; i < count; ++i)
    found |= times[i];
  // Pages that were never touched remain untouched.
  if (found != 0)
    std::memset(times, 0, count * sizeof(int32_t));
}

/// Calls keep() for each lane, without branches.
WAVE_LONG_VECTORS
void CheckShadow::keepRun(const Order &order,
                          const std::array<Stamps, 2> &slots,
                          const CheckRun &run) {
  const Order at = order;
  const CheckRun by = run;
  const uint32_t index = by.index;
  int32_t *__restrict firstTimes = slots[0].times + index;
  uint32_t *__restrict firstActors = slots[0].actors + index;
  int32_t *__restrict secondTimes = slots[1].times + index;
  uint32_t *__restrict secondActors = slots[1].actors + index;
  for (uint32_t i = 0; i < by.count; ++i) {
    const uint32_t actor = by.getActor(i);
    const int32_t first = firstTimes[i], second = secondTimes[i];
    const bool takesFirst = !at.isUnordered(first, firstActors[i], actor);
    const bool areOld = (first < at.group) & (second < at.group);
    const bool isLeft = !takesFirst;
    const bool areOfOtherWave = at.hasOwnBarriers &
                                at.isSameWave(firstActors[i], secondActors[i]) &
                                !at.isSameWave(firstActors[i], actor);
    const bool takesSecond =
        isLeft & (areOld | areOfOtherWave |
                  !at.isUnordered(second, secondActors[i], actor));
    firstTimes[i] = takesFirst ? at.now : first;
    firstActors[i] = takesFirst ? actor : firstActors[i];
    secondTimes[i] = takesSecond ? at.now : second;
    secondActors[i] = takesSecond ? actor : secondActors[i];
  }
}

/// Returns false, without an effect, if stamps alone may not decide.
bool CheckShadow::recordRun(const Memory &memory, const Order &order,
                            const CheckRun &run) {
  const auto areOrdered = [&](const std::array<Stamps, 2> &both) {
    return !isAnyUnordered(order, both[0], run) &&
           !isAnyUnordered(order, both[1], run);
  };
  const bool isStore = run.kind == CheckKind::Store;
  const bool isLoad = run.kind == CheckKind::Load;
  if (isAnyUnordered(order, memory.write, run))
    return false;
  if (!isStore && memory.isGroupshared) {
    const int32_t *times = memory.write.times + run.index;
    int32_t areUnwritten = 0;
    for (uint32_t i = 0; i < run.count; ++i)
      areUnwritten |= int32_t(times[i] < order.group);
    if (areUnwritten)
      return false;
  }
  if (isStore) {
    if (!areOrdered(memory.reads) || !areOrdered(memory.atomics))
      return false;
    stamp(order, memory.write, run);
    for (const auto *both : {&memory.reads, &memory.atomics})
      for (const Stamps &stamps : *both)
        clear(stamps, run.index, run.count);
    return true;
  }
  const auto &same = isLoad ? memory.reads : memory.atomics;
  const auto &others = isLoad ? memory.atomics : memory.reads;
  if (!areOrdered(others))
    return false;
  if (isAnyUnordered(order, same[0], run))
    keepRun(order, same, run);
  else
    stamp(order, same[0], run);
  return true;
}

//===----------------------------------------------------------------------===//
// Lane by lane
//===----------------------------------------------------------------------===//

/// Stores an access in one of the two slots of its kind.
template <typename Order, typename Slots>
static inline void keep(const Order &order, const Slots &slots, uint32_t index,
                        uint32_t actor) {
  for (const auto &slot : slots)
    if (!order.isUnordered(slot.times[index], slot.actors[index], actor)) {
      slot.times[index] = order.now;
      slot.actors[index] = actor;
      return;
    }
  // One access of another group and one of this group represent all; where
  // waves have barriers of their own, accesses of two waves do.
  const auto &slot = slots[1];
  const bool areOfOtherWave =
      order.hasOwnBarriers &&
      order.isSameWave(slots[0].actors[index], slot.actors[index]) &&
      !order.isSameWave(slot.actors[index], actor);
  if ((slots[0].times[index] < order.group &&
       slot.times[index] < order.group) ||
      areOfOtherWave) {
    slot.times[index] = order.now;
    slot.actors[index] = actor;
  }
}

/// All lanes read one element that has not changed since the waves met. Returns
/// false, without an effect, if this may not hold.
bool CheckShadow::recordBroadcast(const Memory &memory, const Order &order,
                                  const CheckAccesses &accesses) {
  const uint32_t index = accesses.base;
  const auto isOrderedForAll = [&](const Stamps &stamps) {
    if (!stamps.times)
      return true;
    const int32_t time = stamps.times[index];
    return time < order.first || (time >= order.group && time < order.meeting);
  };
  if (!isOrderedForAll(memory.write) || !isOrderedForAll(memory.atomics[0]) ||
      !isOrderedForAll(memory.atomics[1]))
    return false;
  if (memory.isGroupshared && memory.write.times[index] < order.group)
    return false;
  const uint32_t first = accesses.actor + accesses.lanes.getFirst();
  const uint32_t last = accesses.actor + accesses.lanes.getLast();
  keep(order, memory.reads, index, first);
  if (last != first)
    keep(order, memory.reads, index, last);
  return true;
}

/// Records loads and atomics.
LaneSet CheckShadow::recordReads(const Memory &memory, const Order &order,
                                 const CheckAccesses &accesses,
                                 ConflictFn isConflict) {
  const bool isLoad = accesses.kind == CheckKind::Load;
  const Slots reads = order.known ? Slots(memory.waveReads) : memory.reads;
  const Slots atomics =
      order.known ? Slots(memory.waveAtomics) : memory.atomics;
  const Slots same = isLoad ? reads : atomics;
  const Slots others = isLoad ? atomics : reads;
  LaneSet unwritten;
  accesses.lanes.forEach([&](int32_t lane) {
    const uint32_t index = accesses.getIndex(lane);
    const uint32_t actor = accesses.getActor(lane);
    const auto conflicts = [&](const Stamps &stamps) {
      return stamps.times &&
             order.isConflicting(stamps.times[index], stamps.actors[index],
                                 actor) &&
             isConflict(lane, index, stamps.times[index], stamps.actors[index]);
    };
    // An atomic leaves a defined value.
    const auto isOfGroup = [&](const Stamps &stamps) {
      return stamps.times && stamps.times[index] >= order.group;
    };
    if (memory.isGroupshared && !isOfGroup(memory.write) &&
        std::none_of(atomics.begin(), atomics.end(), isOfGroup))
      unwritten.insert(lane);
    (void)(conflicts(memory.write) ||
           std::any_of(others.begin(), others.end(), conflicts));
    if (order.known)
      keepOfWave(order, same, {accesses.kind, index, 1, actor, 0});
    else
      keep(order, same, index, actor);
  });
  return unwritten;
}

void CheckShadow::recordWrites(const Memory &memory, const Order &order,
                               const CheckAccesses &accesses,
                               ConflictFn isConflict) {
  // Compare before stamping: stamps do not compare lanes of one statement.
  LaneSet racing;
  int32_t isAnyStamped = 0;
  accesses.lanes.forEach([&](int32_t lane) {
    const uint32_t index = accesses.getIndex(lane);
    const uint32_t actor = accesses.getActor(lane);
    for (const Stamps &stamps : memory.all) {
      const int32_t time = stamps.times[index];
      isAnyStamped |= time;
      if (!racing.contains(lane) &&
          order.isConflicting(time, stamps.actors[index], actor) &&
          isConflict(lane, index, time, stamps.actors[index]))
        racing.insert(lane);
    }
  });
  // An access after a write is ordered with it or conflicts with it, so
  // conflicts with earlier accesses are reported once.
  if (isAnyStamped != 0)
    (accesses.lanes & ~racing).forEach([&](int32_t lane) {
      const uint32_t index = accesses.getIndex(lane);
      for (const Stamps &stamps : memory.all)
        if (stamps.times[index] != 0)
          stamps.times[index] = 0;
    });
  // An element that several lanes store to gets the stamp of the last lane.
  accesses.lanes.forEach([&](int32_t lane) {
    const uint32_t index = accesses.getIndex(lane);
    memory.write.times[index] = order.now;
    memory.write.actors[index] = accesses.getActor(lane);
  });
  const bool isSpread = !accesses.indices && accesses.stride != 0 &&
                        uint64_t(accesses.stride) * mostLanes <= uint64_t(1)
                                                                     << 32U;
  if (!isSpread)
    joinWrites(memory, accesses, isConflict);
}

/// Lanes stored to one element at once: no race if all store the same value.
void CheckShadow::joinWrites(const Memory &memory,
                             const CheckAccesses &accesses,
                             ConflictFn isConflict) {
  const auto *values = static_cast<const std::byte *>(accesses.values);
  const uint32_t ofLane = (uint32_t(1) << actors.laneBits) - 1;
  accesses.lanes.forEach([&](int32_t lane) {
    const uint32_t index = accesses.getIndex(lane);
    uint32_t &stamp = memory.write.actors[index];
    // Of these accesses, too.
    const auto last = int32_t((stamp & ofLane) - (accesses.actor & ofLane));
    if (last == lane)
      return;
    stamp |= actors.several;
    if (accesses.isUpdate ||
        (values && std::memcmp(values + lane * memory.elementBytes,
                               values + last * memory.elementBytes,
                               memory.elementBytes) != 0))
      isConflict(last, index, clock.now, accesses.actor + uint32_t(lane));
  });
}

/// Whether most lanes continue where the previous lane is. Inactive lanes may
/// have any index: this only affects speed.
static bool hasStretches(const CheckAccesses &accesses) {
  const uint32_t *indices = accesses.indices;
  const int32_t first = accesses.lanes.getFirst();
  const int32_t last = accesses.lanes.getLast();
  int32_t breaks = 0;
  for (int32_t lane = first; lane < last; ++lane)
    breaks += int32_t(indices[lane + 1] - indices[lane] > 1);
  return breaks * 4 < last - first;
}

/// Loads in stretches of lanes whose elements are neighbors, or one element:
/// rows of an image, tiles of a matrix.
LaneSet CheckShadow::recordStretches(const Memory &memory, const Order &order,
                                     const CheckAccesses &accesses,
                                     ConflictFn isConflict) {
  LaneSet unwritten;
  const uint32_t *indices = accesses.indices;
  const int32_t end = accesses.lanes.getLast() + 1;
  for (int32_t lane = accesses.lanes.getFirst(); lane < end;) {
    if (!accesses.lanes.contains(lane)) {
      ++lane;
      continue;
    }
    const int32_t first = lane++;
    const uint32_t step = lane < end && indices[lane] == indices[first] ? 0 : 1;
    while (lane < end && accesses.lanes.contains(lane) &&
           indices[lane] == indices[lane - 1] + step)
      ++lane;
    CheckAccesses stretch = accesses;
    stretch.lanes = accesses.lanes & LaneSet::getRange(first, lane);
    stretch.indices = nullptr;
    stretch.stride = step;
    stretch.base = indices[first] - uint32_t(first) * step;
    if (!recordAlike(memory, order, stretch))
      unwritten = unwritten | recordReads(memory, order, stretch, isConflict);
  }
  return unwritten;
}

/// Neighbors, or one element. Returns false, without an effect, in all other
/// cases and if stamps alone may not decide.
bool CheckShadow::recordAlike(const Memory &memory, const Order &order,
                              const CheckAccesses &accesses) {
  if (accesses.indices || accesses.lanes.isOne())
    return false;
  if (accesses.stride == 1) {
    if (!accesses.lanes.isRun())
      return false;
    const int32_t lane = accesses.lanes.getFirst();
    const uint32_t count = accesses.lanes.getLast() - lane + 1;
    const CheckRun run = {accesses.kind, accesses.getIndex(lane), count,
                          accesses.getActor(lane), 1};
    return order.known ? recordRunWithPipes(memory, order, run)
                       : recordRun(memory, order, run);
  }
  return accesses.stride == 0 && accesses.kind == CheckKind::Load &&
         (order.known ? recordBroadcastWithPipes(memory, order, accesses)
                      : recordBroadcast(memory, order, accesses));
}

CheckShadow::Order CheckShadow::getOrder(const Memory &memory,
                                         int32_t ownBarrier,
                                         const int32_t *known) const {
  return {clock.now,
          memory.isGroupshared ? clock.group : 1,
          clock.group,
          memory.isGroupshared ? clock.groupsharedMeeting : clock.bufferMeeting,
          actors.wholeActor,
          memory.isGroupshared ? ownBarrier : 0,
          actors.ofWave,
          hasOwnBarriers && memory.isGroupshared,
          known,
          actors.laneBits};
}

void CheckShadow::recordOfWave(const CheckAccesses &accesses, uint32_t index,
                               uint32_t count, int32_t ownBarrier,
                               const int32_t *known, ConflictFn isConflict,
                               ElementFn noteUnwritten) {
  const Memory &memory = memories[accesses.memory];
  const Order order = getOrder(memory, ownBarrier, known);
  const CheckRun run = {accesses.kind, index, count, accesses.actor, 0};
  if (known ? recordRunWithPipes(memory, order, run)
            : recordRun(memory, order, run))
    return;
  CheckAccesses part = accesses;
  part.isOfWave = true;
  part.indices = nullptr;
  part.stride = 1;
  for (uint32_t begin = 0; begin < count; begin += mostLanes) {
    part.base = index + begin;
    part.lanes = LaneSet::getRange(
        0, int32_t(std::min(count - begin, uint32_t(mostLanes))));
    if (part.kind == CheckKind::Store)
      recordWrites(memory, order, part, isConflict);
    else
      recordReads(memory, order, part, isConflict).forEach([&](int32_t lane) {
        noteUnwritten(part.getIndex(lane));
      });
  }
}

LaneSet CheckShadow::record(const CheckAccesses &accesses, int32_t ownBarrier,
                            const int32_t *known, ConflictFn isConflict) {
  const Memory &memory = memories[accesses.memory];
  const Order order = getOrder(memory, ownBarrier, known);
  if (recordAlike(memory, order, accesses))
    return {};
  if (accesses.kind == CheckKind::Load && accesses.indices &&
      hasStretches(accesses))
    return recordStretches(memory, order, accesses, isConflict);
  if (accesses.kind != CheckKind::Store)
    return recordReads(memory, order, accesses, isConflict);
  recordWrites(memory, order, accesses, isConflict);
  return {};
}
