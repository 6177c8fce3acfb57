//===- LaneNumbers.cpp - The value of an expression in one lane -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneNumbers.h"

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

/// Whether a value is a number that the launch determines: of an argument, or the size of
/// one.
static bool isOfLaunch(Value value) {
  SmallVector<Value> open = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      if (!isa<FuncOp>(argument.getOwner()->getParentOp()))
        return false;
      continue;
    }
    Operation *op = each.getDefiningOp();
    if (!isArithmetic(op) && !isa<ImageSizeOp, memref::DimOp>(op)) {
      std::optional<MemoryAccess> access = getMemoryAccess(op);
      if (!access || access->writes || !isa<BlockArgument>(access->memory))
        return false;
    }
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

/// The result of a comparison of an index of the launch with a bound, in a group that is
/// inside of it; null for another comparison.
Attribute NumberEvaluator::compareInside(arith::CmpIOp comparison) {
  auto isIndex = [](Value value) {
    return mentionsOperation(value, [](Operation *op) {
      return isa<DispatchThreadIdOp, GroupIdOp>(op);
    });
  };
  const bool isLeft = isIndex(comparison.getLhs());
  Value bound = isLeft ? comparison.getRhs() : comparison.getLhs();
  if (isLeft == isIndex(comparison.getRhs()) || !isOfLaunch(bound) ||
      getAttribute(bound))
    return nullptr;
  bool isLess = false;
  switch (comparison.getPredicate()) {
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    isLess = isLeft;
    break;
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sge:
    isLess = !isLeft;
    break;
  default:
    return nullptr;
  }
  Type type = comparison.getType();
  auto result = BoolAttr::get(type.getContext(), isLess);
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, Attribute(result));
  return result;
}

Attribute NumberEvaluator::getAttribute(Value value) {
  auto [it, isNew] = known.try_emplace(value);
  if (!isNew)
    return it->second;
  Attribute computed = compute(value);
  return known[value] = computed;
}

Attribute NumberEvaluator::compute(Value value) {
  Operation *op = value.getDefiningOp();
  // `a || b` in HLSL is one, for instance.
  if (auto ifOp = dyn_cast_or_null<scf::IfOp>(op)) {
    auto condition =
        dyn_cast_or_null<IntegerAttr>(getAttribute(ifOp.getCondition()));
    if (!condition)
      return nullptr;
    scf::YieldOp yield =
        condition.getValue().isZero() ? ifOp.elseYield() : ifOp.thenYield();
    return getAttribute(
        yield.getOperand(cast<OpResult>(value).getResultNumber()));
  }
  if (!op || op->getNumResults() != 1)
    return nullptr;
  if (Attribute number = getNumber(op))
    return number;
  if (!isArithmetic(op) && !isa<LookupOp>(op))
    return nullptr;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getAttribute(operand));
  if (isa<arith::ConstantOp>(op))
    return cast<arith::ConstantOp>(op).getValue();
  // Some operands may be enough to fold: `and` with false.
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1) {
    auto comparison = dyn_cast<arith::CmpIOp>(op);
    return comparison && numbers.isInside ? compareInside(comparison) : nullptr;
  }
  if (auto attribute = dyn_cast<Attribute>(results.front()))
    return attribute;
  // Folding may return a value that is no operand, such as a component of a vector.
  Value same = cast<Value>(results.front());
  return same == value ? nullptr : getAttribute(same);
}

std::optional<int64_t> NumberEvaluator::get(Value value) {
  auto number = dyn_cast_or_null<IntegerAttr>(getAttribute(value));
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
                                    bool assumeUniform,
                                    ArrayRef<Operation *> known) {
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
        !llvm::is_contained(known, decision.op) &&
        (!assumeUniform || !decision.uniformity.isGroupUniform()))
      isKnown = false;
  return isKnown ? Execution::Always : Execution::Unknown;
}

Execution wave::getExecution(Operation *op, NumberEvaluator &lane,
                             const LintedKernel &kernel,
                             ArrayRef<Operation *> known) {
  Execution execution = getExecutionAround(op, lane, kernel, true, known);
  for (RetireIfOp retire : kernel.retires) {
    std::optional<int64_t> condition = lane.get(retire.getCondition());
    if (condition == 0 || !mayPrecede(retire, op))
      continue;
    Execution around = getExecutionAround(retire, lane, kernel, false, {});
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
