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
  return vector::makeArithReduction(builder, loc,
                                    gpu::convertReductionKind(kind), a, b);
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
  if (scalar.isF16()) {
    // Processors without f16 arithmetic would convert at each step.
    Type f32 = builder.getF32Type();
    Value wide = create<arith::ExtFOp>(getVectorType(f32), value);
    return create<arith::TruncFOp>(scalar, reduce(kind, wide, mask));
  }
  auto flags = arith::FastMathFlags::none;
  if (kind == Kind::MINNUMF || kind == Kind::MAXNUMF) {
    // Without NaNs each step is one instruction.
    Value isNumber =
        create<arith::CmpFOp>(arith::CmpFPredicate::ORD, value, value);
    mask = andMask(mask, isNumber);
    flags = arith::FastMathFlags::nnan;
  } else if (isa<FloatType>(scalar)) {
    // Lanes may be combined in any order. Sums start with +0, which LLVM can
    // drop with `nsz`.
    flags = arith::FastMathFlags::reassoc | arith::FastMathFlags::nsz;
  }
  return create<vector::ReductionOp>(gpu::convertReductionKind(kind),
                                     selectActive(kind, value, mask), flags);
}

Value LaneBuilder::scan(Kind kind, Value value) {
  Type scalar = getElementTypeOrSelf(value);
  Value identity = constantVector(getIdentity(kind, scalar));
  auto shift = [&](Value vector, int64_t distance) {
    SmallVector<int64_t> places;
    for (int64_t lane = 0; lane < lanes; ++lane)
      places.push_back(lane < distance ? lanes : lane - distance);
    return shuffle(vector, identity, places);
  };
  value = shift(value, 1);
  for (int64_t distance = 1; distance < lanes; distance *= 2)
    value = combine(kind, shift(value, distance), value);
  return value;
}

Value LaneBuilder::prefix(Kind kind, Value value, Value mask) {
  Type scalar = getElementTypeOrSelf(value);
  if (scalar.isInteger(1))
    return prefixOfBools(kind, value, mask);
  if (scalar.isF16()) {
    Type f32 = builder.getF32Type();
    Value wide = create<arith::ExtFOp>(getVectorType(f32), value);
    return create<arith::TruncFOp>(getVectorType(scalar),
                                   prefix(kind, wide, mask));
  }
  return scan(kind, selectActive(kind, value, mask));
}

Value LaneBuilder::prefixOfBools(Kind kind, Value value, Value mask) {
  if (kind == Kind::XOR) {
    Value ones = widenBools(andMask(value, mask), builder.getI8Type());
    return isNegative(scan(kind, ones));
  }
  // The first lane that changes the result changes it for all later lanes.
  bool isAnd = kind == Kind::AND;
  Value changing = isAnd ? andNotMask(mask, value) : andMask(mask, value);
  return create<arith::CmpIOp>(
      isAnd ? arith::CmpIPredicate::sle : arith::CmpIPredicate::sgt,
      laneNumbers(builder.getI32Type()), splat(getFirstLane(changing)));
}
