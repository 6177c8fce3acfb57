//===- IntegerDivision.cpp - Quotients and remainders of all lanes --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// x86 has no integer division of vectors, and LLVM would divide lane by lane.
// Floats that represent both operands exactly divide many lanes at once. A
// quotient that is not an integer is at least 1/divisor below the next integer,
// which is 1/dividend relative to the quotient. This is far more than the
// rounding error, so truncation gives the exact result.

#include "ElementwiseCases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Replaces divisors that trap by 1.
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
/// Divides integers of at most 16 bits as f32 and of at most 32 bits as f64.
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

  /// Multiplies by the reciprocal of a uniform divisor. The reciprocal is
  /// increased by more than the rounding errors of the reciprocal and the
  /// product, so that an integral quotient does not fall below its value, and
  /// by less than would take another quotient to the next integer.
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

/// A quotient by 0, or one out of range, is whatever the conversion to an
/// integer returns. The caller replaces the quotient by 0.
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
  // Machines before AVX-512 convert only to signed integers. Only quotients by
  // 1 are out of their range.
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
    // The range analysis assumes that a remainder is not larger than its
    // divisor.
    Value zero = createNumber(b, type, int64_t(0));
    Value isByZero =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, divisor, zero);
    return arith::SelectOp::create(b, isByZero, zero, result);
  }
  if (!isSafe)
    divisor = makeSafe(b, dividend, divisor, isSigned);
  return cloneOn(b, op, {dividend, divisor})->getResult(0);
}
