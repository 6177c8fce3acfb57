//===- CheckedRacesTest.cpp - Races and accesses without a race -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WatchedKernel.h"

#include "gtest/gtest.h"

#include <random>

using namespace watched;

//===----------------------------------------------------------------------===//
// Races in a group
//===----------------------------------------------------------------------===//

namespace {
/// Groupshared memory with stores and loads.
struct Tile : Kernel {
  int32_t tile = addMemory(CheckMemoryKind::Groupshared, 64);
  int32_t store = add(CheckKind::Store, tile);
  int32_t load = add(CheckKind::Load, tile);
  int32_t atomic = add(CheckKind::Atomic, tile);
  int32_t sync = addBarrier(true, false);
  int32_t syncBuffers = addBarrier(false, true);
  int32_t fence = addBarrier(true, false, false);
};
} // namespace

TEST(CheckedRaces, WavesRaceWithoutABarrier) {
  const Tile kernel;
  // Loads the other wave's elements, in groups of 8.
  const auto run = [&](int32_t barrier) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          wave.access(kernel.store, 4 * wave.wave);
          if (barrier >= 0)
            wave.barrier(barrier);
          wave.access(kernel.load, 4 * (1 - wave.wave));
        },
        3));
  };
  EXPECT_EQ(run(kernel.sync), "");
  // A load of wave 0 before the store of wave 1 is not reported again.
  EXPECT_EQ(run(-1), "race s0 g0 w1 l0 with s1 g0 w0 l0 at 4 lanes 15 x6");
  // A barrier between them is reported, whichever access came first.
  EXPECT_EQ(run(kernel.fence),
            "race s0 g0 w1 l0 with s1 g0 w0 l0 past s5 at 4 lanes 15 x6");
  // A barrier for buffers does not order groupshared memory.
  EXPECT_EQ(run(kernel.syncBuffers),
            "race s1 g0 w0 l0 with s0 g0 w1 l0 past s4 at 4 lanes 15 x6");
}

TEST(CheckedRaces, ABarrierBeforeOrAfterBothIsNotNamed) {
  const Tile kernel;
  const auto run = [&](bool isBefore) {
    return print(kernel.run([&](Wave wave) {
      wave.enter();
      if (isBefore)
        wave.barrier(kernel.fence);
      wave.access(kernel.store, 4 * wave.wave);
      wave.access(kernel.load, 4 * (1 - wave.wave));
      if (!isBefore)
        wave.barrier(kernel.fence);
    }));
  };
  for (bool isBefore : {true, false})
    EXPECT_EQ(run(isBefore),
              "race s0 g0 w1 l0 with s1 g0 w0 l0 at 4 lanes 15 x2");
}

TEST(CheckedRaces, LanesReadWhatTheyHaveWrittenOfALocalArray) {
  Kernel kernel;
  const int32_t local = kernel.addMemory(CheckMemoryKind::Local, 4);
  const int32_t store = kernel.add(CheckKind::Store, local);
  const int32_t load = kernel.add(CheckKind::Load, local);
  const int32_t made = kernel.add(CheckKind::Event, local);
  const auto run = [&](const std::function<void(Wave)> &body) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          body(wave);
        },
        2, 2));
  };
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(store, 2, 0);
              wave.access(load, 2, 0);
              wave.gather(store, {0, 1, 0, 1});
              wave.gather(load, {0, 1, 0, 2});
            }),
            "");
  // A store of another lane is to another array.
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(store, 2, 0, {3});
              wave.access(load, 2, 0);
            }),
            "uninitialized s1 g0 w0 l2 at 2 lanes 12 x4");
  EXPECT_EQ(run([&](Wave wave) {
              wave.gather(store, {0, 1, 2, 3});
              wave.gather(load, {0, 1, 2, 0});
            }),
            "uninitialized s1 g0 w0 l3 at 0 lanes 8 x4");
  // Neither another wave's store nor an earlier group's counts.
  EXPECT_EQ(run([&](Wave wave) {
              if (wave.wave == 0 && wave.group == 0)
                wave.access(store, 0, 1);
              wave.access(load, 0, 1);
            }),
            "uninitialized s1 g0 w1 l0 at 0 lanes 15 x3");
  // An array that is created again.
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(store, 0, 1);
              wave_check_event(wave.check, made, 5, 0);
              wave.access(load, 0, 1);
            }),
            "uninitialized s1 g0 w0 l0 at 0 lanes 5 x4");
}

