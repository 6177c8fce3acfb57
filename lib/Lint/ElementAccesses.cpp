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

/// Sets the arguments of a region to the values, as far as these are known.
static void setAll(ValueRange arguments,
                   ArrayRef<std::optional<int64_t>> values,
                   NumberEvaluator &lane) {
  for (auto [argument, value] : llvm::zip_equal(arguments, values))
    if (value)
      lane.set(argument, *value);
}

/// The integers among the values that a lane knows.
static SmallVector<std::optional<int64_t>> getAll(ValueRange values,
                                                  NumberEvaluator &lane) {
  SmallVector<std::optional<int64_t>> numbers;
  for (Value value : values)
    numbers.push_back(value.getType().isIntOrIndex() ? lane.get(value)
                                                     : std::nullopt);
  return numbers;
}

/// Adds the elements of the iterations of the innermost `while` around `op`, which
/// doubles a distance, for instance. Ends where a lane is not known to go on.
static void addTrips(ElementAccess &access, const LaneNumbers &numbers,
                     const LintedKernel &kernel) {
  scf::WhileOp loop = access.loop;
  const bool isBefore =
      loop.getBefore().isAncestor(access.op->getParentRegion());
  NumberEvaluator outside(numbers);
  SmallVector<std::optional<int64_t>> carried =
      getAll(loop.getInits(), outside);
  for (int64_t trip = 0; trip < kMostTrips; ++trip) {
    NumberEvaluator lane(numbers);
    setAll(loop.getBeforeArguments(), carried, lane);
    scf::ConditionOp condition = loop.getConditionOp();
    const bool goesOn = lane.get(condition.getCondition()) == 1;
    if (!goesOn && !isBefore)
      return;
    setAll(loop.getAfterArguments(), getAll(condition.getArgs(), lane), lane);
    Execution execution = getExecution(access.op, lane, kernel);
    if (execution != Execution::Never) {
      ElementTouch touch{&numbers, execution == Execution::Always};
      if (trip == 0)
        addElement(access, lane, touch, access.inFirstTrip);
      addElement(access, lane, touch, access.inAnyTrip);
    }
    if (!goesOn)
      return;
    carried = getAll(loop.getYieldOp().getOperands(), lane);
  }
}

static void findLoop(ElementAccess &access) {
  auto around = access.op->getParentOfType<LoopLikeOpInterface>();
  if (!around)
    return;
  access.loop = dyn_cast<scf::WhileOp>(around.getOperation());
  around->walk([&](BarrierOp barrier) {
    access.hasBarrierInLoop |= barrier.synchronizesGroup();
  });
}

/// Whether an index has a value from memory in it and no number of a lane, thread or
/// wave: such an atomic counts data, and lanes do not share out the elements.
static bool dependsOnData(Value index) {
  auto isNumbered = [](Operation *op) {
    return isThreadNumber(op) ||
           isa<LaneIndexOp, GroupWaveIndexOp, GroupIdOp>(op);
  };
  bool hasData = false;
  SmallVector<Value> open = {index};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || isNumbered(op))
      return false;
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (access && access->isAtomic())
      return false;
    if (access || isa<ByteLoadOp>(op)) {
      // An array of the group may hold numbers of lanes.
      if (!isa<BlockArgument>(access->memory))
        return false;
      hasData = true;
      continue;
    }
    if (op->getNumRegions() != 0 || !isPure(op))
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return hasData;
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
    access.lanes.push_back(&numbers);
    ElementTouch touch{&numbers, execution == Execution::Always};
    if (lane.get(access.access.indices.front()))
      addElement(access, lane, touch, access.touches);
    else
      addLoop(access, numbers, touch);
  }
  findLoop(access);
  if (access.loop)
    for (const LaneNumbers &numbers : lanes)
      addTrips(access, numbers, kernel);
  access.dependsOnData = access.access.isAtomic() && access.touches.empty() &&
                         access.inAnyTrip.empty() &&
                         dependsOnData(access.access.indices.front());
}

static bool meetIn(const ElementTouches &a, const ElementTouches &b,
                   bool ofThreads, Certain certain) {
  auto isKnown = [&](const ElementTouch &one, const ElementTouch &other) {
    switch (certain) {
    case Certain::One:
      return one.isCertain || other.isCertain;
    case Certain::Second:
      return other.isCertain;
    case Certain::Both:
      return one.isCertain && other.isCertain;
    }
    llvm_unreachable("every case is above");
  };
  for (const auto &[element, touches] : a) {
    auto it = b.find(element);
    if (it == b.end())
      continue;
    for (const ElementTouch &one : touches)
      for (const ElementTouch &other : it->second)
        if (isKnown(one, other) &&
            (ofThreads ? one.lane->thread != other.lane->thread
                       : one.lane->wave != other.lane->wave))
          return true;
  }
  return false;
}

bool wave::meet(const ElementAccess &a, const ElementAccess &b,
                Certain certain) {
  return meetIn(a.touches, b.touches, a.usesThreads || b.usesThreads, certain);
}

/// The elements that `a` accesses before or after an access outside of its loop. If
/// barriers are in the loop, only those of its first iteration may be unordered with
/// an earlier access.
static const ElementTouches *getTouchesFor(const ElementAccess &a,
                                           const ElementAccess &outside) {
  if (!a.touches.empty() || !a.loop || a.loop->isAncestor(outside.op))
    return &a.touches;
  if (!a.hasBarrierInLoop)
    return &a.inAnyTrip;
  return mayPrecede(outside.op, a.op) && !mayPrecede(a.op, outside.op)
             ? &a.inFirstTrip
             : nullptr;
}

bool wave::meetAroundLoop(const ElementAccess &a, const ElementAccess &b) {
  const ElementTouches *first = getTouchesFor(a, b);
  const ElementTouches *second = getTouchesFor(b, a);
  return first && second && (first != &a.touches || second != &b.touches) &&
         meetIn(*first, *second, a.usesThreads || b.usesThreads, Certain::Both);
}

bool wave::meetInTrips(const ElementAccess &a, const ElementAccess &b) {
  return a.loop && a.loop == b.loop && !a.hasBarrierInLoop &&
         meetIn(a.inAnyTrip, b.inAnyTrip, a.usesThreads || b.usesThreads,
                Certain::Both);
}

bool wave::meetByData(const ElementAccess &a, const ElementAccess &b) {
  if (a.dependsOnData == b.dependsOnData)
    return false;
  const ElementAccess &known = a.dependsOnData ? b : a;
  const ElementAccess &counting = a.dependsOnData ? a : b;
  for (const auto &[element, touches] : known.touches)
    for (const ElementTouch &touch : touches)
      for (const LaneNumbers *lane : counting.lanes)
        if (touch.isCertain && touch.lane->wave != lane->wave)
          return true;
  return false;
}

bool wave::meetInFirstTrip(const ElementAccess &a, const ElementAccess &b) {
  return a.loop && a.loop == b.loop &&
         (a.touches.empty() || b.touches.empty()) &&
         meetIn(a.inFirstTrip, b.inFirstTrip, a.usesThreads || b.usesThreads,
                Certain::Both);
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
