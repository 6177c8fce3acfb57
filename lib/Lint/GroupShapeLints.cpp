//===- GroupShapeLints.cpp - Groups that do not fill their waves ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"

#include "WaveDialect/IR/Stage.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

using Extent = std::array<int64_t, 3>;

static Extent getExtent(ArrayRef<int32_t> threads) {
  Extent extent = {1, 1, 1};
  for (auto [own, number] : llvm::zip(extent, threads))
    own = number;
  return extent;
}

static int64_t count(const Extent &extent) {
  return extent[0] * extent[1] * extent[2];
}

static std::string getText(const Extent &extent) {
  return llvm::formatv("num_threads({0}, {1}, {2})", extent[0], extent[1],
                       extent[2]);
}

/// Whether the lints of a group's shape apply to the kernel.
static bool hasOwnShape(const LintedKernel &kernel) {
  Stage stage = kernel.kernel.getStageOrDefault();
  return kernel.threads &&
         (stage == Stage::Compute || stage == Stage::Amplification);
}

/// Returns the smallest shape not below `extent` that `lanes` divides and that
/// differs only in the dimensions of `free`; none within `limit` threads.
static std::optional<Extent> findShape(const Extent &extent,
                                       std::array<bool, 3> free, int64_t lanes,
                                       int64_t limit) {
  std::optional<Extent> best;
  auto upTo = [&](unsigned dimension) {
    return free[dimension] ? extent[dimension] + lanes : extent[dimension];
  };
  for (int64_t z = extent[2]; z <= upTo(2); ++z)
    for (int64_t y = extent[1]; y <= upTo(1); ++y)
      for (int64_t x = extent[0]; x <= upTo(0); ++x) {
        Extent shape = {x, y, z};
        int64_t threads = count(shape);
        if (threads > limit)
          break;
        if (threads % lanes == 0 && (!best || threads < count(*best)))
          best = shape;
      }
  return best;
}

/// Describes the shapes that `lanes` divides, with the change of each.
static std::string describeShapes(const Extent &extent, int64_t lanes,
                                  int64_t limit) {
  SmallVector<Extent> shapes;
  std::string text;
  auto add = [&](std::optional<Extent> shape, StringRef what) {
    if (!shape || llvm::is_contained(shapes, *shape))
      return;
    shapes.push_back(*shape);
    text += text.empty() ? "" : ", ";
    text += getText(*shape) + " (" + what.str() + ")";
  };
  const Extent line = {count(extent), 1, 1};
  const bool isLine = extent == line;
  add(findShape(extent, {true, false, false}, lanes, limit), "X up");
  if (!isLine) {
    add(findShape(extent, {false, true, false}, lanes, limit), "Y up");
    add(findShape(extent, {true, true, false}, lanes, limit), "both up");
    add(findShape(line, {true, false, false}, lanes, limit), "1-D");
  }
  return text;
}

/// Whether the smallest wave has more lanes than the group has threads.
static bool isSmallerThanWave(const LintedKernel &kernel) {
  return *kernel.threads < kernel.judgedSizes.front();
}

void wave::lintThreadsNotAligned(LintedKernel &kernel, LintReport report) {
  if (!hasOwnShape(kernel) ||
      (kernel.settings.reportsFewThreads && isSmallerThanWave(kernel)))
    return;
  const int64_t threads = *kernel.threads;
  const Extent extent = getExtent(*kernel.kernel.getNumThreads());
  std::string sizes;
  int32_t largest = 0;
  for (int32_t lanes : kernel.judgedSizes) {
    const int64_t rest = threads % lanes;
    if (rest == 0)
      continue;
    largest = lanes;
    const int64_t waves = kernel.getWaves(lanes), idle = lanes - rest;
    sizes += llvm::formatv(
        "{0} at {1} lanes {2} wave{3}, the last with {4} idle lane{5} ({6} %)",
        sizes.empty() ? "" : ";", lanes, waves, waves == 1 ? "" : "s", idle,
        idle == 1 ? "" : "s", (idle * 100 + lanes / 2) / lanes);
  }
  if (!largest)
    return;
  std::string shapes = describeShapes(
      extent, largest, getThreadLimit(kernel.kernel.getStageOrDefault()));
  std::string help =
      shapes.empty() ? "no larger group of this shape fits: use a smaller one"
                     : "waves fill " + shapes;
  LintFinding found{
      kernel.kernel,
      llvm::formatv("a group of {0} thread{1} ({2} x {3} x {4}) does not fill "
                    "its waves:{5}",
                    threads, threads == 1 ? "" : "s", extent[0], extent[1],
                    extent[2], sizes),
      help + "; the number of groups that is dispatched and all arithmetic on "
             "ids must follow",
      {}};
  report(found);
}

void wave::lintFewThreads(LintedKernel &kernel, LintReport report) {
  if (!hasOwnShape(kernel) || !isSmallerThanWave(kernel))
    return;
  const int32_t lanes = kernel.judgedSizes.front();
  const bool isStated = bool(kernel.kernel.getWaveSize());
  const int64_t idle = lanes - *kernel.threads;
  report(
      {kernel.kernel,
       llvm::formatv("a group of {0} thread{1} is smaller than {2} of {3} "
                     "lanes: {4} lane{5} of each group never work{6}",
                     *kernel.threads, *kernel.threads == 1 ? "" : "s",
                     isStated ? "the kernel's smallest wave" : "a wave", lanes,
                     idle, idle == 1 ? "" : "s", idle == 1 ? "s" : ""),
       llvm::formatv("let a group do the work of several: {0} threads or a "
                     "multiple{1}",
                     lanes, isStated ? ", or state a smaller wave_size" : ""),
       {}});
}

/// Whether the kernel uses a thread id.
static bool usesThreads(FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return isa<DispatchThreadIdOp, GroupThreadIdOp, GroupIndexOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void wave::lintWavesInThreads(LintedKernel &kernel, LintReport report) {
  if (!hasOwnShape(kernel) || usesThreads(kernel.kernel))
    return;
  Operation *number = nullptr;
  kernel.kernel.walk([&](Operation *op) {
    if (!number &&
        isa<GroupWaveIndexOp, GroupWaveCountOp, LaneIndexOp, LaneCountOp>(op))
      number = op;
  });
  // A stated wave count is correct only if it is the same at every size.
  const int32_t lanes = kernel.judgedSizes.front();
  if (!number || kernel.judgedSizes.size() != 1 || *kernel.threads % lanes != 0)
    return;
  const int64_t waves = kernel.getWaves(lanes);
  report({kernel.kernel,
          llvm::formatv("no thread id is used: the kernel uses its {0} threads "
                        "as {1} wave{2} of {3} lanes",
                        *kernel.threads, waves, waves == 1 ? "" : "s", lanes),
          llvm::formatv("state num_waves({0}) in place of the threads, which "
                        "makes the number of waves a constant at every wave "
                        "size",
                        waves),
          {{number, "the kernel uses its waves here"}},
          llvm::formatv("num_waves({0})", waves)});
}