TEST(CheckedRaces, LanesOfAWaveRace) {
  const Tile kernel;
  const auto run = [&](const std::function<void(Wave)> &then) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          wave.access(kernel.store, 0);
          then(wave);
        },
        1, 1));
  };
  EXPECT_EQ(run([&](Wave wave) { wave.access(kernel.load, 0); }), "");
  EXPECT_EQ(run([&](Wave wave) { wave.access(kernel.store, 0); }), "");
  EXPECT_EQ(run([&](Wave wave) { wave.access(kernel.load, 3, -1); }),
            "race s1 g0 w0 l0 with s0 g0 w0 l3 at 3 lanes 15 x1");
  EXPECT_EQ(run([&](Wave wave) {
              wave.gather(kernel.load, {0, 0, 2, 3});
            }),
            "race s1 g0 w0 l1 with s0 g0 w0 l0 at 0 lanes 2 x1");
  EXPECT_EQ(run([&](Wave wave) { wave.access(kernel.load, 2, 0); }),
            "race s1 g0 w0 l0 with s0 g0 w0 l2 at 2 lanes 11 x1");
  EXPECT_EQ(run([&](Wave wave) {
              wave.barrier(kernel.sync);
              wave.access(kernel.load, 2, 0);
              wave.barrier(kernel.sync);
              wave.access(kernel.store, 1);
            }),
            "");
  // All lanes have read the element, and then any one of them writes it.
  for (uint32_t lane = 0; lane < 4; ++lane)
    EXPECT_NE(run([&](Wave wave) {
                wave.barrier(kernel.sync);
                wave.access(kernel.load, 2, 0);
                wave.access(kernel.store, 2, 0, {uint64_t(1) << lane});
              }).find("race s0"),
              std::string::npos);
}

TEST(CheckedRaces, TheSameValueAtOnceIsNoRace) {
  const Tile kernel;
  const auto run = [&](const std::function<void(Wave)> &body) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          body(wave);
        },
        1, 1));
  };
  EXPECT_EQ(run([&](Wave wave) { wave.access(kernel.store, 5, 0); }), "");
  EXPECT_EQ(run([&](Wave wave) {
              wave.gather(kernel.store, {5, 6, 5, 6}, all, {1, 2, 1, 2});
            }),
            "");
  EXPECT_EQ(run([&](Wave wave) {
              wave.gather(kernel.store, {5, 6, 5, 6}, all, {1, 2, 1, 3});
            }),
            "race s0 g0 w0 l3 with s0 g0 w0 l1 at 6 lanes 8 x1");
  const uint32_t values[] = {7, 7, 7, 8};
  EXPECT_EQ(
      run([&](Wave wave) { wave.access(kernel.store, 5, 0, {7}, values); }),
      "");
  EXPECT_EQ(
      run([&](Wave wave) { wave.access(kernel.store, 5, 0, all, values); }),
      "race s0 g0 w0 l3 with s0 g0 w0 l0 at 5 lanes 8 x1");
  // Two stores are not simultaneous, and no lane is the only one to store.
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(kernel.store, 5, 0);
              wave.access(kernel.store, 5, 0);
            }),
            "race s0 g0 w0 l0 with s0 g0 w0 l3 at 5 lanes 15 x1");
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(kernel.store, 5, 0);
              wave.access(kernel.load, 5, 0, {8});
            }),
            "race s1 g0 w0 l3 with s0 g0 w0 l-1 at 5 lanes 8 x1");
  // Stores of other waves are not part of it.
  EXPECT_EQ(print(kernel.run([&](Wave wave) {
              wave.enter();
              wave.access(kernel.store, 5, 0, {1});
            })),
            "race s0 g0 w1 l0 with s0 g0 w0 l0 at 5 lanes 1 x1");
}

