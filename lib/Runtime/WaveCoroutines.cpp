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

/// For the functions that the code calls; untouched stack costs nothing.
static constexpr size_t calleeBytes = 1 << 20;
/// Below each stack, so that an overflow does not hit another stack.
static constexpr size_t guardBytes = 1 << 16;

size_t WaveStacks::getBytes(size_t frameBytes) {
  return (frameBytes + calleeBytes + guardBytes - 1) & ~(guardBytes - 1);
}

WaveStacks::WaveStacks(int64_t count, size_t frameBytes)
    : bytes(getBytes(frameBytes)) {
  size_t total;
  if (__builtin_mul_overflow(size_t(count), bytes + guardBytes, &total))
    throw std::bad_alloc();
  memory = CheckMapping(total);
  for (int64_t i = 0; i < count; ++i)
    if (mprotect(get(i).data() - guardBytes, guardBytes, PROT_NONE) != 0)
      throw std::bad_alloc();
}

std::span<std::byte> WaveStacks::get(int64_t number) const {
  return {memory.getData() + number * (bytes + guardBytes) + guardBytes, bytes};
}

WaveCoroutines::WaveCoroutines(const WaveStacks &stacks, int64_t first,
                               int64_t count, std::function<void(int64_t)> body)
    : body(std::move(body)), stacks(stacks), first(first), coroutines(count) {}

void WaveCoroutines::resume(int64_t number) {
  running = number;
  sanitizedCaller.takeCurrent();
  if (_setjmp(caller) != 0)
    return;
  if (!coroutines[running].isStarted)
    start();
  coroutines[running].sanitized.enter();
  _longjmp(coroutines[running].place, 1);
}

void WaveCoroutines::giveWay() {
  if (_setjmp(coroutines[running].place) != 0)
    return;
  sanitizedCaller.enter();
  _longjmp(caller, 1);
}

void WaveCoroutines::start() {
  coroutines[running].isStarted = true;
  getcontext(&starter);
  const std::span<std::byte> stack = stacks.get(first + running);
  starter.uc_stack.ss_sp = stack.data();
  starter.uc_stack.ss_size = stack.size();
  starter.uc_link = nullptr;
  // Contexts only pass integers.
  const auto address = reinterpret_cast<uintptr_t>(this);
  makecontext(&starter, reinterpret_cast<void (*)()>(&enter), 2,
              static_cast<unsigned>(address),
              static_cast<unsigned>(address >> 32U));
  coroutines[running].sanitized.create();
  coroutines[running].sanitized.enter();
  setcontext(&starter);
}

void WaveCoroutines::enter(unsigned low, unsigned high) {
  const uintptr_t address = uintptr_t(high) << 32U | low;
  WaveCoroutines *coroutines;
  std::memcpy(&coroutines, &address, sizeof address);
  coroutines->run();
}

void WaveCoroutines::run() {
  for (;;) {
    body(running);
    giveWay();
  }
}
