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
#include "SanitizedStack.h"

#include <csetjmp>
#include <cstdint>
#include <functional>
#include <span>
#include <ucontext.h>
#include <vector>

namespace wave::runtime {

/// Stacks of coroutines.
class WaveStacks {
public:
  WaveStacks() = default;
  /// Stacks for code that uses `frameBytes`, besides the functions of the
  /// runtime and of libraries that it calls. Throws std::bad_alloc.
  WaveStacks(int64_t count, size_t frameBytes);

  /// The bytes of such a stack.
  static size_t getBytes(size_t frameBytes);

  std::span<std::byte> get(int64_t number) const;

private:
  size_t bytes = 0;
  CheckMapping memory;
};

/// Functions with their own stacks, on the thread that resumes them. The
/// destructor drops the contents of the stacks without running destructors.
class WaveCoroutines {
public:
  /// Calls `body` with the number of the coroutine; `body` must not throw. The
  /// stacks from `first` on must outlive this object.
  WaveCoroutines(const WaveStacks &stacks, int64_t first, int64_t count,
                 std::function<void(int64_t)> body);

  /// Runs a coroutine until it yields or its body ends; after the end, the next
  /// call starts the body again.
  void resume(int64_t number);

  /// Returns to where the running coroutine was resumed.
  void giveWay();

private:
  struct Coroutine {
    jmp_buf place;
    bool isStarted = false;
    SanitizedStack sanitized;
  };

  void start();
  [[noreturn]] void run();
  static void enter(unsigned low, unsigned high);

  std::function<void(int64_t)> body;
  const WaveStacks &stacks;
  int64_t first;
  std::vector<Coroutine> coroutines;
  jmp_buf caller;
  SanitizedStack sanitizedCaller;
  ucontext_t starter;
  int64_t running = -1;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_WAVECOROUTINES_H
