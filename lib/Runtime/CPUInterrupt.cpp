//===- CPUInterrupt.cpp - Ctrl-C during a launch --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUInterrupt.h"

#include <chrono>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <thread>

using namespace wave::runtime;

static_assert(std::atomic<int32_t>::is_always_lock_free,
              "a signal handler writes it, and kernels read it as an integer");
std::atomic<int32_t> InterruptScope::flag = 0;

/// Guards the following variables.
static std::mutex mutex;
static int64_t scopes = 0;
/// The action of SIGINT before any scope, or the one set since.
static struct sigaction previous;

static void handle(int signal, siginfo_t *info, void *context) {
  InterruptScope::flag.store(1, std::memory_order_relaxed);
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, info, context);
  else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    previous.sa_handler(signal);
}

static bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == handle;
}

static void install() {
  struct sigaction ours = {};
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  struct sigaction current;
  sigaction(SIGINT, &ours, &current);
  if (isOurs(current))
    return;
  previous = current;
  if (!(current.sa_flags & SA_SIGINFO) &&
      (current.sa_handler == SIG_DFL || current.sa_handler == SIG_IGN))
    sigaction(SIGINT, &current, nullptr);
}

/// Keeps an action that other code has set in the meantime.
static void restore() {
  struct sigaction current;
  sigaction(SIGINT, &previous, &current);
  if (!isOurs(current))
    sigaction(SIGINT, &current, nullptr);
}

/// A child has no launches of its parent.
static void endScopesInChild() {
  if (scopes != 0)
    restore();
  scopes = 0;
  mutex.unlock();
}

InterruptScope::InterruptScope() {
  static const int registered = pthread_atfork(
      [] { mutex.lock(); }, [] { mutex.unlock(); }, endScopesInChild);
  (void)registered;
  std::unique_lock lock(mutex);
  while (scopes != 0 && flag.load(std::memory_order_relaxed)) {
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    lock.lock();
  }
  if (scopes++ == 0)
    flag.store(0, std::memory_order_relaxed);
  install();
}

InterruptScope::~InterruptScope() {
  std::scoped_lock lock(mutex);
  if (--scopes == 0)
    restore();
}
