//===- CheckedKernel.h - Kernels with runtime checks ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrumented code calls the runtime before memory accesses, at barriers, and
// where its behavior is undefined. One thread runs the groups, one after the
// other; the waves of a group are coroutines that yield at barriers and pipes. So
// the findings and their order are the same in every run.
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

/// The kind of a site, a location in the kernel that calls the runtime.
enum class CheckKind : uint8_t {
  Load,
  Store,
  Atomic,
  Undefined, ///< Undefined behavior under a condition, named by `rule`.
  Retire,    ///< Lanes return.
  Uniform,   ///< A value that the kernel states is the same for the group.
  Branch,    ///< A condition around a barrier.
  Barrier,
  Event,    ///< A wave operation, to be counted.
  Pipe,     ///< The place where the next pipe of the kernel is created.
  PipeStep, ///< A step of a wave in a pipe, or a barrier of a set of waves.
  Copy,     ///< A wave starts an asynchronous copy.
  Matrix,   ///< An operation on matrices without access to memory.
};

struct CheckSite {
  CheckKind kind;
  /// For `Undefined`: the violated rule.
  std::string rule;
  /// For accesses, and for an event that creates a local array: the index of
  /// the memory; otherwise -1.
  int32_t memory = -1;
  /// For `Barrier`: the memory it orders, and whether waves wait for each
  /// other.
  bool ordersGroupshared = false, ordersBuffers = false, synchronizes = false;
  /// For a `Barrier` of one wave in a group of several: it orders the accesses
  /// of the wave's lanes to groupshared memory. For a `Branch`: there are only
  /// barriers of one wave inside.
  bool synchronizesWave = false;
  /// For an `Atomic` that is an access of coherent memory: a load; a store of a
  /// value computed from such a load of the element.
  bool loadsCoherent = false, mayLoseUpdate = false;
  /// For a `Load` and a `Store`: it is part of an asynchronous copy.
  bool isOfCopy = false;
  /// For a load of a local array with scalars that are only copied: which they are.
  std::vector<bool> copied = {};
  /// For a store to a local array: the load of each scalar that is a copy, and the
  /// component there; -1 for other scalars.
  std::vector<std::pair<int32_t, int32_t>> copies = {};
  /// For a `Load` or a `Store` of a matrix: the runs of neighboring elements, and the
  /// number of elements of each; otherwise 0.
  int64_t runs = 0, runLength = 0;

  bool isOfMatrix() const { return runs != 0; }
};

enum class CheckMemoryKind : uint8_t { Buffer, Image, Groupshared, Local };

struct CheckMemory {
  CheckMemoryKind kind;
  /// In scalars, or in texels for an image. For a local array, those of one
  /// lane.
  int64_t elements;
  /// Of a scalar, or of a texel.
  int32_t elementBytes;
  /// The kernel has a store or an atomic there; otherwise no race is possible.
  bool written;
};

struct CheckOptions {
  bool undefined = true; ///< Detect races and all other undefined behavior.
  bool trace = false;    ///< Record the events of waves and their times.
  int64_t mostFindings = 100;
  int64_t mostEvents = 1'000'000; ///< Limit for the trace.
  double mostSeconds = 0;         ///< 0: no limit.
  /// The order in which runnable waves run, in kernels with pipes: by index (0),
  /// backward (1), or a seed of a random order, in which waves also change at
  /// steps that do not wait.
  uint32_t waveOrder = 0;
  uint64_t mostShadowBytes = 4ULL << 30U; ///< Limit of the race detector.
};

/// Who accessed memory, and where.
struct CheckAccess {
  int32_t site;  ///< -1: the end of the kernel.
  int64_t group; ///< In order, with x fastest.
  int32_t wave;
  int32_t lane; ///< The first lane, if several; -1: the wave.
};

/// What a wave has done with a pipe, or with the barriers of a set of waves, which have
/// numbers after those of the pipes.
struct CheckPipeUse {
  int32_t pipe = -1;
  bool isProducer = false;
  int64_t entered = 0, left = 0; ///< Uses; of barriers: passed, and reached.
  int32_t site = -1;             ///< Its last step, or -1.
};

