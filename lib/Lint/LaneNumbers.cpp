//===- LaneNumbers.cpp - The value of an expression in one lane -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneNumbers.h"

#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the thread's index in its group, in one dimension.
static std::optional<int64_t> getThread(const LaneNumbers &numbers,
                                        gpu::Dimension dimension) {
  if (!numbers.thread)
    return std::nullopt;
  const auto &[x, y, z] = numbers.extent;
  switch (dimension) {
  case gpu::Dimension::x:
    return *numbers.thread % x;
  case gpu::Dimension::y:
    return *numbers.thread / x % y;
  case gpu::Dimension::z:
    return *numbers.thread / (x * y);
  }
  return std::nullopt;
}

Attribute NumberEvaluator::getNumber(Operation *op) {
  std::optional<int64_t> number;
  if (isa<LaneIndexOp>(op))
    number = numbers.lane;
  else if (isa<LaneCountOp>(op))
    number = numbers.lanes;
  else if (isa<GroupWaveIndexOp>(op))
    number = numbers.wave;
  else if (isa<GroupWaveCountOp>(op))
    number = numbers.waves;
  else if (isa<GroupIndexOp>(op))
    number = numbers.thread;
  else if (isa<GroupIdOp>(op))
    number = numbers.group;
  else if (auto id = dyn_cast<GroupThreadIdOp>(op))
    number = getThread(numbers, id.getDimension());
  else if (auto id = dyn_cast<DispatchThreadIdOp>(op); id && numbers.group) {
    const gpu::Dimension dimension = id.getDimension();
    if (std::optional<int64_t> thread = getThread(numbers, dimension))
      number =
          *numbers.group * numbers.extent[static_cast<uint32_t>(dimension)] +
          *thread;
  } else if (isa<IsFirstLaneOp>(op)) {
    // If all lanes are active, the first active lane is lane 0.
    if (numbers.lane)
      return BoolAttr::get(op->getContext(), *numbers.lane == 0);
  }
  if (!number)
    return nullptr;
  return IntegerAttr::get(op->getResult(0).getType(), *number);
}

Attribute NumberEvaluator::compute(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1)
    return nullptr;
  if (Attribute number = getNumber(op))
    return number;
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return nullptr;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    Attribute attribute;
    if (auto it = known.find(operand); it != known.end())
      attribute = it->second;
    else
      attribute = known[operand] = compute(operand);
    operands.push_back(attribute);
  }
  if (isa<arith::ConstantOp>(op))
    return cast<arith::ConstantOp>(op).getValue();
  // Some operands may be enough to fold: `and` with false.
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return nullptr;
  if (auto attribute = dyn_cast<Attribute>(results.front()))
    return attribute;
  Value same = cast<Value>(results.front());
  return same == value ? nullptr : known.lookup(same);
}

std::optional<int64_t> NumberEvaluator::get(Value value) {
  auto [it, isNew] = known.try_emplace(value);
  if (isNew) {
    Attribute computed = compute(value);
    known[value] = computed;
  }
  auto number = dyn_cast_or_null<IntegerAttr>(known.lookup(value));
  if (!number)
    return std::nullopt;
  if (number.getType().isInteger(1))
    return number.getValue().getZExtValue();
  return number.getValue().getSExtValue();
}

/// Whether the lane reaches `op` by the conditions around it. With
/// `assumeUniform`, unknown conditions that are the same for the group count as
/// decided in its favor.
static Execution getExecutionAround(Operation *op, NumberEvaluator &lane,
                                    const LintedKernel &kernel,
                                    bool assumeUniform) {
  bool isKnown = true;
  for (Operation *place = op; place->getParentOp() != kernel.kernel;
       place = place->getParentOp()) {
    Operation *parent = place->getParentOp();
    if (auto ifOp = dyn_cast<scf::IfOp>(parent)) {
      Value condition = ifOp.getCondition();
      const bool expected = place->getBlock() == ifOp.thenBlock();
      if (std::optional<int64_t> number = lane.get(condition)) {
        if ((*number != 0) != expected)
          return Execution::Never;
      } else if (!assumeUniform ||
                 !kernel.uniformity.get(condition).isGroupUniform()) {
        isKnown = false;
      }
    }
  }
  // If lanes leave a loop in different iterations, nothing is known.
  for (const Decision &decision : kernel.uniformity.getDecisions(op))
    if (isa<LoopLikeOpInterface>(decision.op) &&
        (!assumeUniform || !decision.uniformity.isGroupUniform()))
      isKnown = false;
  return isKnown ? Execution::Always : Execution::Unknown;
}

Execution wave::getExecution(Operation *op, NumberEvaluator &lane,
                             const LintedKernel &kernel) {
  Execution execution = getExecutionAround(op, lane, kernel, true);
  for (RetireIfOp retire : kernel.retires) {
    std::optional<int64_t> condition = lane.get(retire.getCondition());
    if (condition == 0 || !mayPrecede(retire, op))
      continue;
    Execution around = getExecutionAround(retire, lane, kernel, false);
    if (around == Execution::Never)
      continue;
    if (around == Execution::Always && condition)
      return Execution::Never;
    // After a return of the whole group, no lane is of interest.
    if (!kernel.uniformity.getControl(retire).isGroupUniform() ||
        !kernel.uniformity.get(retire.getCondition()).isGroupUniform())
      execution =
          execution == Execution::Never ? Execution::Never : Execution::Unknown;
  }
  return execution;
}
