//===- CheckShadow.h - Who accessed an element last -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of memory that is written has a stamp of the last write, and of two reads
// and two atomics: no lane conflicts with itself, so of the lanes of a group two stand for
// all. A stamp is the time, which passes at barriers, and the site, wave and lane.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKSHADOW_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKSHADOW_H

#include "CheckLanes.h"
#include "CheckMapping.h"

#include "WaveDialect/Runtime/CheckedKernel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace wave::runtime {

/// Time passes when a group starts and at barriers, of one wave or of all.
struct CheckClock {
  static constexpr int32_t end = std::numeric_limits<int32_t>::max();
  int32_t now = 0;
  /// When the group under way started.
  int32_t group = 1;
  /// When its waves met last, at a barrier for groupshared memory, and for buffers: what
  /// the group did there before is ordered before what it does since.
  int32_t groupsharedMeeting = 1, bufferMeeting = 1;
};

/// A site, a wave and a lane in one word.
class CheckActors {
public:
  /// Throws std::length_error where they do not fit.
  CheckActors(size_t sites, int64_t waves, int64_t lanes);

  uint32_t encode(int32_t site, int64_t wave) const {
    return uint32_t(site) << siteShift | uint32_t(wave) << laneBits;
  }
  int32_t getSite(uint32_t actor) const { return int32_t(actor >> siteShift); }
  int32_t getWave(uint32_t actor) const {
    return int32_t((actor & (several - 1)) >> laneBits);
  }
  int32_t getLane(uint32_t actor) const {
    return int32_t(actor & ((uint32_t(1) << laneBits) - 1));
  }
  bool isSeveral(uint32_t actor) const { return (actor & several) != 0; }

  unsigned laneBits, siteShift;
  /// Other lanes of the wave have written the same value there at once.
  uint32_t several;
  /// All but the site.
  uint32_t wholeActor;
};

/// The lanes of a wave that access a memory.
struct CheckAccesses {
  int32_t memory;
  CheckKind kind;
  uint32_t actor; ///< Without the lane.
  LaneSet lanes;
  /// One for each lane, or null: `base + lane * stride`.
  const uint32_t *indices;
  uint32_t base, stride;
  /// As of wave_check_access.
  const void *values;

  uint32_t getIndex(int32_t lane) const {
    return indices ? indices[lane] : base + uint32_t(lane) * stride;
  }
};

class CheckShadow {
public:
  /// Told of a lane, its element, and the stamp of what may be a conflict. Gives back
  /// whether it is one.
  using ConflictFn = llvm::function_ref<bool(int32_t lane, uint32_t index,
                                             int32_t time, uint32_t actor)>;

  /// Throws std::length_error where it would take more than `mostBytes`.
  CheckShadow(std::span<const CheckSite> sites,
              std::span<const CheckMemory> memories, const CheckActors &actors,
              const CheckClock &clock, uint64_t mostBytes);

  /// Whether conflicts on this memory are possible.
  bool isWatched(int32_t memory) const {
    return memories[memory].write.times != nullptr;
  }

  /// Stamps what the lanes access, all of it in bounds and not done yet. Gives back the
  /// lanes that read groupshared memory which the group has not written.
  LaneSet record(const CheckAccesses &accesses, ConflictFn isConflict);

  /// Forgets all that was.
  void clear() { mapping.clear(); }

  uint64_t getBytes() const { return bytes; }

private:
  /// Stamps of the elements of a memory, one each. Null where the kernel has no such
  /// access.
  struct Stamps {
    int32_t *times = nullptr;
    uint32_t *actors = nullptr;
  };
  struct Memory {
    int64_t elementBytes;
    bool isGroupshared;
    Stamps write;
    std::array<Stamps, 2> reads, atomics;
  };
  /// What makes a stamp unordered with the accesses at hand.
  struct Order {
    int32_t now;
    int32_t first;   ///< Older ones count for nothing.
    int32_t group;   ///< Older ones are other groups'.
    int32_t meeting; ///< Of this group's older ones are ordered before.
    uint32_t wholeActor;

    bool isOtherGroups(int32_t time) const {
      return (time > first - 1) & (time < group);
    }
    bool isRecent(int32_t time) const { return time > meeting - 1; }
    bool isOther(uint32_t actor, uint32_t other) const {
      return ((actor ^ other) & wholeActor) != 0;
    }
    bool isUnordered(int32_t time, uint32_t actor, uint32_t other) const {
      return isOtherGroups(time) | (isRecent(time) & isOther(actor, other));
    }
  };
  static bool isAnyUnordered(const Order &order, const Stamps &stamps,
                             uint32_t index, uint32_t count, uint32_t actor);
  static void stamp(const Order &order, const Stamps &stamps, uint32_t index,
                    uint32_t count, uint32_t actor);
  static void keepRun(const Order &order, const std::array<Stamps, 2> &slots,
                      uint32_t index, uint32_t count, uint32_t actor);
  static void clear(const Stamps &stamps, uint32_t index, uint32_t count);

  bool recordAlike(const Memory &memory, const Order &order,
                   const CheckAccesses &accesses);
  LaneSet recordStretches(const Memory &memory, const Order &order,
                          const CheckAccesses &accesses, ConflictFn isConflict);
  bool recordRun(const Memory &memory, const Order &order,
                 const CheckAccesses &accesses);
  bool recordBroadcast(const Memory &memory, const Order &order,
                       const CheckAccesses &accesses);
  LaneSet recordReads(const Memory &memory, const Order &order,
                      const CheckAccesses &accesses, ConflictFn isConflict);
  void recordWrites(const Memory &memory, const Order &order,
                    const CheckAccesses &accesses, ConflictFn isConflict);
  void joinWrites(const Memory &memory, const CheckAccesses &accesses,
                  ConflictFn isConflict);

  std::vector<Memory> memories;
  const CheckActors &actors;
  const CheckClock &clock;
  CheckMapping mapping;
  uint64_t bytes = 0;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKSHADOW_H
