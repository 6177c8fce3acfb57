//===- FloatIntrinsics.cpp - LLVM's functions of floats ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each becomes a function of DXIL or plain instructions. DXIL rounds, takes roots and
// computes the transcendental functions of halves and floats only.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
/// One call's replacement; null where DXIL can say none.
class FloatExpansion {
public:
  explicit FloatExpansion(IntrinsicInst &call) : call(call), builder(&call) {}

  Value *get();

private:
  Value *arg(unsigned i) { return call.getArgOperand(i); }
  Value *constant(double value) {
    return ConstantFP::get(arg(0)->getType(), value);
  }
  Type *bitsType(Type *type) {
    return builder.getIntNTy(type->getScalarSizeInBits());
  }
  Value *toBits(Value *value) {
    return builder.CreateBitCast(value, bitsType(value->getType()));
  }
  /// Of half and float only.
  Value *unary(Opcode opcode, Value *value) {
    return value->getType()->isDoubleTy()
               ? nullptr
               : createCall(builder, opcode, {value});
  }
  Value *scaledExp(double scale);
  Value *scaledLog(double scale);
  Value *power();
  Value *integerPower();
  Value *round();
  Value *copySign(Value *magnitude, Value *sign);
  Value *ordered(Opcode opcode);
  Value *multiplyAdd(bool fused);
  Value *scaleByPower();
  Value *saturate(bool isSigned);
  Value *toInteger(Value *rounded) {
    return rounded ? builder.CreateFPToSI(rounded, call.getType()) : nullptr;
  }
  Value *testClass(Value *value, unsigned classes);

  IntrinsicInst &call;
  IRBuilder<> builder;
};
} // namespace

/// DXIL's exponential and logarithm have base 2.
Value *FloatExpansion::scaledExp(double scale) {
  return unary(Exp, builder.CreateFMul(arg(0), constant(scale)));
}

Value *FloatExpansion::scaledLog(double scale) {
  Value *logarithm = unary(Log, arg(0));
  return logarithm ? builder.CreateFMul(logarithm, constant(scale)) : nullptr;
}

Value *FloatExpansion::power() {
  Value *logarithm = unary(Log, arg(0));
  return logarithm ? unary(Exp, builder.CreateFMul(logarithm, arg(1)))
                   : nullptr;
}

/// By squaring, for a literal exponent.
Value *FloatExpansion::integerPower() {
  auto *exponent = dyn_cast<ConstantInt>(arg(1));
  if (!exponent)
    return nullptr;
  Value *result = nullptr;
  Value *square = arg(0);
  for (APInt rest = exponent->getValue().abs(); !rest.isZero();) {
    if (rest[0])
      result = result ? builder.CreateFMul(result, square) : square;
    rest.lshrInPlace(1);
    if (!rest.isZero())
      square = builder.CreateFMul(square, square);
  }
  if (!result)
    return constant(1);
  return exponent->isNegative() ? builder.CreateFDiv(constant(1), result)
                                : result;
}

Value *FloatExpansion::copySign(Value *magnitude, Value *sign) {
  unsigned width = magnitude->getType()->getScalarSizeInBits();
  APInt mask = APInt::getSignMask(width);
  Value *bits = builder.CreateAnd(toBits(magnitude), ~mask);
  bits = builder.CreateOr(bits, builder.CreateAnd(toBits(sign), mask));
  return builder.CreateBitCast(bits, magnitude->getType());
}

/// Half away from zero.
Value *FloatExpansion::round() {
  Value *whole = unary(RoundZ, arg(0));
  if (!whole)
    return nullptr;
  Value *rest = createCall(builder, FAbs, {builder.CreateFSub(arg(0), whole)});
  Value *up = builder.CreateFCmpOGE(rest, constant(0.5));
  Value *step = builder.CreateSelect(up, constant(1), constant(0));
  return builder.CreateFAdd(whole, copySign(step, arg(0)));
}

/// A minimum or maximum that hands a NaN on and in which -0 is below 0.
Value *FloatExpansion::ordered(Opcode opcode) {
  Value *a = arg(0), *b = arg(1);
  Value *result = createCall(builder, opcode, {a, b});
  // Equal numbers with other bits are the zeros.
  Value *bitsOfA = toBits(a), *bitsOfB = toBits(b);
  Value *bits = opcode == FMin ? builder.CreateOr(bitsOfA, bitsOfB)
                               : builder.CreateAnd(bitsOfA, bitsOfB);
  Value *zero = builder.CreateBitCast(bits, a->getType());
  result = builder.CreateSelect(builder.CreateFCmpOEQ(a, b), zero, result);
  Value *nan = builder.CreateFAdd(a, b);
  return builder.CreateSelect(builder.CreateFCmpUNO(a, b), nan, result);
}

