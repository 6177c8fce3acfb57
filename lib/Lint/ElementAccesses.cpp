//===- ElementAccesses.cpp - Which lanes access which elements ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccesses.h"

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// Limits for the lanes of a group and the loop iterations that are evaluated.
static constexpr int64_t kMostLanes = 256, kMostTrips = 32;

SmallVector<LaneNumbers> wave::getSampleLanes(const LintedKernel &kernel) {
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

static void addElement(const ElementAccess &access, NumberEvaluator &lane,
                       ElementTouch touch, ElementTouches &touches) {
  std::optional<int64_t> index = lane.get(access.access.indices.front());
  // An index has 32 bits.
  if (!index || (!llvm::isInt<32>(*index) && !llvm::isUInt<32>(*index)))
    return;
  for (int64_t i = 0; i < access.access.components; ++i)
    touches[*index + i].push_back(touch);
}

/// Adds the elements that the innermost loop around `op` accesses, if it has
/// known bounds and a known step.
static bool addLoop(ElementAccess &access, const LaneNumbers &numbers,
                    ElementTouch touch) {
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
    addElement(access, inTrip, touch, access.touches);
  }
  return true;
}

/// Sets the values that a loop carries to those of its first iteration. Returns
/// false if the lane is not known to execute `op` in it.
static bool setFirstTrip(scf::WhileOp loop, Operation *op,
                         NumberEvaluator &lane) {
  auto setAll = [&](ValueRange arguments, ValueRange values) {
    for (auto [argument, value] : llvm::zip_equal(arguments, values))
      if (argument.getType().isIntOrIndex())
        if (std::optional<int64_t> number = lane.get(value))
          lane.set(argument, *number);
  };
  setAll(loop.getBeforeArguments(), loop.getInits());
  if (loop.getBefore().isAncestor(op->getParentRegion()))
    return true;
  scf::ConditionOp condition = loop.getConditionOp();
  if (lane.get(condition.getCondition()) != 1)
    return false;
  setAll(loop.getAfterArguments(), condition.getArgs());
  return true;
}

/// Adds the elements of the first iteration of the innermost `while` around
/// `op`, which doubles a distance, for instance.
static void addFirstTrip(ElementAccess &access, ArrayRef<LaneNumbers> lanes,
                         const LintedKernel &kernel) {
  auto around = access.op->getParentOfType<LoopLikeOpInterface>();
  auto loop =
      around ? dyn_cast<scf::WhileOp>(around.getOperation()) : scf::WhileOp();
  if (!loop)
    return;
  access.loop = loop;
  for (const LaneNumbers &numbers : lanes) {
    NumberEvaluator lane(numbers);
    if (!setFirstTrip(loop, access.op, lane))
      continue;
    Execution execution = getExecution(access.op, lane, kernel);
    if (execution != Execution::Never)
      addElement(access, lane, {&numbers, execution == Execution::Always},
                 access.inFirstTrip);
  }
}

static void addTouches(ElementAccess &access, ArrayRef<LaneNumbers> lanes,
                       const LintedKernel &kernel) {
  access.usesThreads =
      mentionsOperation(access.access.indices.front(), isThreadNumber);
  for (const LaneNumbers &numbers : lanes) {
    NumberEvaluator lane(numbers);
    Execution execution = getExecution(access.op, lane, kernel);
    if (execution == Execution::Never)
      continue;
    ElementTouch touch{&numbers, execution == Execution::Always};
    if (lane.get(access.access.indices.front()))
      addElement(access, lane, touch, access.touches);
    else
      addLoop(access, numbers, touch);
  }
  addFirstTrip(access, lanes, kernel);
}

static bool meetIn(const ElementTouches &a, const ElementTouches &b,
                   bool ofThreads, bool bothCertain) {
  for (const auto &[element, touches] : a) {
    auto it = b.find(element);
    if (it == b.end())
      continue;
    for (const ElementTouch &one : touches)
      for (const ElementTouch &other : it->second)
        if ((bothCertain ? one.isCertain && other.isCertain
                         : one.isCertain || other.isCertain) &&
            (ofThreads ? one.lane->thread != other.lane->thread
                       : one.lane->wave != other.lane->wave))
          return true;
  }
  return false;
}

bool wave::meet(const ElementAccess &a, const ElementAccess &b,
                bool bothCertain) {
  return meetIn(a.touches, b.touches, a.usesThreads || b.usesThreads,
                bothCertain);
}

bool wave::meetInFirstTrip(const ElementAccess &a, const ElementAccess &b) {
  return a.loop && a.loop == b.loop &&
         (a.touches.empty() || b.touches.empty()) &&
         meetIn(a.inFirstTrip, b.inFirstTrip, a.usesThreads || b.usesThreads,
                /*bothCertain=*/true);
}

SmallVector<ElementAccess>
wave::getElementAccesses(Value memory, ArrayRef<LaneNumbers> lanes,
                         const LintedKernel &kernel) {
  SmallVector<ElementAccess> accesses;
  bool hasMatrices = false;
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || access->memory != memory || access->indices.size() != 1)
      return;
    hasMatrices |= access->isMatrix;
    ElementAccess &each = accesses.emplace_back();
    each.op = op;
    each.access = *access;
  });
  // Which elements of a matrix a lane accesses is up to the target. Memory that
  // is only read is not of interest.
  if (hasMatrices || llvm::none_of(accesses, [](const ElementAccess &each) {
        return each.access.writes;
      }))
    return {};
  for (ElementAccess &access : accesses)
    addTouches(access, lanes, kernel);
  return accesses;
}
