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
                                   const CheckRun &run) {
  const int32_t *times = stamps.times + run.index;
  const uint32_t *actors = stamps.actors + run.index;
  int32_t last = 0;
  for (uint32_t i = 0; i < run.count; ++i)
    last = std::max(last, times[i]);
  if (last < order.first)
    return false;
  for (uint32_t i = 0; i < run.count; ++i)
    if (order.isConflicting(times[i], actors[i], run.getActor(i)))
      return true;
  return false;
}

/// Stores accesses of a wave in its two slots: the last one, and the last one by
/// another lane.
void CheckShadow::keepOfWave(const Order &order, Slots slots,
                             const CheckRun &run) {
  const uint32_t index = run.index;
  uint32_t actor = run.actor;
  const uint32_t wave = (actor & order.ofWave) >> order.laneBits;
  const Stamps &others = slots[0];
  const Stamps &newest = slots[1 + 2 * wave], &second = slots[2 + 2 * wave];
  for (uint32_t i = index; i < index + run.count; ++i, actor += run.step) {
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
                                     const CheckRun &run) {
  const bool isStore = run.kind == CheckKind::Store;
  const bool isLoad = run.kind == CheckKind::Load;
  const bool isAtomic = !isStore && !isLoad;
  const auto areOrdered = [&](Slots slots) {
    return std::none_of(slots.begin(), slots.end(), [&](const Stamps &stamps) {
      return stamps.times && isAnyConflicting(order, stamps, run);
    });
  };
  if (isAnyConflicting(order, memory.write, run) ||
      (!isLoad && !areOrdered(memory.waveReads)) ||
      (!isAtomic && !areOrdered(memory.waveAtomics)))
    return false;
  if (isStore) {
    for (const Stamps &stamps : memory.all)
      clear(stamps, run.index, run.count);
    stamp(order, memory.write, run);
    return true;
  }
  const int32_t *times = memory.write.times + run.index;
  if (memory.isGroupshared &&
      std::any_of(times, times + run.count,
                  [&](int32_t time) { return time < order.group; }))
    return false;
  keepOfWave(order, isLoad ? memory.waveReads : memory.waveAtomics, run);
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
    keepOfWave(order, memory.waveReads,
               {accesses.kind, index, 1, accesses.getActor(lane), 0});
  return true;
}
