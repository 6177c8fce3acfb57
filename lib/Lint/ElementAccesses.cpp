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

namespace {
/// The bounds and the step of a `for`, as a lane knows them.
struct Bounds {
  int64_t from, to, step;
};
} // namespace

static std::optional<Bounds> getBounds(scf::ForOp loop,
                                       const LaneNumbers &numbers) {
  NumberEvaluator lane(numbers);
  std::optional<int64_t> from = lane.get(loop.getLowerBound()),
                         to = lane.get(loop.getUpperBound()),
                         step = lane.get(loop.getStep());
  if (!from || !to || !step || *step <= 0)
    return std::nullopt;
  return Bounds{*from, *to, *step};
}

/// Adds the elements that the innermost loop around `op` accesses, if it has
/// known bounds and a known step.
static bool addLoop(ElementAccess &access, const LaneNumbers &numbers,
                    ElementTouch touch) {
  auto loop = access.op->getParentOfType<scf::ForOp>();
  if (!loop)
    return false;
  std::optional<Bounds> bounds = getBounds(loop, numbers);
  if (!bounds)
    return false;
  for (int64_t trip = 0; trip < kMostTrips; ++trip) {
    const int64_t number = bounds->from + trip * bounds->step;
    if (number >= bounds->to)
      break;
    NumberEvaluator inTrip(numbers);
    inTrip.set(loop.getInductionVar(), number);
    addElement(access, inTrip, touch, access.touches);
  }
  return true;
}

/// Adds the elements in the first and in the last iteration of a `for`.
static void addEnds(ElementAccess &access, scf::ForOp loop,
                    const LaneNumbers &numbers, const LintedKernel &kernel) {
  std::optional<Bounds> bounds = getBounds(loop, numbers);
  if (!bounds || bounds->from >= bounds->to)
    return;
  const int64_t last =
      (bounds->to - 1 - bounds->from) / bounds->step * bounds->step +
      bounds->from;
  auto addTrip = [&](int64_t number, ElementTouches &touches) {
    NumberEvaluator lane(numbers);
    lane.set(loop.getInductionVar(), number);
    Execution execution = getExecution(access.op, lane, kernel);
    if (execution != Execution::Never)
      addElement(access, lane, {&numbers, execution == Execution::Always},
                 touches);
  };
  addTrip(bounds->from, access.inFirstTrip);
  addTrip(last, access.inLastTrip);
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
  std::optional<ElementTouches> previous;
  for (int64_t trip = 0; trip < kMostTrips; ++trip) {
    NumberEvaluator lane(numbers);
    setAll(loop.getBeforeArguments(), carried, lane);
    scf::ConditionOp condition = loop.getConditionOp();
    const std::optional<int64_t> decided = lane.get(condition.getCondition());
    const bool goesOn = decided == 1;
    if (!goesOn && !isBefore) {
      if (decided && previous)
        for (auto &[element, touches] : *previous)
          llvm::append_range(access.inLastTrip[element], touches);
      return;
    }
    setAll(loop.getAfterArguments(), getAll(condition.getArgs(), lane), lane);
    Execution execution = getExecution(access.op, lane, kernel);
    previous.emplace();
    if (execution != Execution::Never) {
      ElementTouch touch{&numbers, execution == Execution::Always};
      if (trip == 0)
        addElement(access, lane, touch, access.inFirstTrip);
      addElement(access, lane, touch, access.inAnyTrip);
      addElement(access, lane, touch, *previous);
    }
    if (!goesOn)
      return;
    carried = getAll(loop.getYieldOp().getOperands(), lane);
  }
}

/// Whether a value is computed from what the loop changes, other than from memory.
static bool isOfLoop(Value value, Operation *loop) {
  SmallVector<Value> open = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      if (argument.getOwner()->getParentOp() == loop)
        return true;
    } else if (loop->isAncestor(each.getDefiningOp())) {
      // Regions inside of the loop may choose by what it changes.
      if (each.getDefiningOp()->getNumRegions() != 0)
        return true;
      llvm::append_range(open, each.getDefiningOp()->getOperands());
    }
  }
  return false;
}

static void findLoop(ElementAccess &access) {
  auto around = access.op->getParentOfType<LoopLikeOpInterface>();
  if (!around)
    return;
  access.around = around;
  access.loop = dyn_cast<scf::WhileOp>(access.around);
  around->walk([&](BarrierOp barrier) {
    access.hasBarrierInLoop |= barrier.synchronizesGroup();
    access.maySkipBarrier |=
        barrier.synchronizesGroup() && barrier->getParentOp() != access.around;
  });
  access.dependsOnTrip = isOfLoop(access.access.indices.front(), access.around);
  for (Operation *op = access.op->getParentOp(); op != access.around;
       op = op->getParentOp())
    if (auto ifOp = dyn_cast<scf::IfOp>(op))
      access.dependsOnTrip |= isOfLoop(ifOp.getCondition(), access.around);
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
  if (auto loop = dyn_cast_or_null<scf::ForOp>(access.around))
    for (const LaneNumbers &numbers : lanes)
      addEnds(access, loop, numbers, kernel);
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

/// Whether iterations of the loop around `a` are ordered by barriers, and `outside` is
/// outside of it.
static bool isOfOrderedTrips(const ElementAccess &a,
                             const ElementAccess &outside) {
  return a.around && a.hasBarrierInLoop && !a.around->isAncestor(outside.op);
}

bool wave::isOfSomeTrips(const ElementAccess &a, const ElementAccess &b) {
  return (a.dependsOnTrip && isOfOrderedTrips(a, b)) ||
         (b.dependsOnTrip && isOfOrderedTrips(b, a));
}

bool wave::entersLoop(Operation *loop, ArrayRef<LaneNumbers> lanes) {
  return llvm::all_of(lanes, [&](const LaneNumbers &numbers) {
    if (auto forOp = dyn_cast<scf::ForOp>(loop)) {
      std::optional<Bounds> bounds = getBounds(forOp, numbers);
      return bounds && bounds->from < bounds->to;
    }
    auto whileOp = dyn_cast<scf::WhileOp>(loop);
    if (!whileOp)
      return false;
    NumberEvaluator outside(numbers), lane(numbers);
    setAll(whileOp.getBeforeArguments(), getAll(whileOp.getInits(), outside),
           lane);
    return lane.get(whileOp.getConditionOp().getCondition()) == 1;
  });
}

/// The elements that `a` accesses before or after an access outside of its loop. If
/// barriers are in the loop, only those of its first iteration may be unordered with
/// an earlier access, and only those of its last iteration with a later one.
static const ElementTouches *getTouchesFor(const ElementAccess &a,
                                           const ElementAccess &outside) {
  const bool isOrdered = isOfOrderedTrips(a, outside);
  if (isOrdered
          ? !a.dependsOnTrip
          : !a.touches.empty() || !a.loop || a.loop->isAncestor(outside.op))
    return &a.touches;
  if (!isOrdered)
    return &a.inAnyTrip;
  const bool isBefore = mayPrecede(outside.op, a.op),
             isAfter = mayPrecede(a.op, outside.op);
  if (isBefore == isAfter || a.maySkipBarrier)
    return nullptr;
  return isBefore ? &a.inFirstTrip : &a.inLastTrip;
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
