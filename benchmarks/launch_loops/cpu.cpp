//===- cpu.cpp - A loop of launches on the CPU ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "submission.h"

#include "WaveDialect/Runtime/CPUKernel.h"

#include <cstdio>
#include <memory>
#include <vector>

using wave::runtime::CPUKernel;

namespace {

struct Loop {
  CPUKernel kernel;
  std::vector<uint64_t> cells;
};

} // namespace

/// Null, and a line on the standard error output, where it cannot be opened.
extern "C" Loop *openLoop(const char *object, uint64_t bytes,
                          const uint64_t *cells, uint64_t count) try {
  return new Loop{CPUKernel({object, bytes}), {cells, cells + count}};
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return nullptr;
}

/// Nanoseconds of `count` launches of one group of one wave.
extern "C" double launchMany(Loop *loop, uint64_t count) {
  const double start = readClockNs();
  for (uint64_t i = 0; i < count; ++i)
    loop->kernel.launch(loop->cells, /*groups=*/1, /*waves=*/1, /*threads=*/0);
  return readClockNs() - start;
}

/// A launch has ended when it returns.
extern "C" void waitForAll(Loop *) {}

extern "C" void closeLoop(Loop *loop) { delete loop; }