TEST(CheckedRaces, AtomicsRaceWithOthersOnly) {
  const Tile kernel;
  const auto run = [&](const std::function<void(Wave)> &then) {
    return print(kernel.run([&](Wave wave) {
      wave.enter();
      if (wave.wave == 0)
        wave.access(kernel.store, 0);
      wave.barrier(kernel.sync);
      wave.access(kernel.atomic, 0, 0);
      wave.gather(kernel.atomic, {0, 1, 1, 3});
      then(wave);
    }));
  };
  EXPECT_EQ(run([](Wave) {}), "");
  EXPECT_EQ(run([&](Wave wave) {
              wave.barrier(kernel.sync);
              wave.access(kernel.load, 0, 0);
            }),
            "");
  EXPECT_EQ(run([&](Wave wave) {
              if (wave.wave == 1)
                wave.access(kernel.load, 3, 0, {1});
            }),
            "race s1 g0 w1 l0 with s2 g0 w0 l3 at 3 lanes 1 x1");
  EXPECT_EQ(run([&](Wave wave) {
              if (wave.wave == 1)
                wave.access(kernel.store, 3, 0, {8});
            }),
            "race s0 g0 w1 l3 with s2 g0 w0 l3 at 3 lanes 8 x1");
  // After a load, and after a store.
  EXPECT_EQ(run([&](Wave wave) {
              wave.barrier(kernel.sync);
              if (wave.wave == 0)
                wave.access(kernel.load, 2, 0, {1});
              wave.access(kernel.atomic, 2, 0, {1});
            }),
            "race s2 g0 w1 l0 with s1 g0 w0 l0 at 2 lanes 1 x1");
}

TEST(CheckedRaces, ElementsNobodyHasWritten) {
  const Tile kernel;
  EXPECT_EQ(print(kernel.run(
                [&](Wave wave) {
                  wave.enter();
                  wave.access(kernel.store, 0, 1, {7});
                  wave.barrier(kernel.sync);
                  wave.access(kernel.load, 0, 1, {7});
                  wave.access(kernel.load, 0);
                  wave.barrier(kernel.sync);
                  wave.access(kernel.atomic, 3, 0);
                  wave.access(kernel.atomic, 8);
                  wave.barrier(kernel.sync);
                  wave.access(kernel.load, 8);
                },
                2, 1)),
            "uninitialized s1 g0 w0 l3 at 3 lanes 8 x2\n"
            "uninitialized s2 g0 w0 l0 at 3 lanes 1 x4");
  // Also for memory without any store.
  Kernel other;
  const int32_t load =
      other.add(CheckKind::Load, other.addMemory(CheckMemoryKind::Groupshared,
                                                 64, /*written=*/false));
  EXPECT_EQ(print(other.run(
                [&](Wave wave) {
                  wave.enter();
                  wave.access(load, 0);
                },
                1, 1)),
            "uninitialized s0 g0 w0 l0 at 0 lanes 15 x1");
}

//===----------------------------------------------------------------------===//
// Races between groups
//===----------------------------------------------------------------------===//

TEST(CheckedRaces, GroupsRaceOnBuffers) {
  Kernel kernel;
  const int32_t buffer = kernel.addMemory(CheckMemoryKind::Buffer);
  const int32_t store = kernel.add(CheckKind::Store, buffer);
  const int32_t load = kernel.add(CheckKind::Load, buffer);
  const int32_t sync = kernel.addBarrier(true, true);
  const int32_t syncTile = kernel.addBarrier(true, false);
  const auto run = [&](const std::function<void(Wave)> &body,
                       int64_t groups = 4) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          body(wave);
        },
        groups));
  };
  const auto at = [](Wave wave) { return 8 * wave.group + 4 * wave.wave; };
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(store, at(wave));
              wave.barrier(sync);
              wave.gather(
                  load, {uint32_t(8 * wave.group + 7 - 4 * wave.wave), 0, 0, 0},
                  {1});
              wave.barrier(sync);
              wave.access(store, at(wave));
            }),
            "");
  // A barrier for groupshared memory does not order buffers.
  EXPECT_EQ(run(
                [&](Wave wave) {
                  wave.access(store, at(wave));
                  wave.barrier(syncTile);
                  wave.access(load, 7 - 4 * wave.wave, 0, {1});
                },
                1),
            "race s1 g0 w0 l0 with s0 g0 w1 l3 past s3 at 7 lanes 1 x2");
  // The next group's first element.
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(store, at(wave));
              wave.barrier(sync);
              wave.access(load, at(wave) + 1);
            }),
            "race s0 g1 w0 l0 with s1 g0 w1 l3 at 8 lanes 1 x3");
  // All groups read an element that one group writes later.
  EXPECT_EQ(run([&](Wave wave) {
              wave.access(load, 9, 0);
              if (wave.group == 3 && wave.wave == 0)
                wave.access(store, 9, 0, {1});
            }),
            "race s0 g3 w0 l0 with s1 g0 w0 l0 at 9 lanes 1 x2");
}

