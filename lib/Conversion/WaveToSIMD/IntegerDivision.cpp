//===- IntegerDivision.cpp - Quotients and remainders of all lanes --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// x86 does not divide vectors of integers, and LLVM would divide lane by lane.
// Floats that hold both numbers exactly do it for many lanes at once: a quotient that is
// no whole number is at least 1/divisor, thus 1/dividend of itself, below the next one,
// far more than rounding adds, so that truncating gives the exact result.

#include "ElementwiseCases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// 1 for the divisors that trap.
static Value makeSafe(ImplicitLocOpBuilder &b, Value dividend, Value divisor,
                      bool isSigned) {
  Type type = divisor.getType();
  auto isEqual = [&](Value value, const APInt &number) -> Value {
    Value constant = createNumber(b, type, number.getSExtValue());
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value, constant);
  };
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value traps = isEqual(divisor, APInt::getZero(width));
  if (isSigned) {
    Value isLowest = isEqual(dividend, APInt::getSignedMinValue(width));
    Value isMinusOne = isEqual(divisor, APInt::getAllOnes(width));
    Value overflows = arith::AndIOp::create(b, isLowest, isMinusOne);
    traps = arith::OrIOp::create(b, traps, overflows);
  }
  return arith::SelectOp::create(b, traps, createNumber(b, type, int64_t(1)),
                                 divisor);
}

namespace {
/// Quotients of integers of at most 32 bits through f64, of at most 16 through f32.
struct FloatDivision {
  ImplicitLocOpBuilder &b;
  bool isSigned, isShort;

  Value toFloat(Value integer) {
    Type element = isShort ? Type(b.getF32Type()) : Type(b.getF64Type());
    Type type = withShapeOf(integer.getType(), element);
    if (isSigned)
      return arith::SIToFPOp::create(b, type, integer);
    return arith::UIToFPOp::create(b, type, integer);
  }

  /// By a number that is the same for all lanes: times its reciprocal. That is made
  /// larger by more than it and the product lose by rounding, lest a whole quotient
  /// falls below itself, and by less than takes any other to the next whole number.
  Value multiply(Value dividend, Value divisor) {
    Value number = toFloat(divisor);
    double above = 1 + (isShort ? 0x1p-20 : 0x1p-40);
    Value reciprocal = arith::DivFOp::create(
        b, createNumber(b, number.getType(), above), number);
    Value factor = toFloat(dividend);
    return arith::MulFOp::create(
        b, factor,
        vector::BroadcastOp::create(b, factor.getType(), reciprocal));
  }

  Value divide(Value dividend, Value divisor) {
    auto broadcast = divisor.getDefiningOp<vector::BroadcastOp>();
    if (broadcast && !isa<VectorType>(broadcast.getSourceType()))
      return multiply(dividend, broadcast.getSource());
    Value number = toFloat(dividend);
    return arith::DivFOp::create(b, number, toFloat(divisor));
  }
};
} // namespace

/// The quotient by 0, and one that has no room, is whatever the machine converts it to;
/// the caller replaces the first.
static Value emitQuotient(ImplicitLocOpBuilder &b, Value dividend,
                          Value divisor, bool isSigned,
                          const Machine &machine) {
  Type type = dividend.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  bool isShort = width <= 16;
  Value quotient =
      FloatDivision{b, isSigned, isShort}.divide(dividend, divisor);
  if (isShort) {
    Value wide =
        arith::FPToSIOp::create(b, withShapeOf(type, b.getI32Type()), quotient);
    return arith::TruncIOp::create(b, type, LLVM::FreezeOp::create(b, wide));
  }
  if (isSigned || machine.vectorBits >= 512) {
    Value whole;
    if (isSigned)
      whole = arith::FPToSIOp::create(b, type, quotient);
    else
      whole = arith::FPToUIOp::create(b, type, quotient);
    return LLVM::FreezeOp::create(b, whole);
  }
  // Machines before AVX-512 convert to signed integers only: without room are but the
  // quotients by 1.
  Value whole = arith::FPToSIOp::create(b, type, quotient);
  Value isByOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, divisor,
                                        createNumber(b, type, int64_t(1)));
  return LLVM::FreezeOp::create(
      b, arith::SelectOp::create(b, isByOne, dividend, whole));
}

Value simd::emitDivision(ImplicitLocOpBuilder &b, Operation *op, Value dividend,
                         Value divisor, const Machine &machine) {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  Type type = dividend.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  std::optional<APInt> constant = getConstantInteger(op->getOperand(1), width);
  bool isSafe =
      constant && !constant->isZero() && !(isSigned && constant->isAllOnes());
  if (!isSafe && isa<VectorType>(type) && width <= 32) {
    Value result = emitQuotient(b, dividend, divisor, isSigned, machine);
    if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
      Value product = arith::MulIOp::create(b, result, divisor);
      result = arith::SubIOp::create(b, dividend, product);
    }
    // The analysis of ranges takes a remainder to be no larger than its divisor.
    Value zero = createNumber(b, type, int64_t(0));
    Value isByZero =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, divisor, zero);
    return arith::SelectOp::create(b, isByZero, zero, result);
  }
  if (!isSafe)
    divisor = makeSafe(b, dividend, divisor, isSigned);
  return cloneOn(b, op, {dividend, divisor})->getResult(0);
}
