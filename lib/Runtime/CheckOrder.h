//===- CheckOrder.h - Order of accesses through atomics ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wave that passes a barrier and then executes an atomic releases, at the
// element of the atomic, the accesses before the barrier: its own, and those of
// its group if the waves met at a barrier. Another wave that later executes an
// atomic on the same element, and then a barrier, knows of these accesses and
// of all that the first wave knew. Its group knows of them once its waves meet.
// This is how the last group of a launch can sum the results of the others. A
// wave also knows what the other waves of its group did and knew before the
// times of its clocks, which pipes advance (CheckPipes.h).
//
// While waves run, events are only recorded; conflicts evaluate them. Only
// barriers that order this object's kind of memory count.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H

#include "CheckPipes.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace wave::runtime {

class CheckOrder {
public:
  CheckOrder(int64_t waves, const CheckPipes &pipes)
      : waves(waves), pipes(pipes) {}

  /// Starts the next group.
  void startGroup(int64_t number);
  /// A wave of the current group executes an atomic. Elements of groupshared
  /// memory are distinct in each group.
  void addAtomic(int64_t wave, int32_t memory, uint32_t index,
                 bool isGroupshared);
  /// A wave passes a barrier; its later accesses have `time`.
  void addBarrier(int64_t wave, int32_t time);
  /// All waves have met at a barrier, which each wave has passed.
  void meet(int32_t time);
  /// Forgets all events.
  void clear();

  /// Whether a wave of the current group knows at `now` of accesses at `time`
  /// by a wave of this group or another one.
  bool isKnown(int64_t wave, int32_t now, int64_t ofGroup, int64_t ofWave,
               int32_t time);

private:
  static constexpr uint32_t none = std::numeric_limits<uint32_t>::max();
  static constexpr int32_t never = std::numeric_limits<int32_t>::max();
  static constexpr int64_t allWaves = -1;
  /// Limit of all records: 130 MB. In a group that exceeds it, all counts as
  /// known; later, all of other groups.
  static constexpr size_t mostRecords = 1 << 22;

  struct Wave {
    /// When the wave last passed a barrier; 0: not in this group.
    int32_t barrier = 0;
    /// In kernels with pipes, its clocks at that time, and where its releases
    /// store them.
    std::vector<int32_t> clocks;
    uint32_t stored = none;
    /// Since then: places of atomics, and the last release at each place.
    llvm::DenseMap<uint32_t, uint32_t> atomics;
  };
  struct Release {
    int64_t group;
    int32_t wave;
    int32_t byWave;    ///< Accesses of the wave before this time.
    int32_t byGroup;   ///< Accesses of any wave of the group before it.
    uint32_t previous; ///< The release before at the same place.
    uint32_t clocks;   ///< The place of the wave's clocks, or `none`.
  };
  struct Lesson {
    int64_t group;
    int32_t wave;
    uint32_t place;
    uint32_t release; ///< This release, and those before it.
    int32_t forWave;  ///< When the wave starts to know.
    int32_t forGroup; ///< When all waves of the group start to know.
  };
  using Actor = std::pair<int64_t, int64_t>;

  bool isFull() const {
    return releases.size() + lessons.size() +
               clocks.size() * sizeof(int32_t) / sizeof(Release) >=
           mostRecords;
  }
  void collect(int64_t wave, int32_t now);

  std::vector<Wave> waves;
  const CheckPipes &pipes;
  int64_t group = 0;
  int32_t meeting = 0;
  /// The first lesson that not all waves of this group know.
  size_t firstUnshared = 0;

  /// Place numbers by memory and element.
  llvm::DenseMap<uint64_t, uint32_t> places, groupPlaces;
  /// For each place, the last release, or `none`.
  std::vector<uint32_t> lastReleases;
  std::vector<Release> releases;
  std::vector<Lesson> lessons;
  /// Of releases; several may have the same.
  std::vector<int32_t> clocks;
  /// Whether records of earlier groups were dropped.
  bool hasForgotten = false;

  /// What `knower` knows: the time before which accesses of a wave, or of all
  /// waves of a group, are known.
  llvm::DenseMap<Actor, int32_t> known;
  int64_t knower = -1;
  int32_t knownAt = 0;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H