namespace {
/// Each group stores a part, and the last one to arrive sums the parts.
struct LastGroup : Kernel {
  int32_t parts = addMemory(CheckMemoryKind::Buffer);
  int32_t counter = addMemory(CheckMemoryKind::Buffer, 1);
  int32_t flag = addMemory(CheckMemoryKind::Groupshared, 1);
  int32_t store = add(CheckKind::Store, parts);
  int32_t load = add(CheckKind::Load, parts);
  int32_t atomic = add(CheckKind::Atomic, counter);
  int32_t storeFlag = add(CheckKind::Store, flag);
  int32_t loadFlag = add(CheckKind::Load, flag);
  int32_t sync = addBarrier(true, true);
  int32_t syncTile = addBarrier(true, false);
  int32_t fence = addBarrier(false, true, false);
  static constexpr int64_t groups = 5;

  /// Runs with one barrier before the atomic, and another after it.
  std::string run(int32_t before, int32_t after, bool onlyOneWave = false) {
    return print(Kernel::run(
        [&](Wave wave) {
          wave.enter();
          if (!onlyOneWave || wave.wave == 0)
            wave.access(store, 8 * wave.group + 4 * wave.wave);
          if (before >= 0)
            wave.barrier(before);
          if (wave.wave == 0) {
            wave.access(atomic, 0, 0, {1});
            wave.access(storeFlag, 0, 0, {1});
          }
          wave.barrier(after);
          wave.access(loadFlag, 0, 0);
          if (wave.group != groups - 1)
            return;
          for (uint32_t i = 0; i < 8 * groups; i += onlyOneWave ? 8 : 4)
            wave.access(load, i);
        },
        groups));
  }
};
} // namespace

TEST(CheckedRaces, TheLastGroupMaySumUp) {
  LastGroup kernel;
  EXPECT_EQ(kernel.run(kernel.sync, kernel.sync), "");
  EXPECT_EQ(kernel.run(kernel.fence, kernel.sync, /*onlyOneWave=*/true), "");
  const std::string race = "race s1 g4 w0 l0 with s0 g0 w0 l0 at 0 lanes 15 x";
  const auto startsSo = [&](const std::string &found) {
    EXPECT_EQ(found.substr(0, race.size()), race);
  };
  startsSo(kernel.run(-1, kernel.sync));
  startsSo(kernel.run(kernel.syncTile, kernel.sync));
  startsSo(kernel.run(kernel.sync, kernel.syncTile));
  // Wave 0 executes the atomic without having synchronized with wave 1 before.
  EXPECT_EQ(kernel.run(kernel.fence, kernel.sync),
            "race s1 g4 w0 l0 with s0 g0 w1 l0 at 4 lanes 15 x8");
}

TEST(CheckedRaces, KnowledgeIsHandedOn) {
  Kernel kernel;
  const int32_t data = kernel.addMemory(CheckMemoryKind::Buffer);
  const int32_t counters = kernel.addMemory(CheckMemoryKind::Buffer);
  const int32_t store = kernel.add(CheckKind::Store, data);
  const int32_t load = kernel.add(CheckKind::Load, data);
  const int32_t atomic = kernel.add(CheckKind::Atomic, counters);
  const int32_t sync = kernel.addBarrier(true, true);
  // Group 0 passes to group 1 through one counter, 1 to 2 through another.
  const auto run = [&](uint32_t second) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          if (wave.group == 0) {
            wave.access(store, 4 * wave.wave);
            wave.barrier(sync);
            if (wave.wave == 1)
              wave.access(atomic, 0, 0, {4});
          } else if (wave.group == 1) {
            if (wave.wave == 0)
              wave.access(atomic, 0, 0, {1});
            wave.barrier(sync);
            if (wave.wave == 1)
              wave.access(atomic, second, 0, {1});
          } else {
            if (wave.wave == 1)
              wave.access(atomic, 7, 0, {2});
            wave.barrier(sync);
            wave.access(load, 4 * wave.wave);
          }
        },
        3));
  };
  EXPECT_EQ(run(7), "");
  EXPECT_EQ(run(8), "race s1 g2 w0 l0 with s0 g0 w0 l0 at 0 lanes 15 x2");
}

