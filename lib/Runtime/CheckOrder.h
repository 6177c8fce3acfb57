//===- CheckOrder.h - What atomics order between waves ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wave that passes a barrier and then does an atomic releases there what was done before
// the barrier: by itself, and by its group if the waves met at one. Another wave whose
// atomic on the same element comes later, and a barrier after that, knows of it, and of all
// that the first one knew; its group learns it where the waves meet. That is how the last
// group of a launch may sum up what the others have left.
//
// Only written down while waves run; read where there is a conflict. Of barriers those
// count that order the kind of memory which this is for.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace wave::runtime {

class CheckOrder {
public:
  explicit CheckOrder(int64_t waves) : waves(waves) {}

  /// Groups start one after the other.
  void startGroup(int64_t number);
  /// A wave of the group under way does an atomic. Places of a group's own memory are not
  /// those of another's.
  void addAtomic(int64_t wave, int32_t memory, uint32_t index,
                 bool isGroupshared);
  /// A wave passes a barrier; later accesses are of `time`.
  void addBarrier(int64_t wave, int32_t time);
  /// All waves have met at a barrier, which each has passed.
  void meet(int32_t time);
  /// Forgets all that was.
  void clear();

  /// Whether a wave of the group under way knows at `now` what a wave, of this group or
  /// another one, did at `time`.
  bool isKnown(int64_t wave, int32_t now, int64_t ofGroup, int64_t ofWave,
               int32_t time);

private:
  static constexpr uint32_t none = std::numeric_limits<uint32_t>::max();
  static constexpr int32_t never = std::numeric_limits<int32_t>::max();
  static constexpr int64_t allWaves = -1;
  /// Of releases, and of what waves learn: 130 MB. Beyond, all counts as known.
  static constexpr size_t mostRecords = 1 << 22;

  struct Wave {
    /// When it passed a barrier last; 0: not in this group.
    int32_t barrier = 0;
    /// Since then: places of atomics, and the last release that was there.
    llvm::DenseMap<uint32_t, uint32_t> atomics;
  };
  struct Release {
    int64_t group;
    int32_t wave;
    int32_t byWave;    ///< What the wave has done before.
    int32_t byGroup;   ///< What any wave of the group has done before.
    uint32_t previous; ///< At the same place.
  };
  struct Lesson {
    int64_t group;
    int32_t wave;
    uint32_t place;
    uint32_t release; ///< This one, and those before.
    int32_t forWave;  ///< From when on the wave knows.
    int32_t forGroup; ///< From when on all know.
  };
  using Actor = std::pair<int64_t, int64_t>;

  bool isFull() const {
    return releases.size() + lessons.size() >= mostRecords;
  }
  void collect(int64_t wave, int32_t now);

  std::vector<Wave> waves;
  int64_t group = 0;
  int32_t meeting = 0;
  /// The first lesson that not all of this group know.
  size_t firstUnshared = 0;

  /// By memory and element.
  llvm::DenseMap<uint64_t, uint32_t> places, groupPlaces;
  /// Of each place the last release, or `none`.
  std::vector<uint32_t> lastReleases;
  std::vector<Release> releases;
  std::vector<Lesson> lessons;

  /// What `knower` knows: of each wave, and of all waves of a group, what was before.
  llvm::DenseMap<Actor, int32_t> known;
  int64_t knower = -1;
  int32_t knownAt = 0;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKORDER_H
