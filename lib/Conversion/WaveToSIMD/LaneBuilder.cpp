//===- LaneBuilder.cpp - Masks, votes and counts --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Constants and shapes
//===----------------------------------------------------------------------===//

VectorType LaneBuilder::getVectorType(Type scalar) {
  return VectorType::get({lanes}, scalar);
}

Value LaneBuilder::splat(Value scalar) {
  return create<vector::BroadcastOp>(getVectorType(scalar.getType()), scalar);
}

Value LaneBuilder::constant(Type scalar, int64_t value) {
  APInt bits(scalar.getIntOrFloatBitWidth(), value, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return create<arith::ConstantOp>(builder.getIntegerAttr(scalar, bits));
}

Value LaneBuilder::constantVector(TypedAttr element) {
  return create<arith::ConstantOp>(
      DenseElementsAttr::get(getVectorType(element.getType()), element));
}

Value LaneBuilder::laneNumbers(Type integer) {
  SmallVector<APInt> numbers;
  for (int64_t lane = 0; lane < lanes; ++lane)
    numbers.emplace_back(integer.getIntOrFloatBitWidth(), lane);
  return create<arith::ConstantOp>(
      DenseElementsAttr::get(getVectorType(integer), numbers));
}

Value LaneBuilder::shuffle(Value a, Value b, ArrayRef<int64_t> places) {
  return create<vector::ShuffleOp>(a, b, places);
}

Value LaneBuilder::resize(Value integer, Type scalar) {
  Type type = integer.getType();
  unsigned from = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  unsigned to = scalar.getIntOrFloatBitWidth();
  if (from == to)
    return integer;
  if (isa<VectorType>(type))
    scalar = getVectorType(scalar);
  if (from < to)
    return create<arith::ExtUIOp>(scalar, integer);
  return create<arith::TruncIOp>(scalar, integer);
}

Value LaneBuilder::widenBools(Value bools, Type scalar) {
  return create<arith::ExtSIOp>(getVectorType(scalar), bools);
}

Value LaneBuilder::isNegative(Value integers) {
  Value zero = splat(constant(getElementTypeOrSelf(integers), 0));
  return create<arith::CmpIOp>(arith::CmpIPredicate::slt, integers, zero);
}

//===----------------------------------------------------------------------===//
// Masks and bits
//===----------------------------------------------------------------------===//

Value LaneBuilder::andMask(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return create<arith::AndIOp>(a, b);
}

Value LaneBuilder::andNotMask(Value mask, Value b) {
  Value ones = constantVector(builder.getBoolAttr(true));
  return andMask(mask, create<arith::XOrIOp>(b, ones));
}

Value LaneBuilder::getBits(Value vectorOfI1) {
  return create<LLVM::BitcastOp>(builder.getIntegerType(lanes), vectorOfI1);
}

Value LaneBuilder::getActiveBits(Value mask) {
  return mask ? getBits(mask) : constant(builder.getIntegerType(lanes), -1);
}

Value LaneBuilder::isAnySet(Value vectorOfI1) {
  Value bits = getBits(vectorOfI1);
  return create<arith::CmpIOp>(arith::CmpIPredicate::ne, bits,
                               constant(bits.getType(), 0));
}

Value LaneBuilder::getFirstLane(Value mask) {
  Type i32 = builder.getI32Type();
  if (!mask)
    return constant(i32, 0);
  Value bits = getBits(mask);
  Value zeros = create<LLVM::CountTrailingZerosOp>(bits.getType(), bits,
                                                   /*is_zero_poison=*/false);
  return resize(zeros, i32);
}

//===----------------------------------------------------------------------===//
// Votes and counts
//===----------------------------------------------------------------------===//

Value LaneBuilder::any(Value predicate, Value mask) {
  return isAnySet(andMask(predicate, mask));
}

Value LaneBuilder::all(Value predicate, Value mask) {
  Value bits = getBits(mask ? andNotMask(mask, predicate) : predicate);
  return create<arith::CmpIOp>(arith::CmpIPredicate::eq, bits,
                               constant(bits.getType(), mask ? 0 : -1));
}

Value LaneBuilder::allEqual(Value value, Value mask) {
  Type scalar = getElementTypeOrSelf(value);
  if (scalar.isInteger(1)) {
    Value none = create<arith::XOrIOp>(any(value, mask), constant(scalar, 1));
    return create<arith::OrIOp>(all(value, mask), none);
  }
  Value first = splat(readFirst(value, mask));
  if (isa<FloatType>(scalar))
    return all(create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, value, first),
               mask);
  return all(create<arith::CmpIOp>(arith::CmpIPredicate::eq, value, first),
             mask);
}

SmallVector<Value, 4> LaneBuilder::ballot(Value predicate, Value mask) {
  Value bits = getBits(andMask(predicate, mask));
  Type i32 = builder.getI32Type();
  SmallVector<Value, 4> words;
  for (int64_t first = 0; first < kMaxWaveSize; first += 32) {
    if (first >= lanes) {
      words.push_back(constant(i32, 0));
      continue;
    }
    Value shifted =
        create<arith::ShRUIOp>(bits, constant(bits.getType(), first));
    words.push_back(resize(shifted, i32));
  }
  return words;
}

Value LaneBuilder::countBits(Value predicate, Value mask) {
  Value bits = getBits(andMask(predicate, mask));
  return resize(create<LLVM::CtPopOp>(bits.getType(), bits),
                builder.getI32Type());
}

Value LaneBuilder::prefixCountBits(Value predicate, Value mask) {
  // At most 127 lanes precede a lane, so bytes are enough.
  Value ones = resize(andMask(predicate, mask), builder.getI8Type());
  return resize(scan(Kind::ADD, shift(Kind::ADD, ones, 1)),
                builder.getI32Type());
}

Value LaneBuilder::isFirstLane(Value mask) {
  return create<arith::CmpIOp>(arith::CmpIPredicate::eq,
                               laneNumbers(builder.getI32Type()),
                               splat(getFirstLane(mask)));
}
