//===- NumberRanges.cpp - Integer ranges without a data-flow analysis -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberRanges.h"

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;

/// The maximum depth of the search through operands.
static constexpr unsigned kMostDepth = 8;

std::optional<ConstantIntRanges> NumberRanges::get(Value value,
                                                   unsigned depth) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  if (width == 0 || isa<ShapedType>(value.getType()))
    return std::nullopt;
  if (auto it = known.find(value); it != known.end())
    return it->second;
  auto inferable = value.getDefiningOp<InferIntRangeInterface>();
  if (!inferable || inferable->getNumResults() != 1)
    return ConstantIntRanges::maxRange(width);
  if (depth == kMostDepth)
    return std::nullopt;
  SmallVector<ConstantIntRanges, 3> operands;
  for (Value operand : inferable->getOperands()) {
    std::optional<ConstantIntRanges> range = get(operand, depth + 1);
    if (!range)
      return ConstantIntRanges::maxRange(width);
    operands.push_back(*range);
  }
  ConstantIntRanges result = ConstantIntRanges::maxRange(width);
  inferable.inferResultRanges(
      operands, [&](Value, const ConstantIntRanges &range) { result = range; });
  known.try_emplace(value, result);
  return result;
}

bool NumberRanges::isConstant(Operation &op) {
  if (!isa<InferIntRangeInterface>(op) || op.getNumResults() != 1)
    return false;
  std::optional<ConstantIntRanges> range = get(op.getResult(0), 0);
  return range && range->getConstantValue().has_value();
}

static Value skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastUIOp>())
    value = cast.getIn();
  return value;
}

bool NumberRanges::isBelow(Value a, Value b) {
  Operation *number = skipCasts(a).getDefiningOp();
  Operation *count = skipCasts(b).getDefiningOp();
  if (!number || !count)
    return false;
  return (isa<LaneIndexOp>(number) && isa<LaneCountOp>(count)) ||
         (isa<GroupWaveIndexOp>(number) && isa<GroupWaveCountOp>(count));
}
