//===- tasks.cpp - ISPC's tasks on OpenMP's threads -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ISPC leaves the threads to the program: these functions are what its `launch`
// and `sync` call. A launch ends before it returns.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>
#include <omp.h>
#include <vector>

using Task = void(void *data, int thread, int threads, int task, int tasks,
                  int task0, int task1, int task2, int tasks0, int tasks1,
                  int tasks2);

extern "C" void set_threads(int threads) { omp_set_num_threads(threads); }

extern "C" void *ISPCAlloc(void **handle, int64_t size, int32_t alignment) {
  auto &blocks = reinterpret_cast<std::vector<void *> *&>(*handle);
  if (!blocks)
    blocks = new std::vector<void *>;
  blocks->push_back(std::aligned_alloc(alignment, (size + alignment - 1) /
                                                      alignment * alignment));
  return blocks->back();
}

extern "C" void ISPCLaunch(void **, void *function, void *data, int tasks,
                           int tasks1, int tasks2) {
#pragma omp parallel for schedule(dynamic)
  for (int task = 0; task < tasks; ++task)
    reinterpret_cast<Task *>(function)(data, omp_get_thread_num(),
                                       omp_get_num_threads(), task, tasks, task,
                                       0, 0, tasks, tasks1, tasks2);
}

extern "C" void ISPCSync(void *handle) {
  auto *blocks = static_cast<std::vector<void *> *>(handle);
  for (void *block : *blocks)
    std::free(block);
  delete blocks;
}
