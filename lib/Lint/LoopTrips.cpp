//===- LoopTrips.cpp - The iterations of a loop in one lane ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTrips.h"

#include "Lint.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// The iterations that a bound allows that is unknown and the same for the group.
static constexpr int64_t kAssumedTrips = 4;

NumberEvaluator wave::getEvaluator(const LaneNumbers &numbers,
                                   ArrayRef<std::pair<Value, int64_t>> values) {
  NumberEvaluator lane(numbers);
  for (auto [value, number] : values)
    lane.set(value, number);
  return lane;
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

/// Adds the arguments of a region with the numbers, as far as these are known.
static void addAll(ValueRange arguments,
                   ArrayRef<std::optional<int64_t>> numbers,
                   TripValues &values) {
  for (auto [argument, number] : llvm::zip_equal(arguments, numbers))
    if (number)
      values.push_back({argument, *number});
}

static LoopTrips getForTrips(scf::ForOp loop, const LaneNumbers &numbers,
                             ArrayRef<std::pair<Value, int64_t>> around,
                             const LintedKernel &kernel) {
  LoopTrips found;
  NumberEvaluator outside = getEvaluator(numbers, around);
  const std::optional<int64_t> from = outside.get(loop.getLowerBound()),
                               to = outside.get(loop.getUpperBound()),
                               step = outside.get(loop.getStep());
  if (!from || !step || *step <= 0 ||
      (!to && !kernel.uniformity.get(loop.getUpperBound()).isGroupUniform()))
    return found;
  SmallVector<std::optional<int64_t>> carried =
      getAll(loop.getInitArgs(), outside);
  const int64_t most = to ? kMostTrips : kAssumedTrips;
  for (int64_t trip = 0; trip <= most; ++trip) {
    const int64_t number = *from + trip * *step;
    if (to && number >= *to) {
      found.endsKnown = true;
      return found;
    }
    if (trip == most)
      return found;
    TripValues &values = found.trips.emplace_back();
    values.push_back({loop.getInductionVar(), number});
    addAll(loop.getRegionIterArgs(), carried, values);
    if (carried.empty())
      continue;
    NumberEvaluator lane = getEvaluator(numbers, around);
    for (auto [value, known] : values)
      lane.set(value, known);
    carried = getAll(loop.getYieldedValues(), lane);
  }
  return found;
}

static LoopTrips getWhileTrips(scf::WhileOp loop, bool ofCondition,
                               const LaneNumbers &numbers,
                               ArrayRef<std::pair<Value, int64_t>> around,
                               const LintedKernel &kernel) {
  LoopTrips found;
  NumberEvaluator outside = getEvaluator(numbers, around);
  SmallVector<std::optional<int64_t>> carried =
      getAll(loop.getInits(), outside);
  scf::ConditionOp condition = loop.getConditionOp();
  const bool isUniform =
      kernel.uniformity.get(condition.getCondition()).isGroupUniform();
  int64_t assumed = 0;
  for (int64_t trip = 0; trip < kMostTrips; ++trip) {
    TripValues values;
    addAll(loop.getBeforeArguments(), carried, values);
    NumberEvaluator lane = getEvaluator(numbers, around);
    for (auto [value, number] : values)
      lane.set(value, number);
    const std::optional<int64_t> decided = lane.get(condition.getCondition());
    const bool goesOn =
        decided ? *decided != 0 : isUniform && assumed++ < kAssumedTrips;
    if (goesOn || ofCondition) {
      const size_t old = values.size();
      addAll(loop.getAfterArguments(), getAll(condition.getArgs(), lane),
             values);
      for (auto [value, number] : ArrayRef(values).drop_front(old))
        lane.set(value, number);
      found.trips.push_back(values);
    }
    if (!goesOn) {
      found.endsKnown = decided.has_value();
      return found;
    }
    carried = getAll(loop.getYieldOp().getOperands(), lane);
  }
  return found;
}

LoopTrips wave::getLoopTrips(Operation *loop, bool ofCondition,
                             const LaneNumbers &numbers,
                             ArrayRef<std::pair<Value, int64_t>> around,
                             const LintedKernel &kernel) {
  if (auto forOp = dyn_cast<scf::ForOp>(loop))
    return getForTrips(forOp, numbers, around, kernel);
  if (auto whileOp = dyn_cast<scf::WhileOp>(loop))
    return getWhileTrips(whileOp, ofCondition, numbers, around, kernel);
  return {};
}

bool wave::entersLoop(Operation *loop, ArrayRef<LaneNumbers> lanes) {
  return llvm::all_of(lanes, [&](const LaneNumbers &numbers) {
    NumberEvaluator outside(numbers);
    if (auto forOp = dyn_cast<scf::ForOp>(loop)) {
      std::optional<int64_t> from = outside.get(forOp.getLowerBound()),
                             to = outside.get(forOp.getUpperBound());
      return from && to && *from < *to;
    }
    auto whileOp = dyn_cast<scf::WhileOp>(loop);
    if (!whileOp)
      return false;
    NumberEvaluator lane(numbers);
    for (auto [argument, number] : llvm::zip_equal(
             whileOp.getBeforeArguments(), getAll(whileOp.getInits(), outside)))
      if (number)
        lane.set(argument, *number);
    return lane.get(whileOp.getConditionOp().getCondition()) == 1;
  });
}

bool wave::isOfLoop(Value value, Operation *loop) {
  SmallVector<Value> open = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (owner == loop)
        return true;
      // Values that an inner loop carries may be those of the loop.
      if (loop->isAncestor(owner)) {
        llvm::append_range(open, owner->getOperands());
        for (Region &region : owner->getRegions())
          llvm::append_range(open,
                             region.front().getTerminator()->getOperands());
      }
    } else if (loop->isAncestor(each.getDefiningOp())) {
      // Regions inside of the loop may choose by what it changes.
      if (each.getDefiningOp()->getNumRegions() != 0)
        return true;
      llvm::append_range(open, each.getDefiningOp()->getOperands());
    }
  }
  return false;
}
