//===- CheckCoroutines.h - Waves that give way to each other ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKCOROUTINES_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKCOROUTINES_H

#include "CheckMapping.h"

#include <csetjmp>
#include <cstdint>
#include <functional>
#include <ucontext.h>
#include <vector>

namespace wave::runtime {

/// Functions with stacks of their own, on the thread that resumes them. What a stack
/// holds when this is destroyed is dropped without a destructor.
class CheckCoroutines {
public:
  /// `body` is called with the coroutine's number, and must not throw. Throws
  /// std::bad_alloc where there is no room for the stacks.
  CheckCoroutines(int64_t count, std::function<void(int64_t)> body);

  /// Runs one until it gives way, or its body is over; then the next call starts the body
  /// again.
  void resume(int64_t number);

  /// Goes back to where the running one was resumed.
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

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKCOROUTINES_H
