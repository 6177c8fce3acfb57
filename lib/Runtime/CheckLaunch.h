//===- CheckLaunch.h - One launch with checks -------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups run one after the other. Within a group, each wave runs in index order
// until it waits at a barrier or a pipe, or ends; when all waves have done so, the
// barrier is checked. The functions of CheckCalls.h and PipeUses.h call this
// class, on the wave's stack.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H

#include "CheckFindings.h"
#include "CheckLanes.h"
#include "CheckOrder.h"
#include "CheckPipes.h"
#include "CheckShadow.h"
#include "WaveCoroutines.h"

#include <atomic>
#include <exception>
#include <random>
#include <unordered_map>

namespace wave::runtime {

class CheckLaunch final : public PipeHost {
public:
  /// Runs a wave of a group.
  using RunFn = std::function<void(int64_t group, int64_t wave)>;

  /// `pipes` is the object's `wave_kernel_pipes`, or null. Throws as
  /// CheckedKernel::launch does.
  CheckLaunch(int64_t lanes, int64_t waves, size_t frameBytes,
              const int64_t *pipes, std::span<const CheckSite> sites,
              std::span<const CheckMemory> memories,
              const CheckOptions &options, RunFn run);

  /// Runs groups 0 to `groups` - 1, or fewer if the launch is stopped.
  CheckResult run(int64_t groups);

  /// The kernel's flag: a nonzero value stops the kernel. May be called from
  /// any thread; the first reason is kept.
  void stop(CheckEnd why);
  std::atomic<int32_t> flag = 0;

  /// Records an error that cannot be thrown through the kernel: stops the
  /// launch, and run() throws the error.
  void fail(std::exception_ptr error);

  // Events of the running wave.
  void enter(LaneSet lanes);
  void access(int32_t site, const uint32_t *indices, uint32_t base,
              uint32_t stride, const void *values, LaneSet lanes);
  void accessMatrix(int32_t site, uint32_t first, uint32_t stride,
                    LaneSet lanes);
  void findUndefined(int32_t site, const uint32_t *indices, LaneSet lanes);
  void retire(int32_t site, LaneSet lanes);
  void compare(int32_t site, const uint64_t *values, uint64_t value,
               LaneSet lanes);
  void branch(int32_t site, LaneSet taken, LaneSet lanes);
  /// A barrier, or a step of a pipe or a barrier of a set of waves, which step() then
  /// executes.
  void reachBarrier(int32_t site, LaneSet lanes);
  uint32_t step(uint32_t pipe, PipeStep step, uint32_t line) override;
  /// A wave operation, an operation on matrices, or the start of an asynchronous copy.
  void countEvent(int32_t site, LaneSet lanes);

private:
  /// The outcome of a branch.
  struct Decision {
    int32_t site;
    bool isTakenByAny, isTakenByAll;
    bool operator==(const Decision &) const = default;
  };
  struct Passage {
    int32_t time, site;
  };
  /// A load or store of scalars that are copied.
  struct LocalCopy {
    /// Of a load: for each scalar, the lanes for which it has no value.
    std::vector<LaneSet> unwritten;
    /// The scalar of the next call: each scalar has one.
    size_t next = 0;
  };
  /// What a wave has done with a pipe from a time on.
  struct PipeEvent {
    int32_t time;
    CheckPipeUse use;
  };
  enum class State : uint8_t { Ready, Waiting, AtPipe, Ended };
  struct Wave {
    State state = State::Ready;
    /// Lanes that have not returned.
    LaneSet live;
    LaneSet entered;
    /// Lanes that have accessed memory.
    LaneSet working;
    /// Calls so far; a barrier raises it to the maximum of the waiting waves.
    int64_t time = 0;
    /// The barrier where the wave waits, and its lanes there.
    int32_t site = -1;
    LaneSet arrived;
    /// The step of a pipe that it executes.
    uint32_t pipe = 0;
    PipeStep step = PipeStep::Acquire;
    /// Its steps in this group, the last ones if there are too many.
    std::vector<PipeEvent> pipeEvents;
    bool hasAllPipeEvents = true;
    /// Branches since the group last met, up to a limit.
    std::vector<Decision> decisions;
    /// Barriers that the wave has passed in this group, up to a limit.
    std::vector<Passage> passages;
    /// When the wave last passed a barrier of its own lanes; 0: never.
    int32_t ownBarrier = 0;
    /// The last branch around such a barrier where its lanes diverged, or -1.
    int32_t ownSplit = -1;
    /// The number of asynchronous copies that it has started in this group, and the
    /// site of the last one that has not ended, or -1.
    uint32_t copies = 0;
    int32_t openCopy = -1;
    /// The number of its last access to a matrix: that of the last store, or one more
    /// for loads since. Loads do not conflict.
    uint32_t matrices = 0;
    bool hasStoredMatrix = false;
    /// For each local array and element, the lanes that have written it.
    std::vector<std::vector<LaneSet>> locals;
    /// For the sites of copies between local arrays.
    std::unordered_map<int32_t, LocalCopy> localCopies;
  };
  /// Two racing accesses of the current group: who executed them when, `first`
  /// first.
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
    /// In the order of executions.
    std::vector<Uniform> values;
    /// The number of executions by each wave.
    std::vector<size_t> executions;
  };

