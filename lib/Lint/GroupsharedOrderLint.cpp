//===- GroupsharedOrderLint.cpp - Groupshared memory between waves, without a barrier ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements each lane of a group touches is computed for a sample of its lanes.
// Told is what is certain: two different waves, or threads, touch one element, one of
// them writes it, and on some way no barrier stands between.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// So many lanes of a group, and trips of a loop, are looked at.
static constexpr int64_t kMostLanes = 256, kMostTrips = 32;

/// The lanes of a group, threads in the order of their numbers.
static SmallVector<LaneNumbers> getLanes(const LintedKernel &kernel) {
  const int64_t size =
      kernel.threads ? kernel.judgedSizes.front() : kernel.waveSizes.front();
  const int64_t waves = kernel.getWaves(static_cast<int32_t>(size));
  const int64_t lanes = kernel.threads.value_or(waves * size);
  SmallVector<LaneNumbers> found;
  for (int64_t number = 0; number < std::min(lanes, kMostLanes); ++number) {
    LaneNumbers &each = found.emplace_back();
    each.lane = number % size;
    each.lanes = size;
    each.wave = number / size;
    each.waves = waves;
    if (!kernel.threads)
      continue;
    each.thread = number;
    for (auto [own, extent] :
         llvm::zip(each.extent, *kernel.kernel.getNumThreads()))
      own = extent;
  }
  return found;
}

namespace {
/// An element that a lane touches.
struct Touch {
  const LaneNumbers *lane;
  bool isCertain;
};

/// An access, and who touches which elements.
struct Access {
  Operation *op = nullptr;
  MemoryAccess access;
  bool usesThreads = false;
  llvm::DenseMap<int64_t, SmallVector<Touch, 1>> touches;
};
} // namespace

static void addElement(Access &access, NumberEvaluator &lane, Touch touch) {
  std::optional<int64_t> index = lane.get(access.access.indices.front());
  // An index has 32 bits.
  if (!index || (!llvm::isInt<32>(*index) && !llvm::isUInt<32>(*index)))
    return;
  for (int64_t i = 0; i < access.access.components; ++i)
    access.touches[*index + i].push_back(touch);
}

/// The innermost loop around `op` that counts from one known number to another.
static bool addLoop(Access &access, const LaneNumbers &numbers, Touch touch) {
  auto loop = access.op->getParentOfType<scf::ForOp>();
  if (!loop)
    return false;
  NumberEvaluator lane(numbers);
  std::optional<int64_t> from = lane.get(loop.getLowerBound()),
                         to = lane.get(loop.getUpperBound()),
                         step = lane.get(loop.getStep());
  if (!from || !to || !step || *step <= 0)
    return false;
  for (int64_t trip = 0; trip < kMostTrips; ++trip) {
    const int64_t number = *from + trip * *step;
    if (number >= *to)
      break;
    NumberEvaluator inTrip(numbers);
    inTrip.set(loop.getInductionVar(), number);
    addElement(access, inTrip, touch);
  }
  return true;
}

static void addTouches(Access &access, ArrayRef<LaneNumbers> lanes,
                       const LintedKernel &kernel) {
  access.usesThreads =
      mentionsOperation(access.access.indices.front(), isThreadNumber);
  for (const LaneNumbers &numbers : lanes) {
    NumberEvaluator lane(numbers);
    Execution execution = getExecution(access.op, lane, kernel);
    if (execution == Execution::Never)
      continue;
    Touch touch{&numbers, execution == Execution::Always};
    if (lane.get(access.access.indices.front()))
      addElement(access, lane, touch);
    else
      addLoop(access, numbers, touch);
  }
}

/// Whether two different waves touch one element, or threads where those are what
/// elements are numbered by.
static bool meet(const Access &a, const Access &b) {
  const bool ofThreads = a.usesThreads || b.usesThreads;
  for (const auto &[element, touches] : a.touches) {
    auto it = b.touches.find(element);
    if (it == b.touches.end())
      continue;
    for (const Touch &one : touches)
      for (const Touch &other : it->second)
        if ((one.isCertain || other.isCertain) &&
            (ofThreads ? one.lane->thread != other.lane->thread
                       : one.lane->wave != other.lane->wave))
          return true;
  }
  return false;
}

static void lintArray(GroupsharedOp array, ArrayRef<LaneNumbers> lanes,
                      LintedKernel &kernel, LintReport report) {
  SmallVector<Access> accesses;
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (access && access->memory == array.getMemory() &&
        access->indices.size() == 1) {
      Access &each = accesses.emplace_back();
      each.op = op;
      each.access = *access;
    }
  });
  if (llvm::none_of(accesses,
                    [](const Access &each) { return each.access.writes; }))
    return;
  for (Access &access : accesses)
    addTouches(access, lanes, kernel);
  for (const Access &write : accesses) {
    if (!write.access.writes || write.access.isAtomic())
      continue;
    for (const Access &other : accesses) {
      // Two plain writes are another matter: all may write the same.
      if (&other == &write ||
          (other.access.writes && !other.access.isAtomic()) ||
          !kernel.intervals.areUnordered(write.op, other.op) ||
          !meet(write, other))
        continue;
      report({other.op,
              "another wave of the group writes this element of groupshared "
              "memory, and no barrier orders the two",
              "put a group barrier with sync between the two, outside of what "
              "waves decide differently",
              {{write.op, "it is written here"}}});
      break;
    }
  }
}

void wave::lintUnorderedAccess(LintedKernel &kernel, LintReport report) {
  SmallVector<LaneNumbers> lanes = getLanes(kernel);
  // With a single wave there is nobody else.
  if (lanes.empty() || lanes.back().wave == 0)
    return;
  for (GroupsharedOp array : kernel.kernel.getBody().getOps<GroupsharedOp>())
    lintArray(array, lanes, kernel, report);
}
