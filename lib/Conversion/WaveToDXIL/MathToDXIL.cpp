//===- MathToDXIL.cpp - Functions of numbers and bits ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"

#include "WaveDialect/Transforms/OperationRules.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <typename TargetOp>
static Value createRounding(CodeBuilder &b, Rounding rounding, Value x) {
  if (x.getType().isF64())
    return createDoubleRounding(b, rounding, x);
  return b.call<TargetOp>(x);
}

static Value createSqrt(CodeBuilder &b, Value x) {
  return x.getType().isF64() ? createDoubleSqrt(b, x) : b.call<dxil::SqrtOp>(x);
}

static Value createRsqrt(CodeBuilder &b, Value x) {
  if (x.getType().isF64()) {
    Value one = b.number(b.f64, int64_t(1));
    return b.divide(one, createDoubleSqrt(b, x));
  }
  return b.call<dxil::RsqrtOp>(x);
}

/// DXIL has only base-2 exponentials and logarithms.
static Value createExp(CodeBuilder &b, Value x) {
  Value scale = b.number(x.getType(), llvm::numbers::log2e);
  return b.call<dxil::ExpOp>(b.multiply(x, scale));
}

static Value createLog(CodeBuilder &b, Value x) {
  Value scale = b.number(x.getType(), llvm::numbers::ln2);
  return b.multiply(b.call<dxil::LogOp>(x), scale);
}

/// A negative base gives a NaN, as in HLSL. The logarithm of 0 is -infinity, so
/// a power of 0 is 0 or infinity; only the exponent 0 would give a NaN, and is
/// handled separately.
static Value createPow(CodeBuilder &b, Value base, Value exponent) {
  Type type = base.getType();
  Value zero = b.number(type, int64_t(0));
  Value logarithm = b.call<dxil::LogOp>(base);
  Value power = b.call<dxil::ExpOp>(b.multiply(logarithm, exponent));
  Value isOne = b.compare(arith::CmpFPredicate::OEQ, exponent, zero);
  isOne = b.bitAnd(isOne, b.compare(arith::CmpFPredicate::OGE, base, zero));
  return b.select(isOne, b.number(type, int64_t(1)), power);
}

static Value createFma(CodeBuilder &b, Value x, Value y, Value z) {
  if (x.getType().isF64())
    return b.call<dxil::FmaOp>(x, y, z);
  return createFusedMultiplyAdd(b, x, y, z);
}

static Value lowerFloatFunction(Operation *op, CodeBuilder &b) {
  Value x = op->getOperand(0);
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](math::AbsFOp) { return b.call<dxil::FAbsOp>(x); })
      .Case([&](math::FloorOp) {
        return createRounding<dxil::RoundNiOp>(b, Rounding::Down, x);
      })
      .Case([&](math::CeilOp) {
        return createRounding<dxil::RoundPiOp>(b, Rounding::Up, x);
      })
      .Case([&](math::RoundEvenOp) {
        return createRounding<dxil::RoundNeOp>(b, Rounding::ToEven, x);
      })
      .Case([&](math::TruncOp) {
        return createRounding<dxil::RoundZOp>(b, Rounding::ToZero, x);
      })
      .Case([&](math::SqrtOp) { return createSqrt(b, x); })
      .Case([&](math::RsqrtOp) { return createRsqrt(b, x); })
      .Case([&](math::ExpOp) { return createExp(b, x); })
      .Case([&](math::Exp2Op) { return b.call<dxil::ExpOp>(x); })
      .Case([&](math::LogOp) { return createLog(b, x); })
      .Case([&](math::Log2Op) { return b.call<dxil::LogOp>(x); })
      .Case([&](math::PowFOp power) { return createPow(b, x, power.getRhs()); })
      .Case([&](math::SinOp) { return b.call<dxil::SinOp>(x); })
      .Case([&](math::CosOp) { return b.call<dxil::CosOp>(x); })
      .Case([&](math::TanOp) { return b.call<dxil::TanOp>(x); })
      .Case([&](math::AcosOp) { return b.call<dxil::AcosOp>(x); })
      .Case([&](math::AsinOp) { return b.call<dxil::AsinOp>(x); })
      .Case([&](math::AtanOp) { return b.call<dxil::AtanOp>(x); })
      .Case([&](math::CoshOp) { return b.call<dxil::HcosOp>(x); })
      .Case([&](math::SinhOp) { return b.call<dxil::HsinOp>(x); })
      .Case([&](math::TanhOp) { return b.call<dxil::HtanOp>(x); })
      .Case([&](math::FmaOp fma) {
        return createFma(b, x, fma.getB(), fma.getC());
      })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// Returns the number of leading zeros of an i32, or `ifZero` for 0. FirstbitHi
