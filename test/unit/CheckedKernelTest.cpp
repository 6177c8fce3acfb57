//===- CheckedKernelTest.cpp - Findings of instrumented runs --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//

#include "WatchedKernel.h"

#include "gtest/gtest.h"

#include <csignal>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

using namespace watched;

//===----------------------------------------------------------------------===//
// Bounds, values, and sites of undefined behavior
//===----------------------------------------------------------------------===//

TEST(CheckedKernel, Bounds) {
  Kernel kernel;
  using Kind = CheckMemoryKind;
  for (Kind kind : {Kind::Buffer, Kind::Image, Kind::Groupshared, Kind::Local})
    kernel.add(CheckKind::Store, kernel.addMemory(kind, 5));
  const auto run = [&](const std::function<void(Wave)> &body) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          body(wave);
        },
        1, 1));
  };
  for (int32_t site = 0; site < 4; ++site) {
    EXPECT_EQ(run([&](Wave wave) { wave.access(site, 1); }), "");
    // Inactive lanes may have any index.
    EXPECT_EQ(run([&](Wave wave) { wave.access(site, 3, 1, {3}); }), "");
    EXPECT_EQ(run([&](Wave wave) {
                wave.gather(site, {9, 1, 0, 9}, {6});
              }),
              "");
    const std::string rule = site < 2 ? "buffer-bounds" : "out-of-bounds";
    const std::string from = rule + " s" + std::to_string(site) + " g0 w0 l";
    EXPECT_EQ(run([&](Wave wave) { wave.access(site, 3); }),
              from + "2 at 5 lanes 12 x1");
    EXPECT_EQ(run([&](Wave wave) { wave.access(site, 1, -1); }),
              from + "2 at 4294967295 lanes 12 x1");
    EXPECT_EQ(run([&](Wave wave) { wave.access(site, -1, 1); }),
              from + "0 at 4294967295 lanes 1 x1");
    EXPECT_EQ(run([&](Wave wave) {
                wave.gather(site, {9, 1, UINT32_MAX, 9}, {6});
                wave.gather(site, {9, 1, 0, 5}, {14});
              }),
              from + "2 at 4294967295 lanes 4 x2");
  }
}

TEST(CheckedKernel, UniformValuesAreTheSameInTheGroup) {
  Kernel kernel;
  const int32_t site = kernel.add(CheckKind::Uniform);
  const auto run = [&](const std::function<void(Wave)> &body) {
    return print(kernel.run(
        [&](Wave wave) {
          wave.enter();
          body(wave);
        },
        2));
  };
  // A different value in each execution and each group.
  EXPECT_EQ(run([&](Wave wave) {
              for (int i = 0; i < 3; ++i)
                wave.uniform(site, 10 * wave.group + i);
              wave.uniform(site, wave.wave, none);
            }),
            "");
  EXPECT_EQ(run([&](Wave wave) {
              for (int i = 0; i < 3; ++i)
                wave.uniform(site, i == 2 ? wave.wave : 7, {14});
            }),
            "group-uniform s0 g0 w1 l1 with s0 g0 w0 l1 lanes 14 x2");
  EXPECT_EQ(run([&](Wave wave) {
              const uint64_t values[] = {6, 6, uint64_t(6) << 32, 5};
              wave_check_uniform(wave.check, site, values, 0, 6, 0);
            }),
            "group-uniform s0 g0 w0 l2 with s0 g0 w0 l1 lanes 4 x4");
}

