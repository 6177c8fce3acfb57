//===- Unrolling.cpp - Code that is emitted once for each time ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A small group spends much of its time on the loop over its waves, on the values
// that it keeps in memory for each, and on short loops. Where the number of waves or
// trips is a small constant, their code is emitted one after the other: the wave's
// index is then a constant, tests of it disappear, and values stay in registers.
// The cost is an estimate of instructions; a limit bounds the code and the time to
// compile it.

#include "Unrolling.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Instructions of a load or store under a mask, of a division or a function, and of
/// an operation across lanes.
static constexpr int64_t kAccessCost = 2, kFunctionCost = 16, kLanesCost = 8;

/// More trips or waves are never unrolled.
static constexpr int64_t kMostTrips = 8, kMostWaves = 4;

/// A loop may take this part of the limit: what it saves by being unrolled is less than
/// what waves save, which then keep values in registers.
static constexpr int64_t kTripsShare = 4;

/// Returns the trips of a loop with few of them; the bounds are numbers that are not
/// negative, so that signed and unsigned comparisons agree.
static std::optional<int64_t> countFewTrips(scf::ForOp loop) {
  APInt lower, upper, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      lower.isNegative() || upper.isNegative() || !step.isStrictlyPositive() ||
      lower.uge(upper))
    return std::nullopt;
  const APInt trips =
      llvm::APIntOps::RoundingUDiv(upper - lower, step, APInt::Rounding::UP);
  if (trips.ugt(kMostTrips))
    return std::nullopt;
  return trips.getSExtValue();
}

namespace {
/// Adds up the instructions of operations, up to a limit.
class Cost {
public:
  Cost(const Frame &frame, int64_t limit)
      : frame(frame), left(limit),
        registers(std::max<int64_t>(frame.lanes * 32 / frame.machine.vectorBits,
                                    1)) {}

  /// Adds `times` executions of `op`. Returns false if that is too much, or if the
  /// operation has a loop of its own.
  bool add(Operation *op, int64_t times) {
    if (isa<scf::YieldOp, arith::IndexCastOp, arith::IndexCastUIOp>(op) ||
        op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      std::optional<int64_t> trips = countFewTrips(loop);
      return trips && addRegions(op, times * *trips);
    }
    if (isa<scf::IfOp>(op))
      return spend(times) && addRegions(op, times);
    if (op->getNumRegions() || op->hasTrait<WholeWave>())
      return false;
    return spend(times * getInstructions(op));
  }

private:
  bool addRegions(Operation *op, int64_t times) {
    for (Region &region : op->getRegions())
      for (Operation &nested : region.getOps())
        if (!add(&nested, times))
          return false;
    return true;
  }

  bool spend(int64_t instructions) {
    left -= instructions;
    return left >= 0;
  }

  int64_t getInstructions(Operation *op) const {
    if (isa<memref::LoadOp, memref::StoreOp>(op)) {
      MemoryAccess access = *getMemoryAccess(op);
      if (!access.isCoherent)
        return kAccessCost * (frame.strides->isUniform(access.indices.front())
                                  ? 1
                                  : registers);
    }
    if (op->hasTrait<ReadsLanes>() && !getMemoryAccess(op) &&
        hasSingleEffect<MemoryEffects::Read>(op))
      return kLanesCost * registers;
    if (!isPure(op))
      return kTooMuch;
    const bool isVector = llvm::any_of(op->getResults(), [&](Value result) {
      return !frame.strides->get(result);
    });
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op) ||
        isa<math::MathDialect>(op->getDialect()))
      return kFunctionCost * (isVector ? registers : 1);
    return isVector ? registers : 1;
  }

  static constexpr int64_t kTooMuch = int64_t(1) << 32;

  const Frame &frame;
  int64_t left;
  /// Those of a value that differs between lanes.
  int64_t registers;
};
} // namespace

std::optional<int64_t> simd::getUnrolledTrips(scf::ForOp loop,
                                              const Frame &frame) {
  if (frame.checked || !countFewTrips(loop) ||
      !Cost(frame, frame.unrollCost / kTripsShare).add(loop, 1))
    return std::nullopt;
  return countFewTrips(loop);
}

std::optional<int64_t> simd::getUnrolledWaves(ArrayRef<Operation *> ops,
                                              const Frame &frame) {
  if (frame.checked || !frame.knownWaves || *frame.knownWaves > kMostWaves)
    return std::nullopt;
  Cost cost(frame, frame.unrollCost);
  for (Operation *op : ops)
    if (!cost.add(op, *frame.knownWaves))
      return std::nullopt;
  return frame.knownWaves;
}
