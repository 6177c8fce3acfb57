//===- PipeGroupTest.cpp - Waves that wait for each other ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/PipeGroup.h"

#include "gtest/gtest.h"

#include <cstring>
#include <stdexcept>

using wave::runtime::PipeGroup;
using wave::runtime::WaveStacks;

namespace {

enum Step : uint32_t { Acquire, Commit, Wait, Release, Meet };

/// One pipe of two stages, created in line 7: wave 0 produces, 1 and 2 consume.
constexpr int64_t table[] = {1, 2, 7, 1, 2, 0, 1, 2};
constexpr int64_t waves = 3;

/// The same pipe, and barriers of waves 0 and 2 and of waves 1 and 2.
constexpr int64_t sets[] = {3, 2, 7, 1, 2, 0, 1, 2, 0, 0,
                            2, 0, 0, 2, 0, 0, 2, 0, 1, 2};

/// Runs group 0; each wave executes `body`.
std::optional<std::string> run(const std::function<void(int64_t)> &body,
                               const int64_t *pipes = table) {
  const WaveStacks stacks(waves, 0);
  PipeGroup group(pipes, waves, stacks, 0,
                  [&](int64_t, int64_t wave) { body(wave); });
  const auto failure = group.run(0);
  if (!failure)
    return std::nullopt;
  return failure->rule + ": " + failure->reason;
}

void use(int64_t wave, int64_t uses) {
  for (int64_t i = 0; i < uses; ++i) {
    wave_pipe_step(0, wave == 0 ? Acquire : Wait, 10 + wave);
    wave_pipe_step(0, wave == 0 ? Commit : Release, 20 + wave);
  }
}

} // namespace

TEST(PipeGroup, PassesEachUseInOrder) {
  const WaveStacks stacks(waves, 0);
  uint32_t elements[2] = {};
  std::vector<uint32_t> received[waves];
  PipeGroup group(table, waves, stacks, 0, [&](int64_t number, int64_t wave) {
    for (uint32_t i = 0; i < 5; ++i) {
      const uint32_t stage =
          wave_pipe_step(0, wave == 0 ? Acquire : Wait, 10 + wave);
      EXPECT_EQ(stage, i % 2);
      if (wave == 0)
        elements[stage] = static_cast<uint32_t>(100 * number) + i;
      else
        received[wave].push_back(elements[stage]);
      wave_pipe_step(0, wave == 0 ? Commit : Release, 20 + wave);
    }
  });
  // The counts of a group begin at 0 again.
  for (int64_t number : {3, 1}) {
    EXPECT_EQ(group.run(number), std::nullopt);
    for (int64_t wave : {1, 2}) {
      std::vector<uint32_t> expected;
      for (uint32_t i = 0; i < 5; ++i)
        expected.push_back(static_cast<uint32_t>(100 * number) + i);
      EXPECT_EQ(received[wave], expected);
      received[wave].clear();
    }
  }
}

TEST(PipeGroup, MeetsAtBarriers) {
  int64_t arrived = 0;
  EXPECT_EQ(run([&](int64_t wave) {
              use(wave, 1);
              ++arrived;
              wave_group_meet(30);
              EXPECT_EQ(arrived, waves);
              use(wave, 3);
            }),
            std::nullopt);
}

TEST(PipeGroup, NamesWavesThatWaitForever) {
  EXPECT_EQ(run([](int64_t wave) { use(wave, wave == 2 ? 3 : 2); }),
            "pipe-deadlock: a wave of group 0 waits forever: wave 2 waits in "
            "`wait` in line 12 of the pipe of line 7; 2 of 3 waves have ended");
  EXPECT_EQ(run([](int64_t wave) {
              if (wave == 0)
                wave_group_meet(30);
              use(wave, 1);
            }),
            "pipe-deadlock: the waves of group 0 wait for each other forever: "
            "wave 0 waits at a barrier in line 30; wave 1 waits in `wait` in "
            "line 11 of the pipe of line 7; wave 2 waits in `wait` in line 12 "
            "of the pipe of line 7");
}

