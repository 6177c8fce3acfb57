//===- DoubleToDXIL.cpp - Functions that DXIL lacks, by exact arithmetic --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// DXIL rounds sums, products and quotients of doubles to nearest and keeps
// subnormal numbers. The algorithms in this file rely on both.

#include "CodeBuilder.h"

using namespace mlir;
using namespace mlir::wave;

using IPredicate = arith::CmpIPredicate;
using FPredicate = arith::CmpFPredicate;

/// The position of the exponent in a double's upper word, and its bias.
static constexpr unsigned kExponentPlace = 20;
static constexpr int64_t kExponentBias = 1023;

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Adding 2^52 to the magnitude rounds away its fraction, and subtracting 2^52
/// again gives the nearest integer. Numbers from 2^52 on are integers already.
Value wave::createDoubleRounding(CodeBuilder &b, Rounding rounding, Value x) {
  Value zero = b.number(b.f64, int64_t(0)), one = b.number(b.f64, int64_t(1));
  Value whole = b.number(b.f64, int64_t(1) << 52);
  Value magnitude = b.call<dxil::FAbsOp>(x);
  Value rounded = b.subtract(b.add(magnitude, whole), whole);
  Value isNegative = b.compare(FPredicate::OLT, x, zero);
  if (rounding != Rounding::ToEven) {
    Value isAbove = b.compare(FPredicate::OGT, rounded, magnitude);
    Value down = b.select(isAbove, b.subtract(rounded, one), rounded);
    if (rounding == Rounding::ToZero) {
      rounded = down;
    } else {
      Value isBelow = b.compare(FPredicate::OLT, rounded, magnitude);
      Value up = b.select(isBelow, b.add(rounded, one), rounded);
      const bool growsIfNegative = rounding == Rounding::Down;
      rounded = b.select(isNegative, growsIfNegative ? up : down,
                         growsIfNegative ? down : up);
    }
  }
  rounded = b.select(isNegative, b.negate(rounded), rounded);
  // Zeros of both signs, infinities and NaNs remain unchanged.
  Value changes = b.compare(FPredicate::OGT, magnitude, zero);
  changes = b.bitAnd(changes, b.compare(FPredicate::OLT, magnitude, whole));
  return b.select(changes, rounded, x);
}

//===----------------------------------------------------------------------===//
// Square root
//===----------------------------------------------------------------------===//

/// Returns the square root of a number from 1 to 4. Two Goldschmidt steps
/// improve the 22 exact bits of the estimate to more than 53, so that the final
/// correction by the fused remainder rounds the root to nearest.
static Value createReducedSqrt(CodeBuilder &b, Value x) {
  auto fma = [&](Value x, Value y, Value z) -> Value {
    return b.call<dxil::FmaOp>(x, y, z);
  };
  Value narrow = arith::TruncFOp::create(b, b.f32, x);
  Value estimate =
      arith::ExtFOp::create(b, b.f64, b.call<dxil::RsqrtOp>(narrow));
  Value half = b.number(b.f64, 0.5);
  Value root = b.multiply(x, estimate);
  Value halfInverse = b.multiply(estimate, half);
  for (int step = 0; step < 2; ++step) {
    Value error = fma(b.negate(halfInverse), root, half);
    root = fma(root, error, root);
    halfInverse = fma(halfInverse, error, halfInverse);
  }
  Value remainder = fma(b.negate(root), root, x);
  return fma(remainder, halfInverse, root);
}

