//===- CPUThreads.h - The threads that run groups ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CPUTHREADS_H
#define WAVEDIALECT_LIB_RUNTIME_CPUTHREADS_H

#include <functional>

namespace wave::runtime {

/// Returns how many threads take part: `wanted`, but at most one per core; one
/// per core if `wanted` is 0.
unsigned getThreadCount(unsigned wanted);

/// Calls `work` `calls` times on up to `threads` threads, including the caller,
/// and waits. The argument is a number below `threads` that no concurrent call
/// has.
void runOnThreads(unsigned threads, unsigned calls,
                  const std::function<void(unsigned)> &work);

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CPUTHREADS_H
