//===- CheckedKernel.h - Kernels that are watched while they run -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code made with checks calls back before what it does to memory, at barriers, and where
// what it does is undefined. One thread runs the groups, one after the other; the waves
// of a group are coroutines that give way at barriers. So what is found, and in which
// order, is the same in every run.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_CHECKEDKERNEL_H
#define WAVEDIALECT_RUNTIME_CHECKEDKERNEL_H

#include "WaveDialect/Runtime/CPUKernel.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace wave::runtime {

/// What stands at a site, a place of the kernel that calls back.
enum class CheckKind : uint8_t {
  Load,
  Store,
  Atomic,
  Undefined, ///< Something undefined where a condition holds; `rule` says what.
  Retire,    ///< Lanes return.
  Uniform,   ///< A value that the kernel says is the same for the group.
  Branch,    ///< A condition around a barrier.
  Barrier,
  Event, ///< A wave operation, to be counted.
};

struct CheckSite {
  CheckKind kind;
  /// Of `Undefined`: the rule that is broken.
  std::string rule;
  /// Of accesses, and of an event that makes a local array: which of the memories. -1
  /// elsewhere.
  int32_t memory = -1;
  /// Of `Barrier`: what it orders, and whether waves wait for each other.
  bool ordersGroupshared = false, ordersBuffers = false, synchronizes = false;
};

enum class CheckMemoryKind : uint8_t { Buffer, Image, Groupshared, Local };

struct CheckMemory {
  CheckMemoryKind kind;
  /// In scalars; of an image in texels. Of a local array those of one lane.
  int64_t elements;
  /// Of a scalar, or of a texel.
  int32_t elementBytes;
  /// The kernel has a store or an atomic there; elsewhere no race is possible.
  bool written;
};

struct CheckOptions {
  bool undefined = true; ///< Look for races and all else that is undefined.
  bool trace = false;    ///< Record what waves do when.
  int64_t mostFindings = 100;
  int64_t mostEvents = 1'000'000;         ///< Of a trace.
  double mostSeconds = 0;                 ///< 0: no limit.
  uint64_t mostShadowBytes = 4ULL << 30U; ///< Of what races are found with.
};

/// Who did something where.
struct CheckAccess {
  int32_t site;  ///< -1: the end of the kernel.
  int64_t group; ///< Counted with x fastest.
  int32_t wave;
  int32_t lane; ///< The first one, where several did; -1: the wave.
};

struct CheckFinding {
  /// One of docs/checker.md.
  std::string rule;
  CheckAccess access;
  /// The other one of two, which came first.
  std::optional<CheckAccess> other;
  /// Of a barrier: the branch where the waves parted, if one is known.
  std::optional<int32_t> branch;
  /// Of a race: a barrier that both waves have passed between the two accesses, and that
  /// does not order them.
  std::optional<int32_t> barrier;
  /// Lanes of `access.wave` that are concerned, as bits.
  std::array<uint64_t, 2> lanes{};
  /// Of the element accessed; -1 where there is none.
  int64_t index = -1;
  /// How often this was found at the same site or sites.
  int64_t count = 1;
};

struct CheckCount {
  int64_t executions = 0; ///< By waves.
  int64_t lanes = 0;      ///< Lanes that took part, in all.
};

enum class TraceKind : uint8_t { Begin, Arrive, Leave, Retire, End };

struct TraceEvent {
  TraceKind kind;
  /// The operations that the wave has executed; a barrier is left when the last wave
  /// has arrived.
  int64_t time;
  int64_t group;
  int32_t wave;
  int32_t site; ///< -1 for Begin and End.
  /// Lanes that retire, or that are active.
  int32_t lanes;
};

enum class CheckEnd : uint8_t { Done, Findings, Seconds, Interrupted };

struct CheckResult {
  std::vector<CheckFinding> findings; ///< In the order of discovery.
  std::vector<CheckCount> counts;     ///< By site.
  std::vector<TraceEvent> trace;
  bool traceIsWhole = true;
  CheckEnd end = CheckEnd::Done;
  /// Where it was, if it did not come to its end.
  std::optional<CheckAccess> last;
  int64_t groups = 0, waves = 0; ///< That were run to their end.
  int64_t lanes = 0;             ///< That have a thread.
  int64_t lanesWithoutThread = 0;
  /// With a thread, but without a load, store or atomic that is in bounds, but of local
  /// arrays.
  int64_t lanesWithoutWork = 0;
  uint64_t shadowBytes = 0;
  double ns = 0;
};

/// The code of one kernel with checks, at one wave size.
class CheckedKernel {
public:
  /// Links an object made with checks. Throws as CPUKernel does.
  explicit CheckedKernel(std::string_view object);
  ~CheckedKernel();
  CheckedKernel(const CheckedKernel &) = delete;
  CheckedKernel &operator=(const CheckedKernel &) = delete;

  const CPUKernelInfo &info() const;

  /// As CPUKernel::launch, on the calling thread. `sites` and `memories` are those of the
  /// object; the elements of buffers and images are those of this launch. Throws
  /// std::length_error where the memory for finding races would pass its limit, and
  /// std::bad_alloc where there is none.
  CheckResult launch(std::span<uint64_t> cells, int64_t groups, int64_t waves,
                     std::span<const CheckSite> sites,
                     std::span<const CheckMemory> memories,
                     const CheckOptions &options,
                     bool (*isInterrupted)() = nullptr) const;

private:
  std::unique_ptr<CPUCode> code;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_CHECKEDKERNEL_H
