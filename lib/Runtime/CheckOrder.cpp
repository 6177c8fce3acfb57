//===- CheckOrder.cpp - Order of accesses through atomics -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckOrder.h"

#include <algorithm>

using namespace wave::runtime;

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

void CheckOrder::startGroup(int64_t number) {
  if (isFull()) {
    clear();
    hasForgotten = true;
  }
  group = number;
  meeting = 0;
  firstUnshared = lessons.size();
  groupPlaces.clear();
  knower = -1;
  for (Wave &wave : waves) {
    wave.barrier = 0;
    wave.atomics.clear();
  }
}

void CheckOrder::addAtomic(int64_t wave, int32_t memory, uint32_t index,
                           bool isGroupshared) {
  if (isFull())
    return;
  Wave &by = waves[wave];
  auto &numbers = isGroupshared ? groupPlaces : places;
  const uint64_t key = uint64_t(memory) << 32U | index;
  auto found = numbers.find(key);
  if (found == numbers.end()) {
    if (by.barrier == 0)
      return;
    found = numbers.try_emplace(key, uint32_t(lastReleases.size())).first;
    lastReleases.push_back(none);
  } else {
    by.atomics[found->second] = lastReleases[found->second];
  }
  if (by.barrier == 0)
    return;
  uint32_t &last = lastReleases[found->second];
  if (last != none && releases[last].group == group &&
      releases[last].wave == wave && releases[last].byWave == by.barrier)
    return;
  if (by.stored == none && !by.clocks.empty()) {
    by.stored = uint32_t(clocks.size());
    clocks.insert(clocks.end(), by.clocks.begin(), by.clocks.end());
  }
  releases.push_back(
      {group, int32_t(wave), by.barrier, meeting, last, by.stored});
  last = uint32_t(releases.size() - 1);
}

void CheckOrder::addBarrier(int64_t wave, int32_t time) {
  Wave &by = waves[wave];
  by.barrier = time;
  if (const int32_t *known = pipes.getKnown(wave)) {
    by.clocks.assign(known, known + waves.size());
    by.stored = none;
  }
  if (by.atomics.empty())
    return;
  if (!isFull())
    for (auto [place, release] : by.atomics)
      lessons.push_back({group, int32_t(wave), place, release, time, never});
  by.atomics.clear();
}

void CheckOrder::meet(int32_t time) {
  meeting = time;
  for (; firstUnshared < lessons.size(); ++firstUnshared)
    lessons[firstUnshared].forGroup = time;
}

void CheckOrder::clear() {
  for (Wave &wave : waves) {
    wave.barrier = 0;
    wave.atomics.clear();
  }
  meeting = 0;
  firstUnshared = 0;
  places.clear();
  groupPlaces.clear();
  lastReleases.clear();
  releases.clear();
  lessons.clear();
  clocks.clear();
  hasForgotten = false;
  knower = -1;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// Follows lessons to releases, and these and the clocks of pipes to what the
/// other waves knew.
void CheckOrder::collect(int64_t wave, int32_t now) {
  struct Visit {
    int64_t group, wave;
    int32_t time;
  };
  known.clear();
  knower = wave;
  knownAt = now;
  std::vector<Visit> open;
  const auto learn = [&](int64_t ofGroup, int64_t ofWave, int32_t time) {
    int32_t &before = known[{ofGroup, ofWave}];
    if (time <= before)
      return;
    before = time;
    open.push_back({ofGroup, ofWave, time});
  };
  const auto learnClocks = [&](int64_t ofGroup, const int32_t *ofWaves) {
    for (size_t i = 0; i < waves.size(); ++i)
      learn(ofGroup, int64_t(i), ofWaves[i]);
  };
  learn(group, wave, now);
  if (const int32_t *ofWaves = pipes.getKnown(wave))
    learnClocks(group, ofWaves);
  /// For each place, the releases already followed: all up to this one.
  llvm::DenseMap<uint32_t, uint32_t> followed;
  while (!open.empty()) {
    const Visit at = open.back();
    open.pop_back();
    // A later time of the same wave includes this one.
    if (at.time < known.lookup({at.group, at.wave}))
      continue;
    auto lesson = std::lower_bound(
        lessons.begin(), lessons.end(), at.group,
        [](const Lesson &each, int64_t group) { return each.group < group; });
    for (; lesson != lessons.end() && lesson->group == at.group; ++lesson) {
      const bool isLearnt =
          lesson->forGroup <= at.time ||
          (lesson->wave == at.wave && lesson->forWave <= at.time);
      if (!isLearnt)
        continue;
      auto [seen, isNew] = followed.try_emplace(lesson->place, 0);
      const uint32_t end = seen->second; // One after the last one followed.
      seen->second = std::max(end, lesson->release + 1);
      for (uint32_t i = lesson->release; i != none && i + 1 > end;
           i = releases[i].previous) {
        const Release &release = releases[i];
        int32_t &byGroup = known[{release.group, allWaves}];
        byGroup = std::max(byGroup, release.byGroup);
        learn(release.group, release.wave, release.byWave);
        if (release.clocks != none)
          learnClocks(release.group, &clocks[release.clocks]);
      }
    }
  }
}

bool CheckOrder::isKnown(int64_t wave, int32_t now, int64_t ofGroup,
                         int64_t ofWave, int32_t time) {
  // Order between lanes of one wave is not recorded.
  if (ofGroup == group && ofWave == wave)
    return false;
  if (isFull() || (hasForgotten && ofGroup != group))
    return true;
  if (knower != wave || knownAt != now)
    collect(wave, now);
  const auto isBefore = [&](int64_t actor) {
    auto found = known.find({ofGroup, actor});
    return found != known.end() && time < found->second;
  };
  return isBefore(ofWave) || isBefore(allWaves);
}