TEST(PipeGroup, NamesWrongSteps) {
  EXPECT_EQ(run([](int64_t) { wave_pipe_step(0, Commit, 40); }),
            "pipe-order: wave 0 of group 0 executes `commit` in line 40 of the "
            "pipe of line 7, but has no open stage: call `acquire()` first");
  EXPECT_EQ(run([](int64_t) { wave_pipe_step(0, Wait, 41); }),
            "pipe-order: wave 0 of group 0 executes `wait` in line 41 of the "
            "pipe of line 7, but is not one of its consumers");
}

TEST(PipeGroup, CountsUsesAtTheEnd) {
  EXPECT_EQ(run([](int64_t wave) { use(wave, wave == 0 ? 2 : 1); }),
            "pipe-unbalanced: group 0 ends with different uses of the pipe of "
            "line 7: wave 0 has entered 2 and left 2, wave 1 has entered 1 and "
            "left 1");
}

TEST(PipeGroup, WavesOfASetMeet) {
  int64_t reached[waves] = {};
  EXPECT_EQ(run(
                [&](int64_t wave) {
                  for (int64_t i = 1; i < 4; ++i) {
                    ++reached[wave];
                    if (wave == 1)
                      continue;
                    EXPECT_EQ(wave_pipe_step(1, Meet, 50), 0U);
                    EXPECT_GE(reached[2 - wave], i);
                    wave_pipe_step(1, Meet, 51);
                  }
                  // Wave 1 has not waited.
                  EXPECT_EQ(reached[1], 3);
                  if (wave != 0)
                    wave_pipe_step(2, Meet, 52);
                  use(wave, 2);
                },
                sets),
            std::nullopt);
}

TEST(PipeGroup, NamesWavesThatWaitForeverAtBarriersOfSets) {
  EXPECT_EQ(run(
                [](int64_t wave) {
                  for (int64_t i = 0; i <= wave; ++i)
                    if (wave != 1)
                      wave_pipe_step(1, Meet, 60);
                },
                sets),
            "waves-barrier-deadlock: a wave of group 0 waits forever: wave 2 "
            "waits at a barrier of the waves 0 and 2 in line 60; 2 of 3 waves "
            "have ended");
  EXPECT_EQ(
      run(
          [](int64_t wave) {
            if (wave == 0)
              use(wave, 3);
            else if (wave == 1)
              wave_pipe_step(2, Meet, 61);
          },
          sets),
      "pipe-deadlock: the waves of group 0 wait for each other forever: "
      "wave 0 waits in `acquire` in line 10 of the pipe of line 7; wave 1 "
      "waits at a barrier of the waves 1 and 2 in line 61; 1 of 3 waves "
      "have ended");
  EXPECT_EQ(run([](int64_t) { wave_pipe_step(2, Meet, 62); }, sets),
            "waves-barrier-wave: wave 0 of group 0 reaches a barrier of the "
            "waves 1 and 2 in line 62 and is not one of them");
}

TEST(PipeGroup, RefusesWavesThatGroupsLack) {
  const WaveStacks stacks(2, 0);
  EXPECT_THROW(PipeGroup(table, 2, stacks, 0, [](int64_t, int64_t) {}),
               std::invalid_argument);
}

TEST(PipeGroup, StacksHoldLargeFrames) {
  constexpr size_t bytes = 3 << 20;
  const WaveStacks stacks(2 * waves, bytes);
  EXPECT_GE(stacks.get(0).size(), bytes);
  PipeGroup group(table, waves, stacks, waves, [&](int64_t, int64_t wave) {
    char frame[bytes];
    std::memset(frame, static_cast<int>(wave) + 1, bytes);
    use(wave, 3);
    for (size_t i = 0; i < bytes; i += 4096)
      EXPECT_EQ(frame[i], wave + 1);
  });
  EXPECT_EQ(group.run(0), std::nullopt);
}

TEST(PipeGroup, ReportsALackOfMemory) {
  EXPECT_THROW(WaveStacks(1 << 20, size_t(1) << 40), std::bad_alloc);
  EXPECT_THROW(WaveStacks(int64_t(1) << 62, 0), std::bad_alloc);
}