/// A wave that waits for another one, or that has ended and for which another
/// one waits.
struct CheckWait {
  /// The step or barrier; -1: the end of the kernel.
  CheckAccess access;
  /// The wave for which it waits, or -1.
  int32_t forWave = -1;
  /// What the wave has done with the pipe of its step; of a wave that has
  /// ended, with the pipe of the step that waits for it.
  CheckPipeUse use;
  /// The same of the wave for which it waits, at this pipe.
  CheckPipeUse awaited;
};

struct CheckFinding {
  /// A rule of docs/checker.md.
  std::string rule;
  CheckAccess access;
  /// The other of two accesses, which came first.
  std::optional<CheckAccess> other;
  /// For a barrier: the branch where the waves diverged, if known.
  std::optional<int32_t> branch;
  /// For a race: a barrier that both waves passed between the two accesses, but
  /// that does not order them.
  std::optional<int32_t> barrier;
  /// Affected lanes of `access.wave`, as bits.
  std::array<uint64_t, 2> lanes{};
  /// The index of the accessed element, or of the lane that is read; -1 if
  /// there is none.
  int64_t index = -1;
  /// How often this was found at the same site or sites.
  int64_t count = 1;
  /// For a deadlock: each wave waits for the next one of the list. The last one
  /// waits for the first one, or has ended.
  std::vector<CheckWait> waits;
  /// For a race between two waves that use a pipe: the uses at both accesses,
  /// `access` first. For unbalanced uses: those of both waves.
  std::optional<CheckPipeUse> use, otherUse;
};

struct CheckCount {
  int64_t executions = 0; ///< By waves.
  int64_t lanes = 0;      ///< Total number of lanes that took part.
};

/// A wave arrives at a barrier or a step of a pipe where it waits, and leaves
/// it; it opens and closes a stage of a pipe; it starts an asynchronous copy, and
/// ends all that it has started; it executes an operation on a matrix.
enum class TraceKind : uint8_t {
  Begin,
  Arrive,
  Leave,
  Retire,
  End,
  Open,
  Close,
  Copy,
  Copied,
  Matrix,
};

struct TraceEvent {
  TraceKind kind;
  /// The number of operations that the wave has executed; waves leave a barrier
  /// when the last wave has arrived, and a step of a pipe not before the waves
  /// for which it waits.
  int64_t time;
  int64_t group;
  int32_t wave;
  int32_t site; ///< -1 for Begin and End.
  /// Retiring lanes, or active lanes.
  int32_t lanes;
  /// For Open and Close: the number of the pipe's use.
  int64_t use = -1;
};

enum class CheckEnd : uint8_t {
  Done,
  Findings,
  Seconds,
  Interrupted,
  Deadlock,
};

struct CheckResult {
  std::vector<CheckFinding> findings; ///< In the order of discovery.
  std::vector<CheckCount> counts;     ///< By site.
  std::vector<TraceEvent> trace;
  bool traceIsWhole = true;
  CheckEnd end = CheckEnd::Done;
  /// The last site, if the launch did not complete.
  std::optional<CheckAccess> last;
  int64_t groups = 0, waves = 0; ///< Completed groups and waves.
  int64_t lanes = 0;             ///< Lanes that have a thread.
  int64_t lanesWithoutThread = 0;
  /// Lanes with a thread, but without an in-bounds load, store or atomic, not
  /// counting local arrays.
  int64_t lanesWithoutWork = 0;
  uint64_t shadowBytes = 0;
  double ns = 0;
};

/// The code of one kernel with checks, at one wave size.
class CheckedKernel {
public:
  /// Links an instrumented object. Throws as CPUKernel does.
  explicit CheckedKernel(std::string_view object);
  ~CheckedKernel();
  CheckedKernel(const CheckedKernel &) = delete;
  CheckedKernel &operator=(const CheckedKernel &) = delete;

  const CPUKernelInfo &info() const;

  /// As CPUKernel::launch, on the calling thread. `sites` and `memories` are
  /// those of the object, but with the sizes of buffers and images in this
  /// launch. Throws std::length_error if the memory for detecting races would
  /// exceed its limit, and std::bad_alloc if there is no memory.
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
