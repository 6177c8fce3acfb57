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
#include "LoopTrips.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::wave;

/// Limit for the lanes of a group that are evaluated.
static constexpr int64_t kMostLanes = 256;

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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool hasBarrierWhere(Operation *loop,
                            llvm::function_ref<bool(BarrierOp)> test) {
  return loop
      ->walk([&](BarrierOp barrier) {
        return barrier.synchronizesGroup() && test(barrier)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool wave::hasBarrier(Operation *loop) {
  return hasBarrierWhere(loop, [](BarrierOp) { return true; });
}

bool wave::maySkipBarrier(Operation *loop) {
  return hasBarrierWhere(
      loop, [&](BarrierOp barrier) { return barrier->getParentOp() != loop; });
}

//===----------------------------------------------------------------------===//
// The elements of an access
//===----------------------------------------------------------------------===//

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

ElementAccess::ElementAccess(Operation *op, MemoryAccess access,
                             ArrayRef<LaneNumbers> lanes,
                             const LintedKernel &kernel)
    : op(op), access(access), group(lanes), kernel(&kernel) {
  Value index = access.indices.front();
  usesThreads = mentionsOperation(index, isThreadNumber);
  for (Operation *around = op->getParentOp(); around != kernel.kernel;
       around = around->getParentOp())
    if (isa<LoopLikeOpInterface>(around))
      loops.insert(loops.begin(), around);
  for (Operation *loop : loops) {
    bool isDeciding = isOfLoop(index, loop);
    for (Operation *around = op->getParentOp(); around != loop;
         around = around->getParentOp()) {
      if (auto ifOp = dyn_cast<scf::IfOp>(around))
        isDeciding |= isOfLoop(ifOp.getCondition(), loop);
      else if (isa<LoopLikeOpInterface>(around))
        // The number of iterations of an inner loop, if that decides.
        for (Value operand : around->getOperands())
          isDeciding |= isOfLoop(index, around) && isOfLoop(operand, loop);
    }
    if (isDeciding)
      deciding.push_back(loop);
  }
  for (const LaneNumbers &numbers : lanes) {
    NumberEvaluator lane(numbers);
    if (getExecution(op, lane, kernel) != Execution::Never)
      this->lanes.push_back(&numbers);
  }
  auto areEmpty = [](ArrayRef<ElementTouches> trips) {
    return llvm::all_of(
        trips, [](const ElementTouches &each) { return each.empty(); });
  };
  dependsOnData = access.isAtomic() && ::dependsOnData(index) &&
                  areEmpty(getTrips(nullptr));
}

ArrayRef<ElementTouches> ElementAccess::getTrips(Operation *frame,
                                                 TripChoice choice) const {
  if (frame && !dependsOn(frame) && deciding.empty())
    frame = nullptr;
  auto [it, isNew] = known.try_emplace({frame, static_cast<int>(choice)});
  if (isNew) {
    it->second.emplace_back();
    for (const LaneNumbers &numbers : group)
      addTouches(numbers, frame, choice, it->second);
  }
  return it->second;
}

void ElementAccess::addTouches(const LaneNumbers &numbers, Operation *frame,
                               TripChoice choice,
                               SmallVector<ElementTouches, 1> &trips) const {
  TripValues values;
  int64_t left = kMostTripsOfNest;
  auto addElements = [&](size_t trip) {
    NumberEvaluator lane = getEvaluator(numbers, values);
    std::optional<int64_t> index = lane.get(access.indices.front());
    // An index has 32 bits.
    if (--left < 0 || !index ||
        (!llvm::isInt<32>(*index) && !llvm::isUInt<32>(*index)))
      return;
    // Iterations that are assumed may leave the array.
    auto type = cast<MemRefType>(access.memory.getType());
    if (type.hasStaticShape() &&
        (*index < 0 || *index >= type.getNumElements()))
      return;
    Execution execution = getExecution(op, lane, *kernel, deciding);
    if (execution == Execution::Never)
      return;
    while (trips.size() <= trip)
      trips.emplace_back();
    for (int64_t i = 0; i < access.components; ++i)
      trips[trip][*index + i].push_back(
          {&numbers, execution == Execution::Always});
  };
  // Adds the elements of the loops from this one on.
  auto visit = [&](auto &visit, size_t level, size_t trip) -> void {
    if (level == deciding.size())
      return addElements(trip);
    Operation *loop = deciding[level];
    auto whileOp = dyn_cast<scf::WhileOp>(loop);
    const bool ofCondition =
        whileOp && whileOp.getBefore().isAncestor(op->getParentRegion());
    LoopTrips own = getLoopTrips(loop, ofCondition, numbers, values, *kernel);
    ArrayRef<TripValues> all = own.trips;
    const bool isInner = loop != frame && (!frame || frame->isAncestor(loop));
    if (loop != frame && !isInner)
      all = all.take_front(1);
    else if (isInner && choice != TripChoice::All && hasBarrier(loop))
      all = choice == TripChoice::First ? all.take_front(1)
            : own.endsKnown             ? all.take_back(1)
                                        : ArrayRef<TripValues>();
    for (auto [number, each] : llvm::enumerate(all)) {
      if (left <= 0)
        return;
      const size_t old = values.size();
      llvm::append_range(values, each);
      visit(visit, level + 1, loop == frame ? number : trip);
      values.truncate(old);
    }
  };
  visit(visit, 0, 0);
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

bool wave::meet(const ElementTouches &a, const ElementTouches &b,
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

bool wave::meetByData(const ElementAccess &a, const ElementAccess &b) {
  if (a.dependsOnData == b.dependsOnData)
    return false;
  const ElementAccess &known = a.dependsOnData ? b : a;
  const ElementAccess &counting = a.dependsOnData ? a : b;
  for (const auto &[element, touches] : known.getTrips(nullptr).front())
    for (const ElementTouch &touch : touches)
      for (const LaneNumbers *lane : counting.lanes)
        if (touch.isCertain && touch.lane->wave != lane->wave)
          return true;
  return false;
}

SmallVector<ElementAccess>
wave::getElementAccesses(Value memory, ArrayRef<LaneNumbers> lanes,
                         const LintedKernel &kernel) {
  SmallVector<std::pair<Operation *, MemoryAccess>> found;
  bool isWritten = false, hasMatrices = false;
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || access->memory != memory || access->indices.size() != 1)
      return;
    isWritten |= access->writes;
    hasMatrices |= access->isMatrix;
    found.push_back({op, *access});
  });
  SmallVector<ElementAccess> accesses;
  // Which elements of a matrix a lane accesses is up to the target. Memory that
  // is only read is not of interest.
  if (isWritten && !hasMatrices)
    for (auto &[op, access] : found)
      accesses.emplace_back(op, access, lanes, kernel);
  return accesses;
}