/// The waves of one group order their accesses through groupshared memory.
TEST(CheckedRaces, TheLastWaveMaySumUp) {
  Kernel kernel;
  const int32_t parts = kernel.addMemory(CheckMemoryKind::Buffer);
  const int32_t tile = kernel.addMemory(CheckMemoryKind::Groupshared, 64);
  const int32_t store = kernel.add(CheckKind::Store, parts);
  const int32_t load = kernel.add(CheckKind::Load, parts);
  const int32_t storeTile = kernel.add(CheckKind::Store, tile);
  const int32_t loadTile = kernel.add(CheckKind::Load, tile);
  const int32_t atomic = kernel.add(CheckKind::Atomic, tile);
  const int32_t sync = kernel.addBarrier(true, true);
  const int32_t fence = kernel.addBarrier(true, true, false);
  const auto run = [&](bool isFenced) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          if (wave.wave == 0)
            wave.access(storeTile, 0, 0, {1});
          wave.barrier(sync);
          wave.access(store, 4 * wave.wave);
          wave.access(storeTile, 4 + 4 * wave.wave);
          if (isFenced)
            wave.barrier(fence);
          wave.access(atomic, 0, 0, {1});
          wave.barrier(fence);
          if (wave.wave != 2)
            return;
          wave.access(load, 0);
          wave.access(loadTile, 4);
        },
        1, 3));
  };
  EXPECT_EQ(run(true), "");
  EXPECT_EQ(run(false),
            "race s1 g0 w2 l0 with s0 g0 w0 l0 past s6 at 0 lanes 15 x1\n"
            "race s3 g0 w2 l0 with s2 g0 w0 l0 past s6 at 4 lanes 15 x1");
}

//===----------------------------------------------------------------------===//
// All pairs
//===----------------------------------------------------------------------===//

namespace {
/// An access of one lane.
struct Step {
  int64_t group, wave;
  int phase;
  int32_t lane;
  CheckKind kind;
  uint32_t index, value;
  int call;

  bool isRacing(const Step &other, bool isGroupshared) const {
    const bool isSameGroup = group == other.group;
    if (index != other.index || (isGroupshared && !isSameGroup) ||
        (isSameGroup &&
         (phase != other.phase || (wave == other.wave && lane == other.lane))))
      return false;
    if (kind == other.kind && kind != CheckKind::Store)
      return false;
    return kind != CheckKind::Store || call != other.call ||
           value != other.value;
  }
};
} // namespace