TEST(CheckedKernel, WhatTheCompilerFoundUndefined) {
  Kernel kernel;
  const int32_t site =
      kernel.add(CheckSite{CheckKind::Undefined, "integer-division"});
  const int32_t other =
      kernel.add(CheckSite{CheckKind::Undefined, "shift-amount"});
  const auto body = [&](Wave wave) {
    wave.enter();
    wave_check_undefined(wave.check, site, nullptr, 0, 0);
    wave_check_undefined(wave.check, other, nullptr, 10, 0);
    if (wave.wave == 1)
      wave_check_undefined(wave.check, site, nullptr, 4, 0);
  };
  EXPECT_EQ(print(kernel.run(body, 2)),
            "shift-amount s1 g0 w0 l1 lanes 10 x4\n"
            "integer-division s0 g0 w1 l2 lanes 4 x2");
  kernel.options.undefined = false;
  EXPECT_EQ(print(kernel.run(body, 2)), "");
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

namespace {
struct Barriers : Kernel {
  int32_t first = addBarrier(true, true);
  int32_t second = addBarrier(true, true);
  int32_t outer = add(CheckKind::Branch);
  int32_t inner = add(CheckKind::Branch);
  int32_t retired = add(CheckKind::Retire);
};
} // namespace

TEST(CheckedKernel, BarriersThatAreMet) {
  const Barriers kernel;
  const auto body = [&](Wave wave) {
    const Lanes some = wave.wave == 2 ? none : all;
    wave.enter(some);
    for (int i = 0; i < 3; ++i)
      wave.barrier(kernel.first, some);
    wave.branch(kernel.outer, some, some);
    wave.barrier(kernel.second, some);
    // A wave retires, lanes retire, and a wave without lanes reaches the
    // barrier or skips it.
    if (wave.wave == 1)
      return wave.retire(kernel.retired, all);
    if (wave.wave == 3)
      return wave.retire(kernel.retired, {15});
    if (wave.wave == 0)
      wave.retire(kernel.retired, {6});
    if (wave.wave == 2)
      return;
    wave.barrier(kernel.first, wave.wave == 0 ? Lanes{9} : all);
  };
  EXPECT_EQ(print(kernel.run(body, 3, 5)), "");
  EXPECT_EQ(kernel.run(body, 3, 5).waves, 15);
}

TEST(CheckedKernel, BarriersThatAreNotReached) {
  const Barriers kernel;
  EXPECT_EQ(print(kernel.run(
                [&](Wave wave) {
                  wave.enter();
                  wave.branch(kernel.outer, all);
                  wave.barrier(kernel.first);
                  wave.branch(kernel.outer, wave.wave == 1 ? none : all);
                  if (wave.wave == 1)
                    return;
                  wave.branch(kernel.inner, all);
                  wave.barrier(kernel.second);
                  // This error is a consequence of the first one.
                  if (wave.wave == 0)
                    wave.barrier(kernel.second);
                },
                2, 3)),
            "barrier-not-reached s1 g0 w0 l0 with s-1 g0 w1 l0 from s2 "
            "lanes 15 x2");
}

TEST(CheckedKernel, BarriersThatAreNotTheSame) {
  const Barriers kernel;
  EXPECT_EQ(print(kernel.run(
                [&](Wave wave) {
                  wave.enter();
                  wave.branch(kernel.outer,
                              wave.wave == 1 ? Lanes{15} : Lanes{7});
                  wave.branch(kernel.inner, wave.wave == 1 ? Lanes{15} : none);
                  wave.barrier(wave.wave == 1 ? kernel.first : kernel.second);
                },
                1, 3)),
            "barrier-mismatch s1 g0 w0 l0 with s0 g0 w1 l0 from s3 "
            "lanes 15 x1");
}

TEST(CheckedKernel, BarriersOfSomeLanes) {
  const Barriers kernel;
  EXPECT_EQ(print(kernel.run([&](Wave wave) {
              wave.enter();
              wave.branch(kernel.outer, {14});
              wave.branch(kernel.inner, {14}, {14});
              wave.barrier(kernel.first, {14});
              wave.barrier(kernel.second, {1});
            })),
            "barrier-lanes s0 g0 w0 l1 from s2 lanes 14 x1");
}

TEST(CheckedKernel, ManyWaves) {
  Barriers kernel;
  kernel.lanes = 128;
  const int32_t tile = kernel.addMemory(CheckMemoryKind::Groupshared, 1 << 17);
  const int32_t store = kernel.add(CheckKind::Store, tile);
  const int32_t load = kernel.add(CheckKind::Load, tile);
  const Lanes both = {UINT64_MAX, UINT64_MAX};
  const auto run = [&](uint32_t shift) {
    return kernel.run(
        [&](Wave wave) {
          // Each wave uses a large part of its stack.
          volatile char used[100'000];
          used[0] = char(wave.wave);
          used[sizeof used - 1] = char(wave.wave);
          wave.enter(both);
          wave.access(store, 128 * wave.wave, 1, both);
          wave.barrier(kernel.first, both);
          wave.access(load, 128 * (1023 - wave.wave), 1, both);
          wave.access(store, 128 * (1023 - wave.wave) + shift, 1,
                      {UINT64_MAX, shift ? 1 : UINT64_MAX});
          if (used[0] != char(wave.wave) || used[0] != used[sizeof used - 1])
            wave.barrier(kernel.second, {1});
        },
        2, 1024);
  };
  const CheckResult result = run(0);
  EXPECT_EQ(print(result), "");
  EXPECT_EQ(result.waves, 2048);
  EXPECT_EQ(result.lanes, 2048 * 128);
  EXPECT_EQ(print(run(1)).substr(0, 46),
            "race s5 g0 w0 l0 with s6 g0 w0 l1 at 130945 la");
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

TEST(CheckedKernel, FindingsMayBeTooMany) {
  Kernel kernel;
  for (int i = 0; i < 10; ++i)
    kernel.add(CheckSite{CheckKind::Undefined, "integer-division"});
  const auto body = [&](Wave wave) {
    wave.enter();
    for (int i = 0; i < 10; ++i)
      wave_check_undefined(wave.check, i, nullptr, 1, 0);
  };
  kernel.options.mostFindings = 3;
  CheckResult result = kernel.run(body, 100);
  EXPECT_EQ(result.findings.size(), 3u);
  EXPECT_EQ(result.end, CheckEnd::Findings);
  EXPECT_EQ(result.groups, 0);
  kernel.options.mostFindings = 11;
  result = kernel.run(body, 100);
  EXPECT_EQ(result.findings.size(), 10u);
  EXPECT_EQ(result.end, CheckEnd::Done);
  EXPECT_EQ(result.groups, 100);
}

/// A loop that only the flag ends, and that makes no calls.
static void waitForFlag(Wave wave) {
  wave.enter();
  while (__atomic_load_n(wave.flag, __ATOMIC_RELAXED) == 0)
    ;
}

TEST(CheckedKernel, TimeMayBeOver) {
  Kernel kernel;
  kernel.options.mostSeconds = 0.05;
  const CheckResult result = kernel.run(waitForFlag, 3);
  EXPECT_EQ(result.end, CheckEnd::Seconds);
  EXPECT_EQ(result.groups, 0);
  EXPECT_GE(result.ns, 0.05e9);
}

TEST(CheckedKernel, SIGINTStopsIt) {
  struct sigaction before;
  struct sigaction handler = {};
  handler.sa_handler = [](int) {};
  sigaction(SIGINT, &handler, &before);
  const Barriers kernel;
  std::thread sender([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    kill(getpid(), SIGINT);
  });
  // No wave remains suspended, and no barrier is reported.
  const CheckResult result = kernel.run(
      [&](Wave wave) {
        waitForFlag(wave);
        if (wave.wave == 1)
          wave.barrier(kernel.first);
      },
      3);
  sender.join();
  sigaction(SIGINT, &before, nullptr);
  EXPECT_EQ(result.end, CheckEnd::Interrupted);
  EXPECT_EQ(print(result), "");
}

TEST(CheckedKernel, MemoryHasALimit) {
  Kernel kernel;
  const int32_t buffer =
      kernel.addMemory(CheckMemoryKind::Buffer, int64_t(1) << 26);
  const int32_t store = kernel.add(CheckKind::Store, buffer);
  const auto body = [&](Wave wave) {
    wave.enter();
    wave.access(store, 8 * wave.group + 4 * wave.wave);
  };
  EXPECT_EQ(kernel.run(body).shadowBytes, uint64_t(1) << 29);
  kernel.options.mostShadowBytes = (1 << 29) - 1;
  EXPECT_THROW(kernel.run(body), std::length_error);
  // Memory that is never written, and runs without race detection, need no
  // shadow.
  kernel.memories[buffer].written = false;
  EXPECT_EQ(kernel.run(body).shadowBytes, 0u);
  kernel.memories[buffer].written = true;
  kernel.options.undefined = false;
  EXPECT_EQ(kernel.run(body).shadowBytes, 0u);
}

TEST(CheckedKernel, NumbersThatAreNoneAreRefused) {
  Kernel kernel;
  const auto body = [](Wave) {};
  EXPECT_THROW(kernel.run(body, -1), std::invalid_argument);
  EXPECT_THROW(kernel.run(body, 1, 0), std::invalid_argument);
  kernel.add(CheckKind::Load, 0);
  EXPECT_THROW(kernel.run(body), std::invalid_argument);
}

//===----------------------------------------------------------------------===//
// Counts and traces
//===----------------------------------------------------------------------===//

TEST(CheckedKernel, Counts) {
  Kernel kernel;
  const int32_t store = kernel.add(
      CheckKind::Store, kernel.addMemory(CheckMemoryKind::Buffer, 9));
  const int32_t event = kernel.add(CheckKind::Event);
  const int32_t sync = kernel.addBarrier(true, true);
  const int32_t branch = kernel.add(CheckKind::Branch);
  for (bool undefined : {true, false}) {
    kernel.options.undefined = undefined;
    const CheckResult result = kernel.run(
        [&](Wave wave) {
          const Lanes some = wave.wave == 1 ? Lanes{3} : all;
          wave.enter(some);
          wave_check_event(wave.check, event, some.low, 0);
          wave_check_event(wave.check, event, 0, 0);
          wave.branch(branch, {1}, some);
          wave.barrier(sync, some);
          // Group 0 has elements 0 to 5; group 1 starts at 6.
          wave.access(store, 6 * wave.group + 4 * wave.wave, 1, some);
        },
        2);
    const auto expect = [&](int32_t site, int64_t executions, int64_t lanes) {
      EXPECT_EQ(result.counts[site].executions, executions);
      EXPECT_EQ(result.counts[site].lanes, lanes);
    };
    expect(store, 4, 12);
    expect(event, 4, 12);
    expect(sync, 4, 12);
    expect(branch, 4, 12);
    EXPECT_EQ(result.groups, 2);
    EXPECT_EQ(result.waves, 4);
    EXPECT_EQ(result.lanes, 12);
    EXPECT_EQ(result.lanesWithoutThread, 4);
    EXPECT_EQ(result.lanesWithoutWork, 3);
  }
}

TEST(CheckedKernel, Trace) {
  Barriers kernel;
  const int32_t event = kernel.add(CheckKind::Event);
  kernel.options.trace = true;
  const auto body = [&](Wave wave) {
    wave.enter();
    for (int i = 0; i < 5 * wave.wave; ++i)
      wave_check_event(wave.check, event, 15, 0);
    wave.barrier(kernel.first);
    if (wave.wave == 0)
      wave.retire(kernel.retired, {3});
  };
  const auto print = [&](const CheckResult &result) {
    std::string text;
    for (const TraceEvent &each : result.trace)
      text += std::string(1, "BALRE"[int(each.kind)]) +
              std::to_string(each.time) + " w" + std::to_string(each.wave) +
              " s" + std::to_string(each.site) + " " +
              std::to_string(each.lanes) + "\n";
    return text;
  };
  CheckResult result = kernel.run(body);
  EXPECT_EQ(print(result), "B0 w0 s-1 4\nA1 w0 s0 4\nB0 w1 s-1 4\nA6 w1 s0 4\n"
                           "L6 w0 s0 4\nL6 w1 s0 4\nR7 w0 s4 2\nE7 w0 s-1 2\n"
                           "E6 w1 s-1 4\n");
  EXPECT_TRUE(result.traceIsWhole);
  kernel.options.mostEvents = 4;
  result = kernel.run(body);
  EXPECT_EQ(result.trace.size(), 4u);
  EXPECT_FALSE(result.traceIsWhole);
}

//===----------------------------------------------------------------------===//
// Instrumented code
//===----------------------------------------------------------------------===//

TEST(CheckedKernel, CodeCallsByItself) {
  const CheckedKernel object(compile(makeText(R"(
  %none = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %sync = llvm.mlir.constant(2 : i32) : i32
  %event = llvm.mlir.constant(3 : i32) : i32
  %undefined = llvm.mlir.constant(4 : i32) : i32
  %uniform = llvm.mlir.constant(5 : i32) : i32
  %retire = llvm.mlir.constant(6 : i32) : i32
  %branch = llvm.mlir.constant(7 : i32) : i32
  %no_lane = llvm.mlir.constant(0 : i64) : i64
  %lane = llvm.mlir.constant(2 : i64) : i64
  %lanes = llvm.mlir.constant(15 : i64) : i64
  llvm.call @wave_check_enter(%c7, %lanes, %no_lane) : (!llvm.ptr, i64, i64) -> ()
  llvm.call @wave_check_access(%c7, %zero, %none, %zero, %one, %none, %lanes, %no_lane) : (!llvm.ptr, i32, !llvm.ptr, i32, i32, !llvm.ptr, i64, i64) -> ()
  llvm.call @wave_check_branch(%c7, %branch, %lanes, %no_lane, %lanes, %no_lane) : (!llvm.ptr, i32, i64, i64, i64, i64) -> ()
  llvm.call @wave_check_barrier(%c7, %sync, %lanes, %no_lane) : (!llvm.ptr, i32, i64, i64) -> ()
  llvm.call @wave_check_event(%c7, %event, %lanes, %no_lane) : (!llvm.ptr, i32, i64, i64) -> ()
  llvm.call @wave_check_undefined(%c7, %undefined, %none, %lane, %no_lane) : (!llvm.ptr, i32, !llvm.ptr, i64, i64) -> ()
  llvm.call @wave_check_uniform(%c7, %uniform, %none, %end, %lanes, %no_lane) : (!llvm.ptr, i32, !llvm.ptr, i64, i64, i64) -> ()
  llvm.call @wave_check_retire(%c7, %retire, %lanes, %no_lane) : (!llvm.ptr, i32, i64, i64) -> ()
  llvm.return
)")));
  EXPECT_EQ(object.info().groupsharedBytes, 64);
  Kernel kernel;
  kernel.add(CheckKind::Store, kernel.addMemory(CheckMemoryKind::Buffer));
  kernel.add(CheckKind::Load, 0);
  kernel.addBarrier(true, true);
  kernel.add(CheckKind::Event);
  kernel.add(CheckSite{CheckKind::Undefined, "inactive-lane"});
  kernel.add(CheckKind::Uniform);
  kernel.add(CheckKind::Retire);
  kernel.add(CheckKind::Branch);
  std::vector<uint64_t> cells(firstArgument + 2);
  EXPECT_EQ(print(object.launch(cells, 1, 2, kernel.sites, kernel.memories,
                                kernel.options)),
            "race s0 g0 w1 l0 with s0 g0 w0 l0 at 0 lanes 15 x1\n"
            "inactive-lane s4 g0 w0 l1 lanes 2 x2\n"
            "group-uniform s5 g0 w1 l0 with s5 g0 w0 l0 lanes 15 x1");
}

/// The cost per lane; run it with --gtest_also_run_disabled_tests.
TEST(CheckedKernel, DISABLED_Cost) {
  Kernel kernel;
  kernel.lanes = 128;
  const int64_t elements = 1 << 20;
  const int32_t buffer = kernel.addMemory(CheckMemoryKind::Buffer, elements);
  const int32_t tile = kernel.addMemory(CheckMemoryKind::Groupshared, 4096);
  const int32_t store = kernel.add(CheckKind::Store, buffer);
  const int32_t load = kernel.add(CheckKind::Load, buffer);
  const int32_t storeTile = kernel.add(CheckKind::Store, tile);
  const int32_t loadTile = kernel.add(CheckKind::Load, tile);
  const int32_t atomic = kernel.add(
      CheckKind::Atomic, kernel.addMemory(CheckMemoryKind::Buffer, 4096));
  const int32_t sync = kernel.addBarrier(true, true);
  std::vector<uint32_t> spread(128);
  for (int i = 0; i < 128; ++i)
    spread[i] = i * 37 % 128;
  const Lanes both = {UINT64_MAX, UINT64_MAX}, low = {UINT64_MAX};
  const auto measure = [&](const char *what, int64_t lanes, int64_t groups,
                           int64_t waves, const Body &body) {
    // Processor time, because other processes may run.
    const std::clock_t start = std::clock();
    const CheckResult result = kernel.run(body, groups, waves);
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(print(result), "");
    std::cout << what << ": " << seconds * 1e9 / double(lanes) << " ns\n";
  };
  const int64_t groups = elements / 128;
  for (int trips : {1, 16})
    measure(trips == 1 ? "buffer, first touch, a lane" : "buffer, a lane",
            2 * trips * elements, groups, 1, [&](Wave wave) {
              wave.enter(both);
              for (int i = 0; i < trips; ++i) {
                wave.access(load, 128 * wave.group, 1, both);
                wave.access(store, 128 * wave.group, 1, both);
              }
            });
  const int64_t trips = 100'000;
  measure("buffer, a lane of 64", 2 * 64 * trips, 1, 1, [&](Wave wave) {
    wave.enter(low);
    for (int64_t i = 0; i < trips; ++i) {
      wave.access(load, 64 * (i % 64), 1, low);
      wave.access(store, 64 * (i % 64), 1, low);
    }
  });
  measure("groupshared, a lane", 2 * 128 * trips, 1, 1, [&](Wave wave) {
    wave.enter(both);
    for (int64_t i = 0; i < trips; ++i) {
      wave.access(storeTile, 128 * (i % 32), 1, both);
      wave.access(loadTile, 128 * (i % 32), 1, both);
    }
  });
  measure("groupshared, one lane", trips, 1, 1, [&](Wave wave) {
    wave.enter(both);
    for (int64_t i = 0; i < trips; ++i)
      wave.access(storeTile, i % 4096, 1, {1});
  });
  measure("groupshared, scattered stores, a lane", 128 * trips, 1, 1,
          [&](Wave wave) {
            wave.enter(both);
            for (int64_t i = 0; i < trips; ++i)
              wave.gather(storeTile, spread, both);
          });
  measure("groupshared, gathers, a lane", 128 * trips, 1, 1, [&](Wave wave) {
    wave.enter(both);
    wave.access(storeTile, 0, 1, both);
    wave.barrier(sync, both);
    for (int64_t i = 0; i < trips; ++i)
      wave.gather(loadTile, spread, both);
  });
  measure("broadcast", trips, 1, 1, [&](Wave wave) {
    wave.enter(both);
    for (int64_t i = 0; i < trips; ++i)
      wave.access(load, i % 64, 0, both);
  });
  measure("buffer, scattered atomics, a lane", 128 * trips, 1, 1,
          [&](Wave wave) {
            wave.enter(both);
            for (int64_t i = 0; i < trips; ++i)
              wave.gather(atomic, spread, both);
          });
  measure("buffer, scattered atomics after a barrier, a lane", 128 * trips, 1,
          1, [&](Wave wave) {
            wave.enter(both);
            wave.barrier(sync, both);
            for (int64_t i = 0; i < trips; ++i)
              wave.gather(atomic, spread, both);
          });
  measure("barrier, a wave", 16 * trips, 1, 16, [&](Wave wave) {
    wave.enter(both);
    for (int64_t i = 0; i < trips; ++i)
      wave.barrier(sync, both);
  });
  measure("group of one wave", trips, trips, 1,
          [&](Wave wave) { wave.enter(both); });
  measure("launch", 1, 1, 1, [&](Wave wave) { wave.enter(both); });
}
