//===- CPUKernel.cpp - Launches kernels on this machine's cores -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads take chunks of groups in order, and size each chunk by the duration
// of the previous one: large enough that taking a chunk costs nothing, small
// enough that slow groups spread over all threads. A launch that ends before
// other threads wake up runs on the calling thread alone.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/CPUKernel.h"

#include "CPUCode.h"
#include "CPUInterrupt.h"
#include "CPUThreads.h"
#include "PipeGroup.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

using namespace wave::runtime;

/// The intended duration of a chunk of groups.
static constexpr int64_t chunkNs = 16'000;
/// A launch shorter than this on one thread does not wake other threads.
static constexpr int64_t smallLaunchNs = 20'000;

static int64_t readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

namespace {

/// The memory of the running groups. Each launching thread keeps its memory for
/// its next launch, unless it is large.
class Scratch {
public:
  ~Scratch() { std::free(data); }

  std::byte *reserve(size_t wanted) {
    if (wanted > bytes) {
      release();
      data = static_cast<std::byte *>(std::aligned_alloc(alignment, wanted));
      if (!data)
        throw std::bad_alloc();
      bytes = wanted;
    }
    return data;
  }

  void releaseIfLarge() {
    if (bytes > maxKeptBytes)
      release();
  }

  /// Two cache lines, which processors fetch together.
  static constexpr size_t alignment = 128;

private:
  static constexpr size_t maxKeptBytes = 64 << 20;

  void release() {
    std::free(data);
    data = nullptr;
    bytes = 0;
  }

  std::byte *data = nullptr;
  size_t bytes = 0;
};

} // namespace

namespace {

/// The stacks of the waves of running groups. Each launching thread keeps them
/// for its next launch, unless they are large.
class KeptStacks {
public:
  const WaveStacks &reserve(int64_t wanted, size_t wantedBytes) {
    if (wanted > count || wantedBytes > frameBytes) {
      release();
      stacks = WaveStacks(wanted, wantedBytes);
      count = wanted;
      frameBytes = wantedBytes;
    }
    return stacks;
  }

  void releaseIfLarge() {
    if (count * (frameBytes + calleeBytes) > maxKeptBytes)
      release();
  }

private:
  static constexpr size_t maxKeptBytes = 64 << 20;
  /// The typical memory that functions of the runtime touch.
  static constexpr size_t calleeBytes = 1 << 14;

  void release() {
    stacks = WaveStacks();
    count = 0;
    frameBytes = 0;
  }

  WaveStacks stacks;
  int64_t count = 0;
  size_t frameBytes = 0;
};

} // namespace

/// Returns the bytes of one group. Throws std::bad_alloc if `groups` of them
/// overflow a size_t.
static size_t getGroupBytes(const CPUKernelInfo &info, uint64_t waves,
                            uint64_t groups) {
  size_t bytes;
  size_t total;
  if (__builtin_mul_overflow(waves, info.waveBytes, &bytes) ||
      __builtin_add_overflow(bytes, info.groupsharedBytes, &bytes) ||
      __builtin_add_overflow(bytes, Scratch::alignment - 1, &bytes) ||
      __builtin_mul_overflow(bytes, groups, &total))
    throw std::bad_alloc();
  return bytes & ~(Scratch::alignment - 1);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

namespace {

/// A running launch.
struct Launch {
  const CPUCode &code;
  const uint64_t *block;
  std::byte *scratch;
  size_t groupBytes;
  int64_t groups;
  int64_t threads;
  const uint32_t *stop;
  std::atomic<int64_t> next = 0;
  /// The kernel time of all threads.
  std::atomic<int64_t> busyNs = 0;
  std::mutex mutex = {};
  /// For a kernel with pipes, what runs groups: one for each thread that takes
  /// part. These are idle.
  std::vector<std::unique_ptr<PipeGroup>> pipeGroups = {};
  /// Why the launch failed: of the first group that a thread reported.
  std::optional<PipeFailure> failure = {};
  std::exception_ptr error = {};
  std::atomic<bool> hasFailed = false;

  static bool isInterrupted() {
    return InterruptScope::flag.load(std::memory_order_relaxed) != 0;
  }
  /// Whether groups of a chunk do not run anymore.
  bool isStopped() const {
    return isInterrupted() || hasFailed.load(std::memory_order_relaxed);
  }

  bool isDone() const {
    return hasFailed.load(std::memory_order_relaxed) ||
           next.load(std::memory_order_relaxed) >= groups || isInterrupted() ||
           (stop && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0);
  }

  void run(unsigned thread, int64_t first, int64_t end) {
    if (!code.pipes) {
      code.run(block, scratch + thread * groupBytes, first, end);
      return;
    }
    std::unique_ptr<PipeGroup> waves;
    {
      std::scoped_lock lock(mutex);
      waves = std::move(pipeGroups.back());
      pipeGroups.pop_back();
    }
    try {
      for (int64_t group = first; group < end && !isStopped(); ++group)
        if (std::optional<PipeFailure> found = waves->run(group))
          fail(std::move(*found));
    } catch (...) {
      // There is no memory for a message. The threads must not know: they take
      // an exception for the lack of a thread.
      std::scoped_lock lock(mutex);
      error = std::current_exception();
      hasFailed.store(true, std::memory_order_relaxed);
    }
    std::scoped_lock lock(mutex);
    pipeGroups.push_back(std::move(waves));
  }

  void fail(PipeFailure found) {
    // An interrupt ends loops, so that other waves may wait for a wave.
    if (!isInterrupted()) {
      std::scoped_lock lock(mutex);
      if (!failure)
        failure = std::move(found);
    }
    hasFailed.store(true, std::memory_order_relaxed);
  }

  /// Runs groups until none is left or `budgetNs` have passed.
  void work(unsigned thread, int64_t budgetNs) {
    const int64_t start = readClock();
    int64_t now = start;
    int64_t chunk = 1;
    while (!isDone() && now - start <= budgetNs) {
      const int64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= groups)
        break;
      run(thread, first, std::min(groups, first + chunk));
      const int64_t end = readClock();
      if (end - now > chunkNs)
        chunk /= 2;
      else if (end - now < chunkNs / 2)
        chunk *= 2;
      // Smaller chunks towards the end, so that all threads end together.
      chunk =
          std::clamp<int64_t>(chunk, 1, 1 + (groups - first) / (2 * threads));
      now = end;
    }
    busyNs.fetch_add(now - start, std::memory_order_relaxed);
  }
};

} // namespace