  void runGroup();
  void orderWaves();
  void startGroup();
  void endGroup();
  /// Counts an execution. Returns false if no lane executes the call, or if the
  /// launch is stopped.
  bool startCall(int32_t site, LaneSet lanes);
  /// Whether findings are currently recorded.
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
  void addTrace(TraceKind kind, int64_t wave, int32_t site, LaneSet lanes,
                int64_t use = -1);
  /// Advances the time.
  void tick();
  int64_t getGroup(int32_t time) const;
  bool isConflict(int32_t site, int32_t lane, uint32_t index, int32_t time,
                  uint32_t actor);
  void noteElements(const CheckSite &at, const CheckAccesses &accesses);
  void startCopy(int32_t site, LaneSet lanes);
  void endCopies();
  void reportOpenCopy(int64_t wave);
  void noteUnwritten(int32_t site, uint32_t index);
  LaneSet recordLocal(int32_t site, size_t scalar,
                      const CheckAccesses &accesses);
  size_t getNextScalar(int32_t site);
  void nameBarriers();
  void passBarrier(int64_t wave, int32_t site);
  void releaseWaiting();
  std::optional<int32_t> findSplit(const Wave &wave) const;
  void judgeBarrier();
  void meetSet(uint32_t set);
  void enterUse(uint32_t pipe, PipeStep step);
  void leaveUse(uint32_t pipe);
  void addPipeEvent(uint32_t pipe);
  CheckPipeUse getUse(int64_t wave, uint32_t pipe) const;
  std::optional<CheckPipeUse> findUse(int64_t wave, uint32_t pipe,
                                      int32_t time) const;
  std::optional<uint32_t> findCommonPipe(int64_t writer, int64_t other) const;
  std::optional<std::pair<CheckPipeUse, CheckPipeUse>>
  findPipeOfOne(int64_t other, int32_t time) const;
  void explainByPipe(size_t finding, int32_t site, uint32_t actor,
                     int32_t time);
  void reportMisuse(const char *rule, CheckAccess access, CheckPipeUse use);
  std::vector<int64_t> getAwaited(int64_t wave) const;
  CheckWait describeWait(int64_t wave, int64_t awaited) const;
  std::vector<CheckWait> findWaits() const;
  void judgeDeadlock();
  void judgeBalance();
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
  /// For the two kinds of memory, if the kernel has atomics and barriers that
  /// order it.
  std::optional<CheckOrder> groupsharedOrder, bufferOrder;
  bool isGroupsharedAtomicOrderingBuffers = false;
  /// Start times of groups, from `firstGroup` on.
  std::vector<int32_t> starts;
  int64_t firstGroup = 0;

  CheckPipes pipes;
  /// For each pipe, the site of its creation.
  std::vector<int32_t> pipeSites;

  std::vector<Wave> waves;
  /// The order in which waves run.
  std::vector<int64_t> waveOrder;
  std::minstd_rand random;
  std::vector<RacingPair> racingPairs;
  std::vector<UniformSite> uniforms;
  /// For each site, the index in `uniforms`, or -1.
  std::vector<int32_t> uniformNumbers;
  const WaveStacks stacks;
  WaveCoroutines coroutines;
  int64_t group = 0;
  /// The running wave.
  int64_t running = 0;
  /// The site and wave of the last call.
  int32_t lastSite = -1;
  int64_t lastWave = 0;
  /// The lanes of an earlier call, and their number.
  LaneSet countedLanes;
  int32_t laneCount = 0;
  /// Set after a barrier error: consequences of the error are not reported.
  bool isQuiet = false;
  std::exception_ptr error;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKLAUNCH_H
