//===- CheckedKernel.cpp - Kernels with runtime checks --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/CheckedKernel.h"

#include "CPUCode.h"
#include "CPUInterrupt.h"
#include "CheckLaunch.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace wave::runtime;
using Clock = std::chrono::steady_clock;

namespace {

/// A thread that stops a launch when its time limit is over or the process is
/// interrupted: a loop of the kernel may contain no calls.
class Watch {
public:
  Watch(CheckLaunch &launch, double seconds) {
    // Signals belong to the host's threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      thread = std::jthread([&launch, seconds](const std::stop_token &token) {
        watch(launch, seconds, token);
      });
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  static void watch(CheckLaunch &launch, double seconds,
                    const std::stop_token &token) {
    const Clock::time_point start = Clock::now();
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, token, std::chrono::milliseconds(5),
                           [&] { return token.stop_requested(); })) {
      const std::chrono::duration<double> since = Clock::now() - start;
      if (InterruptScope::flag.load(std::memory_order_relaxed) != 0)
        launch.stop(CheckEnd::Interrupted);
      else if (seconds > 0 && since.count() >= seconds)
        launch.stop(CheckEnd::Seconds);
    }
  }

  std::jthread thread;
};

} // namespace

/// Validates the sites: launches rely on the memory of each access.
static void checkSites(std::span<const CheckSite> sites,
                       std::span<const CheckMemory> memories) {
  for (const CheckSite &site : sites) {
    const bool isAccess = site.kind == CheckKind::Load ||
                          site.kind == CheckKind::Store ||
                          site.kind == CheckKind::Atomic;
    if (isAccess && uint32_t(site.memory) >= memories.size())
      throw std::invalid_argument("launch: a site without its memory");
  }
}

CheckedKernel::CheckedKernel(std::string_view object)
    : code(std::make_unique<CPUCode>(object)) {}

CheckedKernel::~CheckedKernel() = default;

const CPUKernelInfo &CheckedKernel::info() const { return *code->info; }

CheckResult CheckedKernel::launch(std::span<uint64_t> cells, int64_t groups,
                                  int64_t waves,
                                  std::span<const CheckSite> sites,
                                  std::span<const CheckMemory> memories,
                                  const CheckOptions &options,
                                  bool (*isInterrupted)()) const {
  if (cells.size() < firstArgument || groups < 0 || waves < 1)
    throw std::invalid_argument("launch: too few cells, groups or waves");
  checkSites(sites, memories);
  size_t bytes;
  if (__builtin_mul_overflow(size_t(waves), size_t(info().waveBytes), &bytes) ||
      __builtin_add_overflow(bytes, size_t(info().groupsharedBytes), &bytes))
    throw std::bad_alloc();
  // Zeros make reads of unwritten memory at least reproducible.
  const CheckMapping scratch(bytes);
  CheckLaunch launch(info().waveSize, waves, code->frameBytes, code->pipes,
                     sites, memories, options,
                     [&](int64_t group, int64_t wave) {
                       code->run(cells.data(), scratch.getData(), group, wave);
                     });

  InterruptScope interrupts;
  if (isInterrupted && isInterrupted())
    launch.stop(CheckEnd::Interrupted);
  cells[wavesRun] = waves;
  cells[cancelFlag] = reinterpret_cast<uint64_t>(&launch.flag);
  cells[checkLaunch] = reinterpret_cast<uint64_t>(&launch);
  const Clock::time_point start = Clock::now();
  const Watch watch(launch, options.mostSeconds);
  CheckResult result = launch.run(groups);
  result.ns =
      std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  return result;
}
