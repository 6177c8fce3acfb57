//===- IntegerRanges.cpp - The ranges of integers ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/IntegerRanges.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// After so many rounds through a loop, values that still change get the full
/// range.
static constexpr unsigned kMostRounds = 4;

IntegerRanges::IntegerRanges(Operation *function) {
  for (Region &region : function->getRegions())
    for (Block &block : region)
      visit(block);
}

std::optional<ConstantIntRanges> IntegerRanges::get(Value value) const {
  auto it = ranges.find(value);
  if (it == ranges.end())
    return std::nullopt;
  return it->second;
}

IntegerValueRange IntegerRanges::getOrFull(Value value) const {
  if (auto it = ranges.find(value); it != ranges.end())
    return it->second;
  return IntegerValueRange::getMaxRange(value);
}

void IntegerRanges::set(Value value, const IntegerValueRange &range) {
  if (!range.isUninitialized())
    ranges.insert_or_assign(value, range.getValue());
}

bool IntegerRanges::join(Value value, Value source) {
  const IntegerValueRange added = getOrFull(source);
  if (added.isUninitialized())
    return false;
  auto [it, isNew] = ranges.try_emplace(value, added.getValue());
  if (isNew)
    return true;
  ConstantIntRanges both = it->second.rangeUnion(added.getValue());
  if (both == it->second)
    return false;
  it->second = std::move(both);
  return true;
}

void IntegerRanges::join(ValueRange values, ValueRange sources) {
  for (auto [value, source] : llvm::zip_equal(values, sources))
    join(value, source);
}

void IntegerRanges::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

void IntegerRanges::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp, scf::ForOp, scf::WhileOp>(
          [&](auto flow) { visit(flow); })
      .Default([&](Operation *) { infer(op); });
}

void IntegerRanges::infer(Operation *op) {
  for (Value result : op->getResults())
    set(result, IntegerValueRange::getMaxRange(result));
  auto inferring = dyn_cast<InferIntRangeInterface>(op);
  if (!inferring)
    return;
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getOrFull(operand));
  inferring.inferResultRangesFromOptional(
      operands, [&](Value result, const IntegerValueRange &range) {
        set(result, range);
      });
}

void IntegerRanges::visit(scf::IfOp op) {
  std::optional<ConstantIntRanges> range = get(op.getCondition());
  std::optional<APInt> condition =
      range ? range->getConstantValue() : std::nullopt;
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    const bool isThen = region == &op.getThenRegion();
    if (region->empty() || (condition && condition->isZero() == isThen))
      continue;
    visit(region->front());
    join(op.getResults(), region->front().getTerminator()->getOperands());
  }
}

void IntegerRanges::iterate(ValueRange carried, function_ref<void()> visitBody,
                            function_ref<ValueRange()> getNext) {
  bool changed = true;
  for (unsigned round = 0; changed; ++round) {
    visitBody();
    changed = false;
    for (auto [value, next] : llvm::zip_equal(carried, getNext()))
      if (join(value, next)) {
        changed = true;
        if (round >= kMostRounds)
          set(value, IntegerValueRange::getMaxRange(value));
      }
  }
}

void IntegerRanges::visit(scf::ForOp loop) {
  join(loop.getRegionIterArgs(), loop.getInitArgs());
  join(loop.getResults(), loop.getInitArgs());
  const ConstantIntRanges lower = getOrFull(loop.getLowerBound()).getValue(),
                          upper = getOrFull(loop.getUpperBound()).getValue();
  const bool isUnsigned = loop.getUnsignedCmp();
  const bool isEmpty = isUnsigned ? lower.umin().uge(upper.umax())
                                  : lower.smin().sge(upper.smax());
  if (isEmpty)
    return;
  set(loop.getInductionVar(),
      isUnsigned
          ? ConstantIntRanges::fromUnsigned(lower.umin(), upper.umax() - 1)
          : ConstantIntRanges::fromSigned(lower.smin(), upper.smax() - 1));
  iterate(
      loop.getRegionIterArgs(), [&] { visit(*loop.getBody()); },
      [&]() -> ValueRange { return loop.getYieldedValues(); });
  join(loop.getResults(), loop.getYieldedValues());
}

void IntegerRanges::visit(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  join(loop.getBeforeArguments(), loop.getInits());
  iterate(
      loop.getBeforeArguments(),
      [&] {
        visit(*loop.getBeforeBody());
        join(loop.getAfterArguments(), condition.getArgs());
        visit(*loop.getAfterBody());
      },
      [&]() -> ValueRange { return loop.getYieldOp().getOperands(); });
  join(loop.getResults(), condition.getArgs());
}
