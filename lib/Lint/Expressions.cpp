//===- Expressions.cpp - How values are computed --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"

#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;

static bool mentions(Value value, ValueTest test, DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  if (test(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isArithmetic(op) && !getMemoryAccess(op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return ::mentions(operand, test, seen);
         });
}

bool wave::mentions(Value value, ValueTest test) {
  DenseSet<Value> seen;
  return ::mentions(value, test, seen);
}

bool wave::mentionsOperation(Value value, OperationTest test) {
  return mentions(value, [&](Value each) {
    Operation *op = each.getDefiningOp();
    return op && test(op);
  });
}

bool wave::isMadeOfTotal(Value value, OperationTest isTotal) {
  return derivesFrom(value, isTotal, [](Operation *op) {
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AddFOp,
               arith::SubFOp, arith::MulFOp, arith::ExtUIOp, arith::ExtSIOp,
               arith::TruncIOp, arith::SelectOp, arith::UIToFPOp,
               arith::SIToFPOp, math::CtPopOp, vector::ExtractOp,
               ReadFirstLaneOp, ReadLaneOp>(op);
  });
}

SmallVector<Value> wave::getSummands(Value value) {
  SmallVector<Value> found, open = {value};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    Operation *op = each.getDefiningOp();
    if (isa_and_nonnull<arith::AddIOp, arith::IndexCastOp,
                        arith::IndexCastUIOp>(op))
      llvm::append_range(open, op->getOperands());
    else
      found.push_back(each);
  }
  return found;
}

std::optional<int64_t> wave::getConstant(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

std::optional<int64_t> wave::getPowerOfTwo(Value value) {
  std::optional<int64_t> number = getConstant(value);
  if (!number || *number <= 0 || !llvm::isPowerOf2_64(*number))
    return std::nullopt;
  return number;
}

static bool looksWaveUniform(Value value, const LintedKernel &kernel,
                             DenseSet<Value> &seen) {
  // A value already under evaluation counts as uniform until proved otherwise.
  if (!seen.insert(value).second ||
      kernel.uniformity.get(value).isWaveUniform())
    return true;
  auto isSame = [&](Value each) {
    return ::looksWaveUniform(each, kernel, seen);
  };
  Operation *op = value.getDefiningOp();
  if (op && !op->getNumRegions()) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (access && (access->isAtomic() || access->isImage()))
      return false;
    return (access || isArithmetic(op)) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return isa<MemRefType>(operand.getType()) || isSame(operand);
           });
  }
  Operation *parent =
      op ? op : cast<BlockArgument>(value).getOwner()->getParentOp();
  SmallVector<Value> carried = getCarriedValues(value);
  if (auto ifOp = dyn_cast<scf::IfOp>(parent))
    carried.push_back(ifOp.getCondition());
  else if (auto forOp = dyn_cast<scf::ForOp>(parent))
    llvm::append_range(
        carried, ValueRange{forOp.getLowerBound(), forOp.getUpperBound()});
  else if (auto whileOp = dyn_cast<scf::WhileOp>(parent))
    carried.push_back(whileOp.getConditionOp().getCondition());
  else
    return false;
  return llvm::all_of(carried, isSame);
}

bool wave::looksWaveUniform(Value value, const LintedKernel &kernel) {
  DenseSet<Value> seen;
  return ::looksWaveUniform(value, kernel, seen);
}

bool wave::isThreadNumber(Operation *op) {
  return isa<GroupIndexOp, GroupThreadIdOp, DispatchThreadIdOp>(op);
}

/// Returns the condition that a summand converts to 0 or 1, or null.
static Value getCondition(Value summand) {
  Operation *op = summand.getDefiningOp();
  if (auto extend = dyn_cast_or_null<arith::ExtUIOp>(op);
      extend && extend.getIn().getType().isInteger(1))
    return extend.getIn();
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  if (select && matchPattern(select.getTrueValue(), m_One()) &&
      matchPattern(select.getFalseValue(), m_Zero()))
    return select.getCondition();
  return nullptr;
}

Value wave::getCountedBefore(Operation *op) {
  if (auto count = dyn_cast_or_null<PrefixCountBitsOp>(op))
    return count.getPredicate();
  auto prefix = dyn_cast_or_null<PrefixOp>(op);
  return prefix && prefix.getKind() == gpu::AllReduceOperation::ADD
             ? getCondition(prefix.getValue())
             : nullptr;
}

Value wave::getCountedInAll(Operation *op) {
  if (auto count = dyn_cast_or_null<CountBitsOp>(op))
    return count.getPredicate();
  auto reduce = dyn_cast_or_null<ReduceOp>(op);
  return reduce && reduce.getKind() == gpu::AllReduceOperation::ADD
             ? getCondition(reduce.getValue())
             : nullptr;
}
