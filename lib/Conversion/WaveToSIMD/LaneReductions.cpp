//===- LaneReductions.cpp - Reductions and scans --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneBuilder.h"

#include "WaveDialect/IR/CombiningKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

Value LaneBuilder::combine(Kind kind, Value a, Value b) {
  arith::FastMathFlagsAttr flags;
  if (isFloatMinOrMax(kind)) // See getCombined.
    flags = arith::FastMathFlagsAttr::get(builder.getContext(),
                                          arith::FastMathFlags::nnan);
  return vector::makeArithReduction(
      builder, loc, gpu::convertReductionKind(kind), a, b, flags);
}

Value LaneBuilder::widenHalves(Value value,
                               function_ref<Value(Value)> combineWide) {
  Value wide =
      create<arith::ExtFOp>(getVectorType(builder.getF32Type()), value);
  Value result = combineWide(wide);
  Type half = builder.getF16Type();
  return create<arith::TruncFOp>(
      isa<VectorType>(result.getType()) ? getVectorType(half) : half, result);
}

/// Without NaNs each step is one instruction.
Value LaneBuilder::getCombined(Kind kind, Value value, Value mask) {
  if (!isFloatMinOrMax(kind))
    return mask;
  return andMask(
      mask, create<arith::CmpFOp>(arith::CmpFPredicate::ORD, value, value));
}

Value LaneBuilder::selectActive(Kind kind, Value value, Value mask) {
  if (!mask)
    return value;
  Type scalar = getElementTypeOrSelf(value);
  Value identity = constantVector(getIdentity(kind, scalar));
  return create<arith::SelectOp>(mask, value, identity);
}

Value LaneBuilder::reduce(Kind kind, Value value, Value mask) {
  Type scalar = getElementTypeOrSelf(value);
  if (scalar.isInteger(1)) {
    if (kind == Kind::XOR)
      return resize(countBits(value, mask), scalar);
    return kind == Kind::AND ? all(value, mask) : any(value, mask);
  }
  if (scalar.isF16())
    return widenHalves(value,
                       [&](Value wide) { return reduce(kind, wide, mask); });
  mask = getCombined(kind, value, mask);
  auto flags = arith::FastMathFlags::none;
  if (isFloatMinOrMax(kind)) {
    flags = arith::FastMathFlags::nnan;
  } else if (isa<FloatType>(scalar)) {
    // Lanes may be combined in any order. Sums start with +0, which LLVM can
    // drop with `nsz`.
    flags = arith::FastMathFlags::reassoc | arith::FastMathFlags::nsz;
  }
  return create<vector::ReductionOp>(gpu::convertReductionKind(kind),
                                     selectActive(kind, value, mask), flags);
}

Value LaneBuilder::shift(Kind kind, Value vector, int64_t distance) {
  Value identity =
      constantVector(getIdentity(kind, getElementTypeOrSelf(vector)));
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < lanes; ++lane)
    places.push_back(lane < distance ? lanes : lane - distance);
  return shuffle(vector, identity, places);
}

Value LaneBuilder::scan(Kind kind, Value value) {
  for (int64_t distance = 1; distance < lanes; distance *= 2)
    value = combine(kind, shift(kind, value, distance), value);
  return value;
}

Value LaneBuilder::prefix(Kind kind, Value value, Value mask) {
  Type scalar = getElementTypeOrSelf(value);
  if (scalar.isInteger(1))
    return prefixOfBools(kind, value, mask);
  if (scalar.isF16())
    return widenHalves(value,
                       [&](Value wide) { return prefix(kind, wide, mask); });
  return scan(kind, shift(kind, selectActive(kind, value, mask), 1));
}

Value LaneBuilder::inclusivePrefix(Kind kind, Value value, Value mask) {
  if (getElementTypeOrSelf(value).isF16())
    return widenHalves(
        value, [&](Value wide) { return inclusivePrefix(kind, wide, mask); });
  mask = getCombined(kind, value, mask);
  return scan(kind, selectActive(kind, value, mask));
}

/// In each step, a lane combines its value with that of the lane whose index
/// differs in one bit; inactive lanes have the identity.
Value LaneBuilder::clusterReduce(Kind kind, int64_t size, Value value,
                                 Value mask) {
  if (getElementTypeOrSelf(value).isF16())
    return widenHalves(value, [&](Value wide) {
      return clusterReduce(kind, size, wide, mask);
    });
  mask = getCombined(kind, value, mask);
  value = selectActive(kind, value, mask);
  for (int64_t distance = 1; distance < size; distance *= 2)
    value = combine(kind, value, shuffleLanes(value, [&](int64_t lane) {
                      return lane ^ distance;
                    }));
  return value;
}

Value LaneBuilder::prefixOfBools(Kind kind, Value value, Value mask) {
  if (kind == Kind::XOR) {
    Value ones = widenBools(andMask(value, mask), builder.getI8Type());
    return isNegative(scan(kind, shift(kind, ones, 1)));
  }
  // The first lane that changes the result changes it for all later lanes.
  bool isAnd = kind == Kind::AND;
  Value changing = isAnd ? andNotMask(mask, value) : andMask(mask, value);
  return create<arith::CmpIOp>(
      isAnd ? arith::CmpIPredicate::sle : arith::CmpIPredicate::sgt,
      laneNumbers(builder.getI32Type()), splat(getFirstLane(changing)));
}
