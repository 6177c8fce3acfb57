//===- WaveCoroutines.h - Waves that yield to each other -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_WAVECOROUTINES_H
#define WAVEDIALECT_LIB_RUNTIME_WAVECOROUTINES_H

#include "CheckMapping.h"

#include <csetjmp>
#include <cstdint>
#include <functional>
#include <ucontext.h>
#include <vector>

namespace wave::runtime {

/// Functions with their own stacks, on the thread that resumes them. The
/// destructor drops the contents of the stacks without running destructors.
class WaveCoroutines {
public:
  /// Calls `body` with the number of the coroutine; `body` must not throw.
  /// Throws std::bad_alloc if there is no memory for the stacks.
  WaveCoroutines(int64_t count, std::function<void(int64_t)> body);

  /// Runs a coroutine until it yields or its body ends; after the end, the next
  /// call starts the body again.
  void resume(int64_t number);

  /// Returns to where the running coroutine was resumed.
  void giveWay();

private:
  struct Coroutine {
    jmp_buf place;
    bool isStarted = false;
  };

  void start();
  [[noreturn]] void run();
  static void enter(unsigned low, unsigned high);

  std::function<void(int64_t)> body;
  CheckMapping stacks;
  std::vector<Coroutine> coroutines;
  jmp_buf caller;
  ucontext_t starter;
  int64_t running = -1;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_WAVECOROUTINES_H