/// counts from the highest bit and is specified for 32 bits only.
static Value countLeadingZerosOf32(CodeBuilder &b, Value x, Value ifZero) {
  Value zeros = dxil::FirstbitHiOp::create(b, b.i32, x);
  return b.select(b.isZero(x), ifZero, zeros);
}

static Value countLeadingZeros(CodeBuilder &b, Value x) {
  Value width = b.number(b.i32, int64_t(32));
  switch (x.getType().getIntOrFloatBitWidth()) {
  case 16:
    return b.subtract(countLeadingZerosOf32(b, b.resize(x, b.i32), width),
                      b.number(b.i32, int64_t(16)));
  case 32:
    return countLeadingZerosOf32(b, x, width);
  default: {
    Value low = b.resize(x, b.i32), high = b.resize(b.shiftRight(x, 32), b.i32);
    Value below = b.add(countLeadingZerosOf32(b, low, width), width);
    return countLeadingZerosOf32(b, high, below);
  }
  }
}

static Value countTrailingZeros(CodeBuilder &b, Value x) {
  const int64_t width = x.getType().getIntOrFloatBitWidth();
  Value place = dxil::FirstbitLoOp::create(b, b.i32, x);
  return b.select(b.isZero(x), b.number(b.i32, width), place);
}

/// Bit counts of DXIL are i32 regardless of the operand's type.
static Value lowerBitFunction(Operation *op, CodeBuilder &b) {
  Value x = op->getOperand(0);
  Type type = x.getType();
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](math::AbsIOp) { return b.call<dxil::IMaxOp>(x, b.negate(x)); })
      .Case([&](math::CtPopOp) {
        return b.resize(dxil::CountbitsOp::create(b, b.i32, x), type);
      })
      .Case([&](math::CountLeadingZerosOp) {
        return b.resize(countLeadingZeros(b, x), type);
      })
      .Case([&](math::CountTrailingZerosOp) {
        return b.resize(countTrailingZeros(b, x), type);
      })
      .Case([&](ReverseBitsOp) { return b.call<dxil::BfrevOp>(x); })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// All math operations
//===----------------------------------------------------------------------===//

/// Repeats checks of wave-verify for IR that did not go through that pass.
static LogicalResult verifyFunction(Operation *op) {
  Type type = op->getOperand(0).getType();
  if (isa<VectorType>(type))
    return op->emitOpError("is taken on scalars here: run "
                           "wave-scalarize-vectors first "
                           "[vector-not-scalarized]");
  if (!isScalarType(type) || type.isInteger(1))
    return op->emitOpError("is not for ")
           << type << ": convert it first [value-type]";
  if (type.isF64() && hasNoDoubleForm(op))
    return op->emitOpError("is not for f64: no GPU has it, convert to f32 "
                           "[function-type]");
  return success();
}

FailureOr<bool> wave::lowerMath(Operation *op, DXILKernel &kernel) {
  if (isa<arith::ArithDialect>(op->getDialect())) {
    CodeBuilder b(op, kernel);
    return lowerArith(op, b);
  }
  if (!isa<math::MathDialect>(op->getDialect()) && !isa<ReverseBitsOp>(op))
    return false;
  if (failed(verifyFunction(op)))
    return failure();
  CodeBuilder b(op, kernel);
  Value result = lowerFloatFunction(op, b);
  if (!result)
    result = lowerBitFunction(op, b);
  if (!result)
    return false;
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
  return true;
}
