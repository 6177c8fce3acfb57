//===- MathToNVVM.cpp - Functions of numbers -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The machine has approximations of a few functions of f32; the others are made of
// these. Roundings, square roots and functions of bits remain `math`, because LLVM has
// them for every type.
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "WaveDialect/Transforms/OperationRules.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;
using Predicate = arith::CmpFPredicate;
namespace numbers = llvm::numbers;

namespace {
/// Creates functions of f32 scalars.
class FloatBuilder {
public:
  explicit FloatBuilder(NVVMBuilder &b) : b(b) {}

  Value sin(Value x) { return call("llvm.nvvm.sin.approx.f", reduceAngle(x)); }
  Value cos(Value x) { return call("llvm.nvvm.cos.approx.f", reduceAngle(x)); }
  Value tan(Value x);
  /// A result below 2^-126 is 0: subnormal ones take three more instructions.
  Value exp2(Value x) { return call("llvm.nvvm.ex2.approx.ftz.f32", x); }
  Value log2(Value x) { return call("llvm.nvvm.lg2.approx.f", x); }
  Value rsqrt(Value x) { return call("llvm.nvvm.rsqrt.approx.f", x); }
  Value exp(Value x) { return exp2(multiply(x, number(numbers::log2e))); }
  Value log(Value x) { return multiply(log2(x), number(numbers::ln2)); }
  Value pow(Value base, Value exponent);
  Value sinh(Value x);
  Value cosh(Value x);
  Value tanh(Value x);
  Value asin(Value x);
  Value acos(Value x);
  Value atan(Value x);

private:
  Value number(double value) {
    return b.kernel.getConstant(b.getF32FloatAttr(static_cast<float>(value)));
  }
  Value call(StringRef intrinsic, Value x) {
    return LLVM::CallIntrinsicOp::create(b, x.getType(),
                                         b.getStringAttr(intrinsic), x)
        .getResult(0);
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value subtract(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value multiply(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value divide(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value negate(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(b, x); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value compare(Predicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value withSignOf(Value x, Value sign) {
    return math::CopySignOp::create(b, x, sign);
  }
  /// x + x^3 * p(x^2).
  Value oddPolynomial(Value x, ArrayRef<double> coefficients);
  Value reduceAngle(Value x);
  /// The arc sine of half an angle whose cosine is |x|: accurate near 1.
  Value asinOfHalf(Value magnitude);
  Value asinOfSmall(Value x);

  NVVMBuilder &b;
};
} // namespace

Value FloatBuilder::oddPolynomial(Value x, ArrayRef<double> coefficients) {
  Value square = multiply(x, x);
  Value sum = number(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, square, number(coefficient));
  return fma(multiply(square, x), sum, x);
}

/// Subtracts full turns: the machine's functions are accurate between -pi and pi. The
/// turn has two parts, because its nearest float is too coarse for many turns.
Value FloatBuilder::reduceAngle(Value x) {
  constexpr double kTurn = 2 * numbers::pi;
  constexpr auto kHigh = static_cast<float>(kTurn);
  Value turns = multiply(x, number(1 / kTurn));
  turns = negate(math::RoundEvenOp::create(b, turns));
  return fma(turns, number(kTurn - kHigh), fma(turns, number(kHigh), x));
}

Value FloatBuilder::tan(Value x) {
  Value angle = reduceAngle(x);
  return divide(call("llvm.nvvm.sin.approx.f", angle),
                call("llvm.nvvm.cos.approx.f", angle));
}

/// A negative base gives a NaN, as in HLSL. The logarithm of 0 is -infinity, so a power
/// of 0 is 0 or infinity; only the exponent 0 would give a NaN.
Value FloatBuilder::pow(Value base, Value exponent) {
  Value power = exp2(multiply(log2(base), exponent));
  Value isOne = b.bitAnd(compare(Predicate::OEQ, exponent, number(0)),
                         compare(Predicate::OGE, base, number(0)));
  return b.select(isOne, number(1), power);
}

/// Half of the exponential is the exponential of a smaller number, which overflows
/// later.
Value FloatBuilder::sinh(Value x) {
  Value scaled = multiply(x, number(numbers::log2e));
  Value large = subtract(exp2(subtract(scaled, number(1))),
                         exp2(subtract(negate(scaled), number(1))));
  Value small =
      oddPolynomial(x, {1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880});
  return b.select(compare(Predicate::OLT, abs(x), number(1)), small, large);
}

Value FloatBuilder::cosh(Value x) {
  Value scaled = multiply(x, number(numbers::log2e));
  return add(exp2(subtract(scaled, number(1))),
             exp2(subtract(negate(scaled), number(1))));
}

Value FloatBuilder::tanh(Value x) {
  Value magnitude = abs(x);
  Value power = exp2(multiply(magnitude, number(2 * numbers::log2e)));
  Value large = subtract(number(1), divide(number(2), add(power, number(1))));
  // Fitted on magnitudes up to 0.6; the largest error is 3e-8 of x^3.
  Value small = oddPolynomial(x, {-0.3333333052, 0.1333293236, -0.0538763036,
                                  0.0211214034, -0.0062836026});
  return b.select(compare(Predicate::OLT, magnitude, number(0.6)), small,
                  withSignOf(large, x));
}

/// Fitted on magnitudes up to 0.5; the largest error is 7e-8 of x^3.
Value FloatBuilder::asinOfSmall(Value x) {
  return oddPolynomial(x, {0.1666667315, 0.0749876105, 0.0450202956,
                           0.0264329411, 0.0383290449});
}

Value FloatBuilder::asinOfHalf(Value magnitude) {
  Value half = fma(magnitude, number(-0.5), number(0.5));
  return asinOfSmall(sqrt(half));
}

Value FloatBuilder::asin(Value x) {
  Value magnitude = abs(x);
  Value large = fma(asinOfHalf(magnitude), number(-2), number(numbers::pi / 2));
  return b.select(compare(Predicate::OLT, magnitude, number(0.5)),
                  asinOfSmall(x), withSignOf(large, x));
}

Value FloatBuilder::acos(Value x) {
  Value magnitude = abs(x);
  Value angle = multiply(asinOfHalf(magnitude), number(2));
  Value large = b.select(compare(Predicate::OLT, x, number(0)),
                         subtract(number(numbers::pi), angle), angle);
  Value small = subtract(number(numbers::pi / 2), asinOfSmall(x));
  return b.select(compare(Predicate::OLT, magnitude, number(0.5)), small,
                  large);
}

/// The tangent is brought below that of pi/8 by two identities. Fitted there; the
/// largest error is 5e-7 of x^3.
Value FloatBuilder::atan(Value x) {
  Value magnitude = abs(x), one = number(1);
  Value isSteep = compare(Predicate::OGT, magnitude, one);
  Value slope = b.select(isSteep, divide(one, magnitude), magnitude);
  Value isLarge = compare(Predicate::OGT, slope, number(0.41421356));
  Value rotated = divide(subtract(slope, one), add(slope, one));
  slope = b.select(isLarge, rotated, slope);
  Value angle = oddPolynomial(
      slope, {-0.3333328948, 0.1999154482, -0.1402890508, 0.0853896367});
  angle = b.select(isLarge, add(angle, number(numbers::pi / 4)), angle);
  angle = b.select(isSteep, subtract(number(numbers::pi / 2), angle), angle);
  return withSignOf(angle, x);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Returns null for functions that LLVM has.
static Value createFunction(Operation *op, NVVMBuilder &b,
                            ValueRange operands) {
  FloatBuilder f(b);
  Value x = operands.front();
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](math::SinOp) { return f.sin(x); })
      .Case([&](math::CosOp) { return f.cos(x); })
      .Case([&](math::TanOp) { return f.tan(x); })
      .Case([&](math::ExpOp) { return f.exp(x); })
      .Case([&](math::Exp2Op) { return f.exp2(x); })
      .Case([&](math::LogOp) { return f.log(x); })
      .Case([&](math::Log2Op) { return f.log2(x); })
      .Case([&](math::PowFOp) { return f.pow(x, operands[1]); })
      .Case([&](math::RsqrtOp) { return f.rsqrt(x); })
      .Case([&](math::SinhOp) { return f.sinh(x); })
      .Case([&](math::CoshOp) { return f.cosh(x); })
      .Case([&](math::TanhOp) { return f.tanh(x); })
      .Case([&](math::AsinOp) { return f.asin(x); })
      .Case([&](math::AcosOp) { return f.acos(x); })
      .Case([&](math::AtanOp) { return f.atan(x); })
      .Default(Value());
}

/// Computes a function of f16 in f32.
static Value createScalar(Operation *op, NVVMBuilder &b,
                          SmallVector<Value> operands) {
  Type type = operands.front().getType();
  if (type.isF32())
    return createFunction(op, b, operands);
  for (Value &operand : operands)
    operand = arith::ExtFOp::create(b, b.f32, operand);
  return arith::TruncFOp::create(b, type, createFunction(op, b, operands));
}

static bool isApproximated(Operation *op) {
  return isa<math::SinOp, math::CosOp, math::TanOp, math::ExpOp, math::Exp2Op,
             math::LogOp, math::Log2Op, math::PowFOp, math::RsqrtOp,
             math::SinhOp, math::CoshOp, math::TanhOp, math::AsinOp,
             math::AcosOp, math::AtanOp>(op);
}

static Value createApproximation(Operation *op, NVVMBuilder &b) {
  auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!vector)
    return createScalar(op, b, SmallVector<Value>(op->getOperands()));
  SmallVector<Value> components;
  for (int64_t place = 0; place < vector.getNumElements(); ++place) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          vector::ExtractOp::create(b, operand, ArrayRef<int64_t>{place}));
    components.push_back(createScalar(op, b, operands));
  }
  return vector::FromElementsOp::create(b, vector, components);
}

/// Rounds an f32 or an integer to bf16. LLVM would combine conversions with the
/// arithmetic before them, which then rounds differently where the result is
/// subnormal; it leaves the intrinsic alone. Canonicalization makes one conversion
/// of two, which `wave-expand-bfloat16` has made exact in f32.
static Value createRounding(Operation *op, NVVMBuilder &b) {
  Type type = op->getResult(0).getType();
  if (!type.isBF16())
    return {};
  Value x = op->getOperand(0);
  if (isa<arith::SIToFPOp>(op))
    x = arith::SIToFPOp::create(b, b.f32, x);
  else if (isa<arith::UIToFPOp>(op))
    x = arith::UIToFPOp::create(b, b.f32, x);
  else if (!isa<arith::TruncFOp>(op) || !x.getType().isF32())
    return {};
  return LLVM::CallIntrinsicOp::create(
             b, type, b.getStringAttr("llvm.nvvm.f2bf16.rn"), x)
      .getResult(0);
}

FailureOr<bool> nvvm::lowerMath(Operation *op, NVVMKernel &kernel, Value mask) {
  NVVMBuilder b(op, kernel, mask);
  Value result;
  if (auto reverse = dyn_cast<ReverseBitsOp>(op)) {
    result =
        LLVM::BitReverseOp::create(b, reverse.getType(), reverse.getValue());
  } else if (isApproximated(op)) {
    const bool isDouble =
        getElementTypeOrSelf(op->getResult(0).getType()).isF64();
    if (isDouble && hasNoDoubleForm(op))
      return op->emitOpError("is not for f64: no GPU has it, convert to f32 "
                             "[function-type]");
    // Only the square root has a form on f64, which LLVM divides by.
    if (isDouble)
      return false;
    result = createApproximation(op, b);
  } else if (op->getNumResults() == 1) {
    result = createRounding(op, b);
  }
  if (!result)
    return false;
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
  return true;
}
