//===- FoldRanges.cpp - Folds by the ranges of integers ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/IntegerRanges.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FOLDRANGES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Returns the constant that `value` always is; null if it may be several, or is
/// one already.
static TypedAttr findConstant(Value value, const IntegerRanges &ranges) {
  if (value.use_empty() || matchPattern(value, m_Constant()))
    return {};
  std::optional<ConstantIntRanges> range = ranges.get(value);
  std::optional<APInt> number =
      range ? range->getConstantValue() : std::nullopt;
  if (!number)
    return {};
  Type type = value.getType();
  auto attribute = IntegerAttr::get(getElementTypeOrSelf(type), *number);
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, Attribute(attribute));
  return attribute;
}

/// Whether the remainder is always its first operand.
static bool isFirstOperand(Operation *op, const IntegerRanges &ranges) {
  if (!isa<arith::RemUIOp, arith::RemSIOp>(op))
    return false;
  std::optional<ConstantIntRanges> left = ranges.get(op->getOperand(0)),
                                   right = ranges.get(op->getOperand(1));
  if (!left || !right)
    return false;
  if (isa<arith::RemUIOp>(op))
    return left->umax().ult(right->umin());
  return left->smin().isNonNegative() && left->smax().slt(right->smin());
}

namespace {
struct FoldRanges final : wave::impl::FoldRangesBase<FoldRanges> {
  void runOnWaveIR() override {
    getOperation().walk<WalkOrder::PreOrder>([](FuncOp function) {
      fold(function);
      return WalkResult::skip();
    });
  }

  static void fold(FuncOp function) {
    const IntegerRanges ranges(function);
    const auto replace = [&](Value value, OpBuilder &builder) {
      if (TypedAttr constant = findConstant(value, ranges))
        value.replaceAllUsesWith(
            arith::ConstantOp::create(builder, value.getLoc(), constant));
    };
    SmallVector<Operation *> ops;
    function.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      OpBuilder builder(op);
      for (Value result : op->getResults())
        replace(result, builder);
      for (Region &region : op->getRegions())
        for (Block &block : region) {
          builder.setInsertionPointToStart(&block);
          for (Value argument : block.getArguments())
            replace(argument, builder);
        }
      if (isFirstOperand(op, ranges))
        op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    }
    // From the last one on, so that operands become unused, too.
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
  }
};
} // namespace
