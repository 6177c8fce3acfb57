//===- SanitizedStack.h - Stacks that ThreadSanitizer knows -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_SANITIZEDSTACK_H
#define WAVEDIALECT_LIB_RUNTIME_SANITIZEDSTACK_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WAVE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif
#endif

namespace wave::runtime {

/// ThreadSanitizer's record of a stack, which it must know before a jump to it.
class SanitizedStack {
#ifdef WAVE_THREAD_SANITIZER
public:
  SanitizedStack() = default;
  SanitizedStack(const SanitizedStack &) = delete;
  ~SanitizedStack() {
    if (isOwned)
      __tsan_destroy_fiber(fiber);
  }
  /// Before the first jump to a new stack.
  void create() {
    fiber = __tsan_create_fiber(0);
    isOwned = true;
  }
  /// The stack that runs.
  void takeCurrent() { fiber = __tsan_get_current_fiber(); }
  /// A jump to the stack follows.
  void enter() { __tsan_switch_to_fiber(fiber, 0); }

private:
  void *fiber = nullptr;
  bool isOwned = false;
#else
public:
  void create() {}
  void takeCurrent() {}
  void enter() {}
#endif
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_SANITIZEDSTACK_H
