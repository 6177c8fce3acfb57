//===- UniformityOperations.cpp - What operations make of uniform values ----===//
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
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;
using Result = std::optional<Uniformity>;

static Uniformity fromNumbers(Operation &op, UniformityStep step) {
  return {step, /*fromNumbers=*/true, /*fromMemory=*/false, &op};
}

static Uniformity fromMemory(Operation &op) {
  return {UniformityStep::Lane, /*fromNumbers=*/false, /*fromMemory=*/true,
          &op};
}

/// `value` with its step replaced; its reasons stay.
static Uniformity withStep(Operation &op, Uniformity value,
                           UniformityStep step) {
  value.step = step;
  value.fromNumbers = true;
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
// Numbers
//===----------------------------------------------------------------------===//

Result UniformitySolver::transferNumber(Operation &op) const {
  FuncOp owner = kernel;
  return TypeSwitch<Operation *, Result>(&op)
      .Case<GroupIdOp, GroupCountOp, GroupWaveCountOp, GroupsharedOp, SettingOp,
            gpu::SubgroupSizeOp, memref::DimOp, ImageSizeOp>(
          [](auto) { return Uniformity(); })
      .Case<LaneCountOp>([&](Operation *) {
        return hasOneWaveSize ? Uniformity()
                              : fromNumbers(op, UniformityStep::Wave);
      })
      .Case<gpu::SubgroupIdOp, GroupWaveIndexOp>(
          [&](Operation *) { return fromNumbers(op, UniformityStep::Wave); })
      .Case<LaneIndexOp, IsFirstLaneOp, GroupIndexOp>(
          [&](Operation *) { return fromNumbers(op, UniformityStep::Lane); })
      // A group may have one thread in a dimension.
      .Case<DispatchThreadIdOp, GroupThreadIdOp>([&](auto id) {
        std::optional<ArrayRef<int32_t>> extent;
        if (owner)
          extent = owner.getNumThreads();
        bool isFlat =
            extent && (*extent)[static_cast<unsigned>(id.getDimension())] == 1;
        return isFlat ? Uniformity() : fromNumbers(op, UniformityStep::Lane);
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Operations across lanes
//===----------------------------------------------------------------------===//

/// Whether combining n equal values gives that value again, whatever n.
static bool isIdempotent(Kind kind) {
  switch (kind) {
  case Kind::ADD:
  case Kind::MUL:
  case Kind::XOR:
    return false;
  default:
    return true;
  }
}

/// A NaN equals nothing, not even itself in a wave of one active lane.
static bool hasNaN(Value value) {
  return isa<FloatType>(getScalarType(value.getType()));
}

/// What depends on which lanes are active, or how many: that differs between waves
/// unless all lanes of waves of one size are. `isExact`: no rounding follows the order
/// in which lanes are combined.
Uniformity UniformitySolver::transferCount(Operation &op, bool isExact) const {
  Uniformity value = joinOperands(op);
  if (value.isGroupUniform() && isExact && hasOneWaveSize && isWholeWave(op))
    return value;
  return withStep(op, value, UniformityStep::Wave);
}

Result UniformitySolver::transferAcrossLanes(Operation &op) const {
  auto keepOr = [&](const Uniformity &value, UniformityStep kept,
                    UniformityStep step) {
    return value.step <= kept ? value : withStep(op, value, step);
  };
  return TypeSwitch<Operation *, Result>(&op)
      .Case<AssumeUniformOp>([](auto) { return Uniformity(); })
      // Equal values are equal in each wave.
      .Case<AllEqualOp>([&](AllEqualOp equal) {
        Uniformity value = get(equal.getValue());
        return value.isWaveUniform() && !hasNaN(equal.getValue())
                   ? Uniformity()
                   : withStep(op, value, UniformityStep::Wave);
      })
      .Case<AnyOp, AllOp, ReadFirstLaneOp>([&](Operation *) {
        return keepOr(joinOperands(op), UniformityStep::Group,
                      UniformityStep::Wave);
      })
      .Case<ReduceOp>([&](ReduceOp reduce) {
        if (isIdempotent(reduce.getKind()))
          return keepOr(get(reduce.getValue()), UniformityStep::Group,
                        UniformityStep::Wave);
        return transferCount(op, /*isExact=*/!hasNaN(reduce.getValue()));
      })
      .Case<BallotOp, CountBitsOp>(
          [&](Operation *) { return transferCount(op, /*isExact=*/true); })
      .Case<PrefixOp, PrefixCountBitsOp, MultiPrefixOp, MultiPrefixCountBitsOp>(
          [&](Operation *) {
            return withStep(op, joinOperands(op), UniformityStep::Lane);
          })
      // One value gives all active lanes, but each NaN its own lane.
      .Case<MatchOp>([&](MatchOp match) {
        Uniformity value = get(match.getValue());
        if (value.isWaveUniform() && !hasNaN(match.getValue()))
          return transferCount(op, /*isExact=*/true);
        return withStep(op, value, UniformityStep::Lane);
      })
      // Quads of a wave differ unless the wave's lanes are all the same; which lane
      // is read does not matter then.
      .Case<QuadReadAcrossOp, QuadReadLaneOp, QuadAnyOp, QuadAllOp>(
          [&](Operation *) {
            return keepOr(get(op.getOperand(0)), UniformityStep::Wave,
                          UniformityStep::Lane);
          })
      .Case<ReadLaneOp>([&](ReadLaneOp read) {
        Uniformity value = get(read.getValue()), lane = get(read.getLane());
        if (value.isGroupUniform())
          return value;
        // In a wave all lanes have the value that is read.
        if (value.isWaveUniform())
          return withStep(op, value, UniformityStep::Wave);
        return withStep(op, value.join(lane),
                        lane.isWaveUniform() ? UniformityStep::Wave
                                             : UniformityStep::Lane);
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Whether `op` gives one number for whatever it is given: what its operands are to each
/// other decides.
static bool isDecidedByOperands(Operation &op) {
  if (op.getNumOperands() != 2)
    return false;
  Value a = op.getOperand(0), b = op.getOperand(1);
  if (a == b)
    return isa<arith::SubIOp, arith::XOrIOp, arith::CmpIOp>(op);
  // Both are small, so that the sign does not matter.
  return isa<arith::CmpIOp>(op) &&
         (NumberRanges::isBelow(a, b) || NumberRanges::isBelow(b, a));
}

/// Operations that may make one number of many.
static bool mayCollapse(Operation &op) {
  return isa<arith::AndIOp, arith::CmpIOp, arith::DivSIOp, arith::DivUIOp,
             arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
             arith::MulIOp, arith::OrIOp, arith::RemSIOp, arith::RemUIOp,
             arith::ShRSIOp, arith::ShRUIOp>(op);
}

/// Equal operands give equal results; of what is no function nothing is known.
Uniformity UniformitySolver::transferArithmetic(Operation &op) const {
  bool isFunction =
      isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
      (op.getNumOperands() > 0 || op.hasTrait<OpTrait::ConstantLike>());
  if (!isFunction)
    return fromMemory(op);
  // A choice between a value and itself does not depend on who chooses.
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
  if (isa<memref::LoadOp, vector::LoadOp, ImageLoadOp>(op))
    return transferLoad(op);
  if (!isa<arith::ArithDialect>(op.getDialect())) {
    if (Result number = transferNumber(op))
      return *number;
    if (Result combined = transferAcrossLanes(op))
      return *combined;
  }
  return transferArithmetic(op);
}
