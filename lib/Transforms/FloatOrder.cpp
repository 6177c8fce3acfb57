//===- FloatOrder.cpp - The order of floats, as integers ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/FloatOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            const APInt &value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

IntegerType wave::getBitsType(FloatType type) {
  return IntegerType::get(type.getContext(), type.getWidth());
}

/// Inverts all bits of a negative number but its sign. This is its own inverse.
static Value invertNegative(OpBuilder &builder, Location loc, Value bits) {
  Type type = bits.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Value signs = arith::ShRSIOp::create(
      builder, loc, bits,
      createConstant(builder, loc, type, APInt(width, width - 1)));
  Value inverted = arith::AndIOp::create(
      builder, loc, signs,
      createConstant(builder, loc, type, APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(builder, loc, bits, inverted);
}

Value wave::createKey(OpBuilder &builder, Location loc, Kind kind,
                      FloatType type, Value bits) {
  Type integer = bits.getType();
  unsigned width = type.getWidth();
  Value magnitude = arith::AndIOp::create(
      builder, loc, bits,
      createConstant(builder, loc, integer, APInt::getSignedMaxValue(width)));
  APInt infinity = APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt();
  Value isNaN =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, magnitude,
                            createConstant(builder, loc, integer, infinity));
  APInt loser = kind == Kind::MINNUMF ? APInt::getSignedMaxValue(width)
                                      : APInt::getSignedMinValue(width);
  return arith::SelectOp::create(builder, loc, isNaN,
                                 createConstant(builder, loc, integer, loser),
                                 invertNegative(builder, loc, bits));
}

Value wave::createBitsOfKey(OpBuilder &builder, Location loc, Value key) {
  return invertNegative(builder, loc, key);
}

Value wave::createExtreme(OpBuilder &builder, Location loc, Kind kind,
                          Value oldBits, Value oldKey, Value bits, Value key) {
  auto predicate = kind == Kind::MINNUMF ? arith::CmpIPredicate::slt
                                         : arith::CmpIPredicate::sgt;
  Value wins = arith::CmpIOp::create(builder, loc, predicate, key, oldKey);
  return arith::SelectOp::create(builder, loc, wins, bits, oldBits);
}
