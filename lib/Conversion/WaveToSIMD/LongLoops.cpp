//===- LongLoops.cpp - Loops that a launch can stop -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongLoops.h"

#include "WaveDialect/Transforms/ForToWhile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// Trips of innermost loops between two checks of the cancel flag: about a
/// millisecond.
static constexpr uint64_t kTripsBetweenLooks = 1 << 16;

/// Returns the trips of the loops nested in `loop` for one trip of `loop`.
/// Nested loops that check the cancel flag themselves count as one trip.
static uint64_t getTripsOfBody(scf::ForOp loop) {
  uint64_t trips = 0;
  loop.getBody()->walk([&](scf::ForOp nested) {
    if (nested->getParentOfType<scf::ForOp>() != loop)
      return;
    std::optional<APInt> own = nested.getStaticTripCount();
    trips = llvm::SaturatingMultiplyAdd(own ? own->getLimitedValue() : 1,
                                        getTripsOfBody(nested), trips);
  });
  return std::max<uint64_t>(trips, 1);
}

bool simd::mayRunLong(scf::ForOp loop) {
  std::optional<APInt> own = loop.getStaticTripCount();
  return !own ||
         llvm::SaturatingMultiply(own->getLimitedValue(),
                                  getTripsOfBody(loop)) > kTripsBetweenLooks;
}

void simd::splitLongLoop(scf::ForOp loop) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  APInt step;
  matchPattern(loop.getStep(), m_ConstantInt(&step));
  // Limit the trips so that the step of the outer loop fits.
  APInt trips(step.getBitWidth(),
              std::max<uint64_t>(kTripsBetweenLooks / getTripsOfBody(loop), 1));
  trips = llvm::APIntOps::umin(
      trips, APInt::getSignedMaxValue(step.getBitWidth()).udiv(step));
  Value stride = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(loop.getStep().getType(), trips * step));
  auto outer = scf::ForOp::create(
      builder, loc, loop.getLowerBound(), loop.getUpperBound(), stride,
      loop.getInitArgs(), [](OpBuilder &, Location, Value, ValueRange) {},
      loop.getUnsignedCmp());
  loop.replaceAllUsesWith(outer.getResults());
  loop->moveBefore(outer.getBody(), outer.getBody()->end());
  loop.getInitArgsMutable().assign(outer.getRegionIterArgs());
  builder.setInsertionPoint(loop);
  // The number is below the bound, so the difference is positive as an unsigned
  // integer, whether or not the comparison is signed.
  Value number = outer.getInductionVar();
  Value left =
      arith::SubIOp::create(builder, loc, loop.getUpperBound(), number);
  Value taken = arith::MinUIOp::create(builder, loc, left, stride);
  Value end = arith::AddIOp::create(builder, loc, number, taken);
  loop.setLowerBound(number);
  loop.setUpperBound(end);
  builder.setInsertionPointAfter(loop);
  scf::YieldOp::create(builder, loc, loop.getResults());
  replaceByWhile(outer);
}