/// The recorded stamps are sufficient to find a race whenever there is one.
TEST(CheckedRaces, RandomAccesses) {
  std::mt19937 random(7);
  const auto pick = [&](uint32_t count) { return uint32_t(random() % count); };
  int racing = 0;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    const bool isGroupshared = round % 2 != 0;
    Kernel kernel;
    kernel.addMemory(isGroupshared ? CheckMemoryKind::Groupshared
                                   : CheckMemoryKind::Buffer);
    for (CheckKind kind :
         {CheckKind::Load, CheckKind::Store, CheckKind::Atomic})
      kernel.add(kind, 0);
    const int32_t sync = kernel.addBarrier(isGroupshared, !isGroupshared);
    const uint32_t elements = 4 + pick(40), most = 1 + pick(3);
    // Between groups, atomics would order the other accesses.
    const int64_t groups = 1 + pick(2);
    const uint32_t kinds = isGroupshared || groups == 1 ? 3 : 2;
    std::vector<Step> steps;
    int call = 0;
    const CheckResult result = kernel.run(
        [&](Wave wave) {
          wave.enter();
          for (int phase = 0; phase < 3; ++phase) {
            for (uint32_t i = pick(most + 1); i > 0; --i) {
              const auto site = int32_t(pick(kinds));
              const Lanes some = {pick(3) ? pick(16) : 15};
              const uint32_t base = pick(elements), stride = pick(3);
              const bool isSpread = pick(2) != 0;
              std::vector<uint32_t> indices, values;
              for (uint32_t lane = 0; lane < 4; ++lane) {
                indices.push_back(isSpread ? pick(elements)
                                           : base + stride * lane);
                values.push_back(pick(2));
                if ((some.low >> lane & 1) != 0)
                  steps.push_back({wave.group, wave.wave, phase, int32_t(lane),
                                   kernel.sites[site].kind, indices[lane],
                                   values[lane], call});
              }
              ++call;
              if (isSpread)
                wave.gather(site, indices, some, values);
              else
                wave.access(site, base, stride, some, values.data());
            }
            wave.barrier(sync);
          }
        },
        groups);
    bool isRacing = false;
    for (size_t i = 0; i < steps.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        isRacing |= steps[i].isRacing(steps[j], isGroupshared);
    const bool isFound =
        llvm::any_of(result.findings, [](const CheckFinding &finding) {
          return finding.rule == "race";
        });
    ASSERT_EQ(isFound, isRacing) << round << ": " << print(result);
    racing += isRacing;
  }
  EXPECT_GT(racing, rounds / 4);
  EXPECT_LT(racing, rounds * 3 / 4);
}

/// As above, with matrices: an operation is like a lane of its own, and its elements
/// do not race with each other.
TEST(CheckedRaces, RandomMatrices) {
  std::mt19937 random(11);
  const auto pick = [&](uint32_t count) { return uint32_t(random() % count); };
  int racing = 0;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    const bool isGroupshared = round % 2 != 0;
    Kernel kernel;
    kernel.addMemory(isGroupshared ? CheckMemoryKind::Groupshared
                                   : CheckMemoryKind::Buffer,
                     200);
    kernel.add(CheckKind::Load, 0);
    kernel.add(CheckKind::Store, 0);
    for (CheckKind kind : {CheckKind::Load, CheckKind::Store})
      for (int i = 0; i < 2; ++i)
        kernel.addMatrix(kind, 1 + pick(4), 1 + pick(6));
    const int32_t sync = kernel.addBarrier(isGroupshared, !isGroupshared);
    const uint32_t elements = 20 + pick(150), most = 1 + pick(3);
    const int64_t groups = 1 + pick(2);
    std::vector<Step> steps;
    int call = 0;
    const CheckResult result = kernel.run(
        [&](Wave wave) {
          wave.enter();
          for (int phase = 0; phase < 3; ++phase) {
            for (uint32_t i = pick(most + 1); i > 0; --i) {
              const auto site = int32_t(pick(6));
              const CheckSite &at = kernel.sites[site];
              const uint32_t base = pick(elements), stride = pick(9);
              const auto add = [&](uint32_t index, int32_t lane) {
                steps.push_back({wave.group, wave.wave, phase, lane, at.kind,
                                 index, /*value=*/0, call});
              };
              ++call;
              if (!at.isOfMatrix()) {
                wave.access(site, base, 1);
                for (uint32_t lane = 0; lane < 4; ++lane)
                  add(base + lane, int32_t(lane));
                continue;
              }
              wave.matrix(site, base, stride);
              for (int64_t run = 0; run < at.runs; ++run)
                for (int64_t j = 0; j < at.runLength; ++j)
                  add(uint32_t(base + run * stride + j), 3 + call);
            }
            wave.barrier(sync);
          }
        },
        groups);
    bool isRacing = false;
    for (size_t i = 0; i < steps.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        isRacing |= steps[i].isRacing(steps[j], isGroupshared);
    const bool isFound =
        llvm::any_of(result.findings, [](const CheckFinding &finding) {
          return finding.rule == "race";
        });
    ASSERT_EQ(isFound, isRacing) << round << ": " << print(result);
    racing += isRacing;
  }
  EXPECT_GT(racing, rounds / 5);
  EXPECT_LT(racing, rounds * 4 / 5);
}