Value wave::createDoubleSqrt(CodeBuilder &b, Value x) {
  auto &semantics = cast<FloatType>(b.f64).getFloatSemantics();
  Value zero = b.number(b.f64, int64_t(0));
  // Scale a subnormal number by 2^54; its root is scaled by 2^27.
  Value normal = b.number(b.f64, APFloat::getSmallestNormalized(semantics));
  Value isTiny = b.compare(FPredicate::OLT, x, normal);
  Value large = b.multiply(x, b.number(b.f64, int64_t(1) << 54));
  auto [low, high] = b.split(b.select(isTiny, large, x));

  // x = reduced * 4^exponent.
  Value exponent = b.shiftRight(high, kExponentPlace);
  exponent = b.subtract(exponent, b.number(b.i32, kExponentBias));
  exponent = arith::ShRSIOp::create(b, exponent, b.number(b.i32, int64_t(1)));
  Value reduced = b.makeDouble(
      low, b.subtract(high, b.shiftLeft(exponent, kExponentPlace + 1)));
  auto [rootLow, rootHigh] = b.split(createReducedSqrt(b, reduced));
  Value smaller = b.subtract(exponent, b.number(b.i32, int64_t(27)));
  exponent = b.select(isTiny, smaller, exponent);
  Value root = b.makeDouble(
      rootLow, b.add(rootHigh, b.shiftLeft(exponent, kExponentPlace)));

  // The root of a zero of either sign, of +infinity and of a NaN is the number
  // itself.
  Value isNegative = b.compare(FPredicate::OLT, x, zero);
  Value special =
      b.select(isNegative, b.number(b.f64, APFloat::getNaN(semantics)), x);
  Value infinity = b.number(b.f64, APFloat::getInf(semantics));
  Value isNormal = b.compare(FPredicate::OGT, x, zero);
  isNormal = b.bitAnd(isNormal, b.compare(FPredicate::OLT, x, infinity));
  return b.select(isNormal, root, special);
}

//===----------------------------------------------------------------------===//
// Fused multiplication and addition
//===----------------------------------------------------------------------===//

/// Moves a double to the next one away from or towards zero if its last bit is
/// 0.
static Value moveDouble(CodeBuilder &b, Value x, Value isMoved, Value isAway) {
  auto [low, high] = b.split(x);
  Value zero = b.number(b.i32, int64_t(0)), one = b.number(b.i32, int64_t(1));
  Value isEven = b.isZero(b.bitAnd(low, one));
  isMoved = b.bitAnd(isMoved, isEven);
  Value step = b.select(isAway, one, b.number(b.i32, int64_t(-1)));
  Value movedLow = b.add(low, b.select(isMoved, step, zero));
  // Moving towards zero borrows from the upper word if the lower word is 0.
  Value borrows = b.bitAnd(isMoved, b.isZero(low));
  borrows = b.bitAnd(borrows, b.bitNot(isAway));
  Value movedHigh = b.subtract(high, b.select(borrows, one, zero));
  return b.makeDouble(movedLow, movedHigh);
}

static Value moveFloat(CodeBuilder &b, Value x, Value isMoved, Value isAway) {
  Value bits = b.bitcast(x, b.i32);
  Value zero = b.number(b.i32, int64_t(0)), one = b.number(b.i32, int64_t(1));
  isMoved = b.bitAnd(isMoved, b.isZero(b.bitAnd(bits, one)));
  Value step = b.select(isAway, one, b.number(b.i32, int64_t(-1)));
  return b.bitcast(b.add(bits, b.select(isMoved, step, zero)), b.f32);
}

/// In a type with more than twice the digits the product is exact. The sum is
/// rounded to odd: its last bit records that digits were lost, so that the
/// second rounding gives the result of rounding the exact sum once. DXIL may
/// round its own multiplication and addition of f32 twice.
Value wave::createFusedMultiplyAdd(CodeBuilder &b, Value x, Value y, Value z) {
  Type type = x.getType(), wide = type.isF16() ? b.f32 : b.f64;
  auto extend = [&](Value value) -> Value {
    return arith::ExtFOp::create(b, wide, value);
  };
  Value left = extend(x), right = extend(y), addend = extend(z);
  Value product = b.multiply(left, right);
  Value sum = b.add(product, addend);
  Value part = b.subtract(sum, product);
  Value ofProduct = b.subtract(product, b.subtract(sum, part));
  Value error = b.add(ofProduct, b.subtract(addend, part));
  // For infinities and NaNs the error is a NaN, which compares as exact.
  Value zero = b.number(wide, int64_t(0));
  Value isInexact = b.compare(FPredicate::ONE, error, zero);
  Value isErrorAbove = b.compare(FPredicate::OGT, error, zero);
  Value isSumAbove = b.compare(FPredicate::OGT, sum, zero);
  Value isAway = b.compare(IPredicate::eq, isErrorAbove, isSumAbove);
  sum = wide.isF64() ? moveDouble(b, sum, isInexact, isAway)
                     : moveFloat(b, sum, isInexact, isAway);
  return arith::TruncFOp::create(b, type, sum);
}
