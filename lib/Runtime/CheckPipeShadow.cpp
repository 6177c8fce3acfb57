//===- CheckPipeShadow.cpp - Last accesses in kernels with pipes ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckShadow.h"

#include <algorithm>

using namespace wave::runtime;

bool CheckShadow::isAnyConflicting(const Order &order, const Stamps &stamps,
                                   uint32_t index, uint32_t count,
                                   uint32_t actor) {
  const int32_t *times = stamps.times + index;
  const uint32_t *actors = stamps.actors + index;
  int32_t last = 0;
  for (uint32_t i = 0; i < count; ++i)
    last = std::max(last, times[i]);
  if (last < order.first)
    return false;
  for (uint32_t i = 0; i < count; ++i)
    if (order.isConflicting(times[i], actors[i], actor + i))
      return true;
  return false;
}

/// Stores accesses of a wave in its two slots: the last one, and the last one by
/// another lane.
void CheckShadow::keepOfWave(const Order &order, Slots slots, uint32_t index,
                             uint32_t count, uint32_t actor) {
  const uint32_t wave = (actor & order.ofWave) >> order.laneBits;
  const Stamps &others = slots[0];
  const Stamps &newest = slots[1 + 2 * wave], &second = slots[2 + 2 * wave];
  for (uint32_t i = index; i < index + count; ++i, ++actor) {
    if (newest.times[i] < order.group) {
      if (order.isOtherGroups(newest.times[i])) {
        others.times[i] = newest.times[i];
        others.actors[i] = newest.actors[i];
      }
      second.times[i] = 0;
    } else if (order.isOther(newest.actors[i], actor)) {
      second.times[i] = newest.times[i];
      second.actors[i] = newest.actors[i];
    }
    newest.times[i] = order.now;
    newest.actors[i] = actor;
  }
}

/// Returns false, without an effect, if stamps alone may not decide.
bool CheckShadow::recordRunWithPipes(const Memory &memory, const Order &order,
                                     const CheckAccesses &accesses) {
  const int32_t lane = accesses.lanes.getFirst();
  const uint32_t count = accesses.lanes.getLast() - lane + 1;
  const uint32_t index = accesses.getIndex(lane);
  const uint32_t actor = accesses.actor + uint32_t(lane);
  const bool isStore = accesses.kind == CheckKind::Store;
  const bool isLoad = accesses.kind == CheckKind::Load;
  const bool isAtomic = !isStore && !isLoad;
  const auto areOrdered = [&](Slots slots) {
    return std::none_of(slots.begin(), slots.end(), [&](const Stamps &stamps) {
      return stamps.times &&
             isAnyConflicting(order, stamps, index, count, actor);
    });
  };
  if (isAnyConflicting(order, memory.write, index, count, actor) ||
      (!isLoad && !areOrdered(memory.waveReads)) ||
      (!isAtomic && !areOrdered(memory.waveAtomics)))
    return false;
  if (isStore) {
    for (const Stamps &stamps : memory.all)
      clear(stamps, index, count);
    stamp(order, memory.write, index, count, actor);
    return true;
  }
  const int32_t *times = memory.write.times + index;
  if (memory.isGroupshared &&
      std::any_of(times, times + count,
                  [&](int32_t time) { return time < order.group; }))
    return false;
  keepOfWave(order, isLoad ? memory.waveReads : memory.waveAtomics, index,
             count, actor);
  return true;
}

/// All lanes read one element whose last change is ordered before for all of
/// them. Returns false, without an effect, if this may not hold.
bool CheckShadow::recordBroadcastWithPipes(const Memory &memory,
                                           const Order &order,
                                           const CheckAccesses &accesses) {
  const uint32_t index = accesses.base;
  const auto isOrderedForAll = [&](const Stamps &stamps) {
    if (!stamps.times)
      return true;
    const int32_t time = stamps.times[index];
    return time < order.first ||
           (time >= order.group && time < order.meeting) ||
           order.isKnown(time, stamps.actors[index]);
  };
  if (!isOrderedForAll(memory.write) ||
      !std::all_of(memory.waveAtomics.begin(), memory.waveAtomics.end(),
                   isOrderedForAll))
    return false;
  if (memory.isGroupshared && memory.write.times[index] < order.group)
    return false;
  for (int32_t lane : {accesses.lanes.getFirst(), accesses.lanes.getLast()})
    keepOfWave(order, memory.waveReads, index, 1, accesses.actor + lane);
  return true;
}
