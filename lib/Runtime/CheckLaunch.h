//===- CheckLaunch.h - One launch that is watched ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups run one after the other. Of a group each wave runs, in the order of their numbers,
// until it waits at a barrier or has ended; when all do, the barrier is judged. The
// functions of CheckCalls.h come here, on the wave's stack.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H

#include "CheckCoroutines.h"
#include "CheckFindings.h"
#include "CheckLanes.h"
#include "CheckOrder.h"
#include "CheckShadow.h"

#include <atomic>
#include <exception>

namespace wave::runtime {

class CheckLaunch {
public:
  /// Runs a wave of a group.
  using RunFn = std::function<void(int64_t group, int64_t wave)>;

  /// Throws as CheckedKernel::launch does.
  CheckLaunch(int64_t lanes, int64_t waves, std::span<const CheckSite> sites,
              std::span<const CheckMemory> memories,
              const CheckOptions &options, RunFn run);

  /// Runs groups 0 to `groups` - 1, or fewer if it is stopped.
  CheckResult run(int64_t groups);

  /// The kernel's flag: non-zero stops it. May be called from any thread; the first
  /// reason stays.
  void stop(CheckEnd why);
  std::atomic<int32_t> flag = 0;

  /// What cannot be thrown through the kernel: stops, and is thrown by run().
  void fail(std::exception_ptr error);

  // What the wave that runs does.
  void enter(LaneSet lanes);
  void access(int32_t site, const uint32_t *indices, uint32_t base,
              uint32_t stride, const void *values, LaneSet lanes);
  void findUndefined(int32_t site, LaneSet lanes);
  void retire(int32_t site, LaneSet lanes);
  void compare(int32_t site, const uint64_t *values, uint64_t value,
               LaneSet lanes);
  void branch(int32_t site, LaneSet taken, LaneSet lanes);
  void reachBarrier(int32_t site, LaneSet lanes);
  void countEvent(int32_t site, LaneSet lanes);

private:
  /// At a branch.
  struct Decision {
    int32_t site;
    bool isTakenByAny, isTakenByAll;
    bool operator==(const Decision &) const = default;
  };
  struct Passage {
    int32_t time, site;
  };
  enum class State : uint8_t { Ready, Waiting, Ended };
  struct Wave {
    State state = State::Ready;
    /// Those that have not returned.
    LaneSet live;
    LaneSet entered;
    /// Those that have accessed something.
    LaneSet working;
    /// Calls so far, and what barriers have added.
    int64_t time = 0;
    /// Where it waits, and with which lanes.
    int32_t site = -1;
    LaneSet arrived;
    /// Since the group met last, as many as are kept.
    std::vector<Decision> decisions;
    /// The barriers that it has passed in this group, as many as are kept.
    std::vector<Passage> passages;
    /// Of each local array and element, the lanes that have written it.
    std::vector<std::vector<LaneSet>> locals;
  };
  /// Two accesses of the group under way that race: who did them when, `first` first.
  struct RacingPair {
    size_t finding;
    int64_t first, second;
    int32_t firstTime, secondTime;
  };
  /// A value that should be the same for the group.
  struct Uniform {
    uint64_t bits;
    int32_t wave, lane;
  };
  struct UniformSite {
    /// By how often it was executed.
    std::vector<Uniform> values;
    /// How often each wave has.
    std::vector<size_t> executions;
  };

  void runGroup();
  void startGroup();
  void endGroup();
  /// Counts what is executed. False where no lane does it.
  bool startCall(int32_t site, LaneSet lanes);
  /// Whether what is found now counts.
  bool isFinding() const {
    return options.undefined && !isQuiet &&
           flag.load(std::memory_order_relaxed) == 0;
  }
  CheckAccess makeAccess(int32_t site, int64_t wave, int32_t lane = -1) const {
    return {site, group, int32_t(wave), lane};
  }
  void stopIfFull() {
    if (findings.isFull())
      stop(CheckEnd::Findings);
  }
  void addTrace(TraceKind kind, int64_t wave, int32_t site, LaneSet lanes);
  /// Time passes.
  void tick();
  int64_t getGroup(int32_t time) const;
  bool isConflict(int32_t site, int32_t lane, uint32_t index, int32_t time,
                  uint32_t actor);
  LaneSet recordLocal(const CheckAccesses &accesses);
  void nameBarriers();
  void passBarrier(int64_t wave, int32_t site);
  void releaseWaiting();
  std::optional<int32_t> findSplit(const Wave &wave) const;
  void judgeBarrier();
  std::optional<int32_t> findParting(const Wave &a, const Wave &b) const;

  const int64_t lanes;
  std::span<const CheckSite> sites;
  std::span<const CheckMemory> memories;
  const CheckOptions options;
  RunFn runWave;

  CheckResult result;
  CheckFindings findings;
  CheckActors actors;
  CheckClock clock;
  std::optional<CheckShadow> shadow;
  /// Of the two kinds of memory, where the kernel has what orders them so.
  std::optional<CheckOrder> groupsharedOrder, bufferOrder;
  bool isGroupsharedAtomicOrderingBuffers = false;
  /// When groups started, from `firstGroup` on.
  std::vector<int32_t> starts;
  int64_t firstGroup = 0;

  std::vector<Wave> waves;
  std::vector<RacingPair> racingPairs;
  std::vector<UniformSite> uniforms;
  /// Of each site which of these, or -1.
  std::vector<int32_t> uniformNumbers;
  CheckCoroutines coroutines;
  int64_t group = 0;
  /// The wave that runs.
  int64_t running = 0;
  /// Of the last call.
  int32_t lastSite = -1;
  int64_t lastWave = 0;
  /// The lanes of a call before, and how many they are.
  LaneSet countedLanes;
  int32_t laneCount = 0;
  /// After a barrier that went wrong, what follows from it is not told.
  bool isQuiet = false;
  std::exception_ptr error;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H
