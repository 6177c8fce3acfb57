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
#include <forward_list>
#include <mutex>
#include <pthread.h>
#include <thread>

using namespace wave::runtime;

static_assert(std::atomic<int32_t>::is_always_lock_free,
              "a signal handler writes it, and kernels read it as an integer");
std::atomic<int32_t> InterruptScope::flag = 0;

/// The action of SIGINT before any scope, or the one set since.
static std::atomic<const struct sigaction *> previous = nullptr;
static_assert(decltype(previous)::is_always_lock_free,
              "a signal handler reads it");

/// Guards the following variables.
static std::mutex mutex;
static int64_t scopes = 0;
/// All different actions so far: a handler may still read an earlier one.
static std::forward_list<struct sigaction> actions;

static bool hasFunction(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

static void handle(int signal, siginfo_t *info, void *context) {
  InterruptScope::flag.store(1, std::memory_order_relaxed);
  const struct sigaction &action = *previous.load();
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else if (hasFunction(action))
    action.sa_handler(signal);
}

static bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == handle;
}

/// Whether both call the same function in the same way.
static bool areEqual(const struct sigaction &one,
                     const struct sigaction &other) {
  // All signals that may exist.
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigismember(&one.sa_mask, signal) !=
        sigismember(&other.sa_mask, signal))
      return false;
  return one.sa_flags == other.sa_flags &&
         (one.sa_flags & SA_SIGINFO ? one.sa_sigaction == other.sa_sigaction
                                    : one.sa_handler == other.sa_handler);
}

static const struct sigaction &keep(const struct sigaction &action) {
  for (const struct sigaction &kept : actions)
    if (areEqual(kept, action))
      return kept;
  return actions.emplace_front(action);
}

static void install() {
  struct sigaction current;
  sigaction(SIGINT, nullptr, &current);
  if (isOurs(current))
    return;
  previous = &keep(current);
  if (!hasFunction(current))
    return;
  struct sigaction ours = {};
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, nullptr);
}

/// Keeps an action that other code has set in the meantime.
static void restore() {
  struct sigaction current;
  sigaction(SIGINT, nullptr, &current);
  if (isOurs(current))
    sigaction(SIGINT, previous.load(), nullptr);
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
