//===- CheckShadow.h - The last accesses to each element --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element of a memory that the kernel writes has stamps of the last write,
// of two reads and of two atomics. No lane conflicts with itself, so two lanes
// represent all lanes of a group; in kernels with barriers of one wave, two
// lanes of different waves do. A pipe orders accesses of some waves only, so in
// kernels with pipes two lanes of each wave represent the group, and one access
// represents all other groups. A stamp consists of the time, which advances at
// barriers and steps of pipes, and the site, wave and lane.
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

/// Time advances when a group starts, and at barriers and steps of pipes.
struct CheckClock {
  static constexpr int32_t end = std::numeric_limits<int32_t>::max();
  int32_t now = 0;
  /// When the current group started.
  int32_t group = 1;
  /// When the waves of the group last met at a barrier for groupshared memory,
  /// and for buffers: the group's accesses before it are ordered before those
  /// since.
  int32_t groupsharedMeeting = 1, bufferMeeting = 1;
};

/// A site, a wave and a lane in one word.
class CheckActors {
public:
  /// `hasCopies`: waves start asynchronous copies; `hasMatrices`: they load or
  /// store matrices. Throws std::length_error if they do not fit.
  CheckActors(size_t sites, int64_t waves, int64_t lanes, bool hasCopies,
              bool hasMatrices);

  uint32_t encode(int32_t site, int64_t wave) const {
    return uint32_t(site) << siteShift | uint32_t(wave) << laneBits;
  }
  int32_t getSite(uint32_t actor) const { return int32_t(actor >> siteShift); }
  int32_t getWave(uint32_t actor) const {
    return int32_t((actor & (several - 1)) >> laneBits);
  }
  /// The lane; -1 if an asynchronous copy or an operation on a matrix accessed the
  /// element.
  int32_t getLane(uint32_t actor) const {
    const auto lane = int32_t(actor & ((uint32_t(1) << laneBits) - 1));
    return lane < lanes ? lane : -1;
  }
  /// Asynchronous copies access elements as lanes that do not exist, so that they
  /// conflict with all lanes of their wave. Successive copies of a wave are
  /// different lanes.
  uint32_t getCopier(uint32_t number) const {
    return uint32_t(lanes) * (1 + number % distinctCopies);
  }
  /// No lane owns an element of a matrix: the wave accesses it as a lane that does not
  /// exist. Operations with different numbers conflict.
  uint32_t getWhole(uint32_t number) const {
    return firstWhole + number % distinctWholes;
  }
  bool isSeveral(uint32_t actor) const { return (actor & several) != 0; }

  unsigned laneBits, siteShift;
  /// Flag: other lanes of the wave wrote the same value there at once.
  uint32_t several;
  /// All bits except the site.
  uint32_t wholeActor;
  /// The bits of the wave.
  uint32_t ofWave;

private:
  static constexpr uint32_t distinctCopies = 7;
  static constexpr uint32_t fewestWholes = 61;
  int32_t lanes;
  uint32_t firstWhole, distinctWholes = 1;
};

/// The lanes of a wave that access a memory.
struct CheckAccesses {
  int32_t memory;
  CheckKind kind;
  uint32_t actor; ///< Without the lane.
  LaneSet lanes;
  /// One index per lane; if null, `base + lane * stride`.
  const uint32_t *indices;
  uint32_t base, stride;
  /// As in wave_check_access.
  const void *values;
  /// Lanes conflict on an element even if they store the same value.
  bool isUpdate = false;
  /// All accesses are by the wave: `lanes` only number the elements.
  bool isOfWave = false;

  uint32_t getIndex(int32_t lane) const {
    return indices ? indices[lane] : base + uint32_t(lane) * stride;
  }
  uint32_t getActor(int32_t lane) const {
    return isOfWave ? actor : actor + uint32_t(lane);
  }
};

/// Accesses to neighboring elements, by neighboring lanes or all by the wave.
struct CheckRun {
  CheckKind kind;
  uint32_t index, count;
  uint32_t actor;
  uint32_t step; ///< 1 for lanes, 0 for the wave.

  uint32_t getActor(uint32_t i) const { return actor + i * step; }
};

class CheckShadow {
public:
  /// Receives a lane, its element, and the stamp of a possible conflict.
  /// Returns whether it is a conflict.
  using ConflictFn = llvm::function_ref<bool(int32_t lane, uint32_t index,
                                             int32_t time, uint32_t actor)>;
  /// Receives an element.
  using ElementFn = llvm::function_ref<void(uint32_t index)>;

  /// `pipeWaves` is the number of waves of a group with pipes, or 0. Throws
  /// std::length_error if the stamps would exceed `mostBytes`.
  CheckShadow(std::span<const CheckSite> sites,
              std::span<const CheckMemory> memories, const CheckActors &actors,
              const CheckClock &clock, int64_t pipeWaves, uint64_t mostBytes);

