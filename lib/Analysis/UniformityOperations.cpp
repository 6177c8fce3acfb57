//===- UniformityOperations.cpp - Uniformity of results --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UniformitySolver.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using Result = std::optional<Uniformity>;

static Uniformity fromMemory(Operation &op) {
  return {UniformityStep::Lane, /*fromNumbers=*/false, /*fromMemory=*/true,
          &op};
}

/// Returns `value` with another step and the same reasons.
static Uniformity withStep(Operation &op, Uniformity value,
                           UniformityStep step) {
  value.step = step;
  // The number of lanes has no operands. Other counts depend on active lanes.
  (isa<LaneCountOp>(op) ? value.fromWaveSize : value.fromNumbers) = true;
  if (!value.origin)
    value.origin = &op;
  return value;
}

Uniformity UniformitySolver::joinOperands(Operation &op) const {
  Uniformity result;
  for (Value operand : op.getOperands())
    result = result.join(get(operand));
  return result;
}

//===----------------------------------------------------------------------===//
// Indices, counts and operations across lanes
//===----------------------------------------------------------------------===//

Result UniformitySolver::transferNumbers(Operation &op) const {
  auto getStep = [&](Value value) { return get(value).step; };
  auto isWhole = [&] { return isWholeWave(op); };
  std::optional<UniformityStep> step =
      inferUniformity(&op, {getStep, hasOneWaveSize, isWhole});
  if (!step)
    return std::nullopt;
  if (*step == UniformityStep::Group)
    return Uniformity();
  return withStep(op, joinOperands(op), *step);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Whether `op` always has the same result because of the relation between its
/// operands.
static bool isDecidedByOperands(Operation &op) {
  if (op.getNumOperands() != 2)
    return false;
  Value a = op.getOperand(0), b = op.getOperand(1);
  if (a == b)
    return isa<arith::SubIOp, arith::XOrIOp, arith::CmpIOp>(op);
  // Both are small, so the signedness does not matter.
  return isa<arith::CmpIOp>(op) &&
         (NumberRanges::isBelow(a, b) || NumberRanges::isBelow(b, a));
}

/// Operations that may map different operands to one result.
static bool mayCollapse(Operation &op) {
  return isa<arith::AndIOp, arith::CmpIOp, arith::DivSIOp, arith::DivUIOp,
             arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
             arith::MulIOp, arith::OrIOp, arith::RemSIOp, arith::RemUIOp,
             arith::ShRSIOp, arith::ShRUIOp>(op);
}

/// Equal operands give equal results; other operations with effects are
/// unknown.
Uniformity UniformitySolver::transferArithmetic(Operation &op) const {
  // No arithmetic has effects; to ask takes longer than all the rest.
  bool isFunction =
      (isa<arith::ArithDialect>(op.getDialect()) || isMemoryEffectFree(&op)) &&
      op.getNumRegions() == 0 &&
      (op.getNumOperands() > 0 || op.hasTrait<OpTrait::ConstantLike>());
  if (!isFunction)
    return fromMemory(op);
  // A select between equal values does not depend on its condition.
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && select.getTrueValue() == select.getFalseValue())
    return get(select.getTrueValue());
  Uniformity result = joinOperands(op);
  if (!result.isGroupUniform() &&
      (isDecidedByOperands(op) || (mayCollapse(op) && ranges.isConstant(op))))
    return Uniformity();
  return result;
}

Uniformity UniformitySolver::transfer(Operation &op) const {
  if (isa<memref::LoadOp, vector::LoadOp, ByteLoadOp, ImageLoadOp>(op))
    return transferLoad(op);
  if (!isa<arith::ArithDialect>(op.getDialect())) {
    if (Result known = transferNumbers(op))
      return *known;
  }
  return transferArithmetic(op);
}
