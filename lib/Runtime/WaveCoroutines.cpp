//===- WaveCoroutines.cpp - Waves that yield to each other ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// POSIX contexts only start a coroutine on its stack, because each switch
// between contexts calls the system for the signal mask. All later switches are
// jumps, which leave the mask alone.
//
//===----------------------------------------------------------------------===//

// Fortified jumps treat a different stack as an error.
#undef _FORTIFY_SOURCE

#include "WaveCoroutines.h"

#include <cstring>

using namespace wave::runtime;

/// Spilled registers may be vectors of 128 lanes; untouched stack costs
/// nothing.
static constexpr size_t stackBytes = 1 << 20;
/// Below each stack, so that an overflow does not hit another stack.
static constexpr size_t guardBytes = 1 << 16;

WaveCoroutines::WaveCoroutines(int64_t count, std::function<void(int64_t)> body)
    : body(std::move(body)), stacks(count * (stackBytes + guardBytes)),
      coroutines(count) {
  for (int64_t i = 0; i < count; ++i)
    if (mprotect(stacks.getData() + i * (stackBytes + guardBytes), guardBytes,
                 PROT_NONE) != 0)
      throw std::bad_alloc();
}

void WaveCoroutines::resume(int64_t number) {
  running = number;
  if (_setjmp(caller) != 0)
    return;
  if (!coroutines[running].isStarted)
    start();
  _longjmp(coroutines[running].place, 1);
}

void WaveCoroutines::giveWay() {
  if (_setjmp(coroutines[running].place) == 0)
    _longjmp(caller, 1);
}

void WaveCoroutines::start() {
  coroutines[running].isStarted = true;
  getcontext(&starter);
  starter.uc_stack.ss_sp =
      stacks.getData() + running * (stackBytes + guardBytes) + guardBytes;
  starter.uc_stack.ss_size = stackBytes;
  starter.uc_link = nullptr;
  // Contexts only pass integers.
  const auto address = reinterpret_cast<uintptr_t>(this);
  makecontext(&starter, reinterpret_cast<void (*)()>(&enter), 2,
              static_cast<unsigned>(address),
              static_cast<unsigned>(address >> 32U));
  setcontext(&starter);
}

void WaveCoroutines::enter(unsigned low, unsigned high) {
  const uintptr_t address = uintptr_t(high) << 32U | low;
  WaveCoroutines *coroutines;
  std::memcpy(&coroutines, &address, sizeof coroutines);
  coroutines->run();
}

void WaveCoroutines::run() {
  for (;;) {
    body(running);
    giveWay();
  }
}