  /// Whether conflicts on this memory are possible.
  bool isWatched(int32_t memory) const {
    return memories[memory].write.times != nullptr;
  }

  /// Stamps accesses of the lanes, all in bounds and not executed yet. Returns
  /// the lanes that read groupshared memory that the group has not written.
  /// `ownBarrier` is the time when the wave last passed a barrier of its lanes;
  /// `known` are its clocks in a kernel with pipes, or null.
  LaneSet record(const CheckAccesses &accesses, int32_t ownBarrier,
                 const int32_t *known, ConflictFn isConflict);

  /// Stamps accesses of the wave to `count` neighboring elements from `index` on, as
  /// record() does; `accesses` has the memory, the kind and the actor. Calls
  /// `noteUnwritten` for each element that is read unwritten.
  void recordOfWave(const CheckAccesses &accesses, uint32_t index,
                    uint32_t count, int32_t ownBarrier, const int32_t *known,
                    ConflictFn isConflict, ElementFn noteUnwritten);

  /// Forgets all accesses.
  void clear() { mapping.clear(); }

  uint64_t getBytes() const { return bytes; }

private:
  /// Stamps of the elements of a memory, one per element. Null if the kernel
  /// has no such access.
  struct Stamps {
    int32_t *times = nullptr;
    uint32_t *actors = nullptr;
  };
  using Slots = std::span<const Stamps>;
  struct Memory {
    int64_t elementBytes;
    bool isGroupshared;
    Stamps write;
    std::array<Stamps, 2> reads, atomics;
    /// In kernels with pipes, in place of these: one of other groups, and two of
    /// each wave.
    std::vector<Stamps> waveReads, waveAtomics;
    /// The stamps that exist.
    std::vector<Stamps> all;
  };
  /// Decides which stamps are unordered with the current accesses.
  struct Order {
    int32_t now;
    int32_t first;   ///< Older stamps are ignored.
    int32_t group;   ///< Older stamps are of other groups.
    int32_t meeting; ///< This group's older stamps are ordered before.
    uint32_t wholeActor;
    int32_t ownBarrier; ///< The wave's own older stamps are ordered before.
    uint32_t ofWave;    ///< The bits of the wave in an actor.
    bool hasOwnBarriers;
    /// For each wave, in a kernel with pipes, the time before which its accesses
    /// in this group are ordered before; otherwise null.
    const int32_t *known;
    unsigned laneBits;

    bool isOtherGroups(int32_t time) const {
      return (time > first - 1) & (time < group);
    }
    bool isRecent(int32_t time) const { return time > meeting - 1; }
    bool isOther(uint32_t actor, uint32_t other) const {
      return ((actor ^ other) & wholeActor) != 0;
    }
    bool isSameWave(uint32_t actor, uint32_t other) const {
      return ((actor ^ other) & ofWave) == 0;
    }
    bool isUnordered(int32_t time, uint32_t actor, uint32_t other) const {
      const bool isBeforeOwn = (time < ownBarrier) & isSameWave(actor, other);
      return isOtherGroups(time) |
             (isRecent(time) & isOther(actor, other) & !isBeforeOwn);
    }
    /// Whether a pipe orders the stamp before.
    bool isKnown(int32_t time, uint32_t actor) const {
      return known && time >= group &&
             time < known[(actor & ofWave) >> laneBits];
    }
    /// The same in all kernels.
    bool isConflicting(int32_t time, uint32_t actor, uint32_t other) const {
      return isUnordered(time, actor, other) && !isKnown(time, actor);
    }
  };
  Order getOrder(const Memory &memory, int32_t ownBarrier,
                 const int32_t *known) const;
  static bool isAnyUnordered(const Order &order, const Stamps &stamps,
                             const CheckRun &run);
  static void stamp(const Order &order, const Stamps &stamps,
                    const CheckRun &run);
  static void keepRun(const Order &order, const std::array<Stamps, 2> &slots,
                      const CheckRun &run);
  static void clear(const Stamps &stamps, uint32_t index, uint32_t count);

  bool recordAlike(const Memory &memory, const Order &order,
                   const CheckAccesses &accesses);
  LaneSet recordStretches(const Memory &memory, const Order &order,
                          const CheckAccesses &accesses, ConflictFn isConflict);
  bool recordRun(const Memory &memory, const Order &order, const CheckRun &run);
  static bool isAnyConflicting(const Order &order, const Stamps &stamps,
                               const CheckRun &run);
  static void keepOfWave(const Order &order, Slots slots, const CheckRun &run);
  bool recordRunWithPipes(const Memory &memory, const Order &order,
                          const CheckRun &run);
  bool recordBroadcastWithPipes(const Memory &memory, const Order &order,
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
  /// Whether waves order accesses of their lanes.
  bool hasOwnBarriers = false;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKSHADOW_H