CPUKernel::CPUKernel(std::string_view object)
    : code(std::make_unique<CPUCode>(object)),
      nsPerGroup(std::numeric_limits<float>::infinity()) {}

CPUKernel::~CPUKernel() = default;

const CPUKernelInfo &CPUKernel::info() const { return *code->info; }

int64_t CPUKernel::extraWaves() const { return code->extraWaves; }

size_t CPUKernel::stackBytes() const {
  return code->pipes ? WaveStacks::getBytes(code->frameBytes) : 0;
}

/// Returns how many groups run those of the program, whose numbers in x, y and z
/// are in `cells`.
static int64_t countLaunched(const CPUCode &code,
                             std::span<const uint64_t> cells) {
  int64_t launched = 1;
  for (size_t axis = 0; axis < code.coarsening.size(); ++axis) {
    const int64_t factor = code.coarsening[axis];
    launched *= (static_cast<int64_t>(cells[axis]) + factor - 1) / factor;
  }
  return launched;
}

CPULaunchResult CPUKernel::launch(std::span<uint64_t> cells, int64_t groups,
                                  int64_t waves, unsigned threads,
                                  bool (*isInterrupted)(),
                                  const uint32_t *stop) const {
  if (cells.size() < firstArgument || groups < 0 || waves < 1)
    throw std::invalid_argument("launch: too few cells, groups or waves");
  if (code->isCoarsened())
    groups = countLaunched(*code, cells);
  constexpr int64_t noLimit = std::numeric_limits<int64_t>::max();
  const unsigned count = groups <= 1 ? 1 : getThreadCount(threads);
  const size_t groupBytes = getGroupBytes(info(), waves, count);
  static thread_local Scratch scratch;
  Launch launch{*code,      cells.data(), scratch.reserve(count * groupBytes),
                groupBytes, groups,       count,
                stop};

  static thread_local KeptStacks keptStacks;
  if (code->pipes) {
    const int64_t running = std::min<int64_t>(count, groups);
    const WaveStacks &stacks =
        keptStacks.reserve(running * waves, code->frameBytes);
    for (int64_t i = 0; i < running; ++i)
      launch.pipeGroups.push_back(std::make_unique<PipeGroup>(
          code->pipes, waves, stacks, i * waves,
          [&launch, place = launch.scratch + i * groupBytes](int64_t group,
                                                             int64_t wave) {
            launch.code.run(launch.block, place, group, wave);
          }));
  }

  InterruptScope interrupts;
  if (isInterrupted && isInterrupted())
    return {0, true};
  cells[wavesRun] = waves;
  cells[cancelFlag] = reinterpret_cast<uint64_t>(&InterruptScope::flag);
  const int64_t start = readClock();
  const float expectedNs =
      nsPerGroup.load(std::memory_order_relaxed) * static_cast<float>(groups);
  if (count == 1)
    launch.work(0, noLimit);
  else if (expectedNs <= smallLaunchNs)
    launch.work(0, smallLaunchNs);
  if (!launch.isDone())
    runOnThreads(count, std::min<int64_t>(count, groups),
                 [&](unsigned thread) { launch.work(thread, noLimit); });
  const int64_t end = readClock();

  scratch.releaseIfLarge();
  keptStacks.releaseIfLarge();
  if (launch.error)
    std::rethrow_exception(launch.error);
  if (launch.failure)
    throw CPULaunchError(launch.failure->rule, launch.failure->reason);
  const bool interrupted =
      InterruptScope::flag.load(std::memory_order_relaxed) != 0;
  if (!interrupted && groups != 0)
    nsPerGroup.store(static_cast<float>(launch.busyNs) /
                         static_cast<float>(groups),
                     std::memory_order_relaxed);
  return {static_cast<double>(end - start), interrupted};
}