/// Only doubles have a fused form.
Value *FloatExpansion::multiplyAdd(bool fused) {
  bool isDouble = arg(0)->getType()->isDoubleTy();
  return createCall(builder, fused && isDouble ? Fma : FMad,
                    {arg(0), arg(1), arg(2)});
}

/// Two multiplications by powers of two, as one power may leave the range where the result
/// does not.
Value *FloatExpansion::scaleByPower() {
  Type *type = arg(0)->getType();
  if (type->isHalfTy() || !arg(1)->getType()->isIntegerTy(32))
    return nullptr;
  const fltSemantics &semantics = type->getFltSemantics();
  int bias = APFloat::semanticsMaxExponent(semantics);
  unsigned fraction = APFloat::semanticsPrecision(semantics) - 1;
  Value *exponent =
      createCall(builder, IMin, {arg(1), builder.getInt32(2 * bias)});
  exponent =
      createCall(builder, IMax, {exponent, builder.getInt32(2 - 2 * bias)});
  Value *first = builder.CreateAShr(exponent, 1);
  Value *second = builder.CreateSub(exponent, first);
  Value *result = arg(0);
  for (Value *part : {first, second}) {
    Value *biased = builder.CreateZExtOrTrunc(
        builder.CreateAdd(part, builder.getInt32(bias)), bitsType(type));
    result = builder.CreateFMul(
        result,
        builder.CreateBitCast(builder.CreateShl(biased, fraction), type));
  }
  return result;
}

