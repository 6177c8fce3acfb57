//===- CPUThreads.cpp - The threads that run groups -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses oneTBB's threads. A forked child has none of them, but oneTBB would not
// know. So oneTBB is ended before a fork, and starts again, in both processes,
// with the next launch. If it cannot be ended, because another thread has used
// it and is alive, the child creates threads for each launch. So does a process
// in which oneTBB could not start a thread for lack of memory: oneTBB may hang
// from then on.
//
//===----------------------------------------------------------------------===//

#include "CPUThreads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

using namespace wave::runtime;

namespace {

class ThreadPool {
public:
  /// Never destroyed: threads may outlive all static objects.
  static ThreadPool &get() {
    static ThreadPool &pool = *new ThreadPool;
    return pool;
  }

  /// Returns an arena for one launch: in a shared arena, a launch might wait
  /// for another launch's groups. Null if this process cannot use oneTBB.
  std::unique_ptr<tbb::task_arena> acquire(unsigned threads) {
    std::scoped_lock lock(mutex);
    if (orphaned)
      return nullptr;
    if (!handle)
      handle = tbb::task_scheduler_handle(tbb::attach());
    auto idle = arenas.find(threads);
    auto arena = idle == arenas.end()
                     ? std::make_unique<tbb::task_arena>(threads)
                     : std::move(arenas.extract(idle).mapped());
    ++users;
    return arena;
  }

  /// Stops using oneTBB. Leaks the arena, because its destructor could wait for
  /// threads that never come.
  void abandon(std::unique_ptr<tbb::task_arena> arena) {
    std::scoped_lock lock(mutex);
    orphaned = true;
    static_cast<void>(arena.release());
  }

  void release(std::unique_ptr<tbb::task_arena> arena, unsigned threads) {
    std::scoped_lock lock(mutex);
    --users;
    arenas.emplace(threads, std::move(arena));
  }

private:
  ThreadPool() {
    pthread_atfork([] { get().prepareFork(); }, [] { get().mutex.unlock(); },
                   [] { get().startChild(); });
  }

  void prepareFork() {
    mutex.lock();
    ended = !handle;
    if (handle && users == 0 && !orphaned) {
      arenas.clear();
      ended = tbb::finalize(handle, std::nothrow);
    }
  }

  void startChild() {
    orphaned |= !ended;
    mutex.unlock();
  }

  std::mutex mutex;
  tbb::task_scheduler_handle handle;
  /// Arenas that no launch uses, by their number of threads.
  std::multimap<unsigned, std::unique_ptr<tbb::task_arena>> arenas;
  unsigned users = 0;    ///< Launches that use an arena.
  bool ended = false;    ///< oneTBB has no threads during the fork.
  bool orphaned = false; ///< The parent had threads, or ours could start none.
};

} // namespace

unsigned wave::runtime::getThreadCount(unsigned wanted) {
  static const unsigned cores = tbb::info::default_concurrency();
  return wanted == 0 ? cores : std::min(wanted, cores);
}

void wave::runtime::runOnThreads(unsigned threads, unsigned calls,
                                 const std::function<void(unsigned)> &work) {
  ThreadPool &pool = ThreadPool::get();
  std::unique_ptr<tbb::task_arena> arena;
  try {
    arena = pool.acquire(threads);
  } catch (const std::exception &) {
    // There is no memory for an arena.
  }
  if (!arena) {
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < calls; ++i)
        others.emplace_back([&work, i] { work(i); });
    } catch (const std::exception &) {
      // The existing threads do all the work.
    }
    work(0);
    return;
  }
  try {
    arena->execute([&] {
      tbb::parallel_for(
          0U, calls, 1U,
          [&](unsigned) { work(tbb::this_task_arena::current_thread_index()); },
          tbb::simple_partitioner());
    });
  } catch (const std::exception &) {
    // There is no memory for a thread. Calls that oneTBB had begun have ended;
    // this thread does the remaining work.
    pool.abandon(std::move(arena));
    work(0);
    return;
  }
  pool.release(std::move(arena), threads);
}