/// A power of two, or infinity if the type ends before it.
static APFloat roundToFloat(const APInt &power, Type *type) {
  APFloat result(type->getFltSemantics());
  APFloat::opStatus status = result.convertFromAPInt(
      power, /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
  assert(status == APFloat::opOK || result.isInfinity());
  (void)status;
  return result;
}

/// A conversion to the nearest integer of the type; 0 for NaN.
Value *FloatExpansion::saturate(bool isSigned) {
  Value *value = arg(0);
  Type *type = call.getType();
  unsigned width = type->getIntegerBitWidth();
  APInt most =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  Type *from = value->getType();
  // The least float that is too big: the power of two after the greatest integer.
  APFloat bound = roundToFloat(
      APInt::getOneBitSet(width + 1, isSigned ? width - 1 : width), from);
  Value *result = isSigned ? builder.CreateFPToSI(value, type)
                           : builder.CreateFPToUI(value, type);
  result = builder.CreateSelect(
      builder.CreateFCmpOGE(value, ConstantFP::get(from, bound)),
      ConstantInt::get(type, most), result);
  if (!isSigned)
    return builder.CreateSelect(builder.CreateFCmpOGT(value, constant(0)),
                                result, ConstantInt::get(type, 0));
  bound.changeSign();
  result = builder.CreateSelect(
      builder.CreateFCmpOLE(value, ConstantFP::get(from, bound)),
      ConstantInt::get(type, APInt::getSignedMinValue(width)), result);
  return builder.CreateSelect(builder.CreateFCmpUNO(value, value),
                              ConstantInt::get(type, 0), result);
}

/// Compares the bits, as the classes are ranges of them.
Value *FloatExpansion::testClass(Value *value, unsigned classes) {
  const fltSemantics &semantics = value->getType()->getFltSemantics();
  Value *bits = toBits(value);
  unsigned width = bits->getType()->getIntegerBitWidth();
  APInt sign = APInt::getSignMask(width);
  APInt infinity = APFloat::getInf(semantics).bitcastToAPInt();
  APInt normal = APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
  APInt quiet =
      infinity |
      APInt::getOneBitSet(width, APFloat::semanticsPrecision(semantics) - 2);
  struct Range {
    unsigned positive, negative;
    APInt first, last;
  };
  APInt one(width, 1);
  const Range ranges[] = {
      {fcPosZero, fcNegZero, APInt(width, 0), APInt(width, 0)},
      {fcPosSubnormal, fcNegSubnormal, one, normal - one},
      {fcPosNormal, fcNegNormal, normal, infinity - one},
      {fcPosInf, fcNegInf, infinity, infinity},
      {fcSNan, fcSNan, infinity + one, quiet - one},
      {fcQNan, fcQNan, quiet, ~sign},
  };
  Value *magnitude = builder.CreateAnd(bits, ~sign);
  Value *result = nullptr;
  for (const Range &range : ranges) {
    bool positive = classes & range.positive,
         negative = classes & range.negative;
    if (!positive && !negative)
      continue;
    APInt first = range.first;
    Value *tested = magnitude;
    if (positive != negative) {
      tested = bits;
      if (negative)
        first |= sign;
    }
    Value *inside = builder.CreateICmpULE(
        builder.CreateSub(tested, ConstantInt::get(bits->getType(), first)),
        ConstantInt::get(bits->getType(), range.last - range.first));
    result = result ? builder.CreateOr(result, inside) : inside;
  }
  return result ? result : builder.getFalse();
}

Value *FloatExpansion::get() {
  switch (call.getIntrinsicID()) {
  case Intrinsic::fabs:
    return createCall(builder, FAbs, {arg(0)});
  case Intrinsic::sqrt:
    return unary(Sqrt, arg(0));
  case Intrinsic::sin:
    return unary(Sin, arg(0));
  case Intrinsic::cos:
    return unary(Cos, arg(0));
  case Intrinsic::tan:
    return unary(Tan, arg(0));
  case Intrinsic::asin:
    return unary(Asin, arg(0));
  case Intrinsic::acos:
    return unary(Acos, arg(0));
  case Intrinsic::atan:
    return unary(Atan, arg(0));
  case Intrinsic::sinh:
    return unary(Hsin, arg(0));
  case Intrinsic::cosh:
    return unary(Hcos, arg(0));
  case Intrinsic::tanh:
    return unary(Htan, arg(0));
  case Intrinsic::floor:
    return unary(RoundNi, arg(0));
  case Intrinsic::ceil:
    return unary(RoundPi, arg(0));
  case Intrinsic::trunc:
    return unary(RoundZ, arg(0));
  case Intrinsic::nearbyint:
  case Intrinsic::rint:
  case Intrinsic::roundeven:
    return unary(RoundNe, arg(0));
  case Intrinsic::round:
    return round();
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return toInteger(unary(RoundNe, arg(0)));
  case Intrinsic::lround:
  case Intrinsic::llround:
    return toInteger(round());
  case Intrinsic::exp:
    return scaledExp(numbers::log2e);
  case Intrinsic::exp2:
    return unary(Exp, arg(0));
  case Intrinsic::exp10:
    return scaledExp(numbers::ln10 / numbers::ln2);
  case Intrinsic::log:
    return scaledLog(numbers::ln2);
  case Intrinsic::log2:
    return unary(Log, arg(0));
  case Intrinsic::log10:
    return scaledLog(numbers::ln2 / numbers::ln10);
  case Intrinsic::pow:
    return power();
  case Intrinsic::powi:
    return integerPower();
  case Intrinsic::ldexp:
    return scaleByPower();
  case Intrinsic::maximumnum:
  case Intrinsic::maxnum:
    return createCall(builder, FMax, {arg(0), arg(1)});
  case Intrinsic::minimumnum:
  case Intrinsic::minnum:
    return createCall(builder, FMin, {arg(0), arg(1)});
  case Intrinsic::maximum:
    return ordered(FMax);
  case Intrinsic::minimum:
    return ordered(FMin);
  case Intrinsic::fma:
    return multiplyAdd(/*fused=*/true);
  case Intrinsic::fmuladd:
    return multiplyAdd(/*fused=*/false);
  case Intrinsic::canonicalize:
    return builder.CreateFMul(arg(0), constant(1));
  case Intrinsic::copysign:
    return copySign(arg(0), arg(1));
  case Intrinsic::fptosi_sat:
    return saturate(/*isSigned=*/true);
  case Intrinsic::fptoui_sat:
    return saturate(/*isSigned=*/false);
  case Intrinsic::is_fpclass:
    return testClass(arg(0), cast<ConstantInt>(arg(1))->getZExtValue());
  default:
    return nullptr;
  }
}

static bool isOfFloats(const IntrinsicInst &call) {
  return !call.arg_empty() &&
         call.getArgOperand(0)->getType()->isFPOrFPVectorTy();
}

/// The subtraction from -0: DXIL has no negation.
static void lowerNegation(UnaryOperator &negation) {
  Value *zero = ConstantFP::getNegativeZero(negation.getType());
  BinaryOperator *difference = BinaryOperator::CreateFSub(
      zero, negation.getOperand(0), "", negation.getIterator());
  difference->copyFastMathFlags(&negation);
  difference->setDebugLoc(negation.getDebugLoc());
  difference->takeName(&negation);
  negation.replaceAllUsesWith(difference);
  negation.eraseFromParent();
}

/// Rounding, roots, powers, minima, signs and classes of floats, and the negation.
Error legalize::lowerFloatIntrinsics(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<Instruction *> floats;
    for (Instruction &inst : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&inst);
      if (inst.getOpcode() == Instruction::FNeg || (call && isOfFloats(*call)))
        floats.push_back(&inst);
    }
    for (Instruction *inst : floats) {
      auto *call = dyn_cast<IntrinsicInst>(inst);
      if (!call) {
        lowerNegation(cast<UnaryOperator>(*inst));
        continue;
      }
      Type *operand = call->getArgOperand(0)->getType();
      bool hasType =
          operand->isHalfTy() || operand->isFloatTy() || operand->isDoubleTy();
      Value *value = hasType ? FloatExpansion(*call).get() : nullptr;
      if (!value)
        return refuse(*call, "DXIL has no function of this type");
      if (isa<Instruction>(value))
        value->takeName(call);
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
    eraseDeadInstructions(function);
  }
  return Error::success();
}
