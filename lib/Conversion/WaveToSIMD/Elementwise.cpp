//===- Elementwise.cpp - Arithmetic on all lanes of a wave ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "ElementwiseCases.h"

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

Type simd::withShapeOf(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = SplatElementsAttr::get(vector, value);
  return arith::ConstantOp::create(b, value);
}

Value simd::createNumber(ImplicitLocOpBuilder &b, Type type, int64_t number) {
  Type element = getElementTypeOrSelf(type);
  if (isa<FloatType>(element))
    return createNumber(b, type, double(number));
  APInt bits(element.getIntOrFloatBitWidth(), number, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return createConstant(b, type, b.getIntegerAttr(element, bits));
}

Value simd::createNumber(ImplicitLocOpBuilder &b, Type type, double number) {
  return createConstant(b, type,
                        b.getFloatAttr(getElementTypeOrSelf(type), number));
}

static unsigned getWidth(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

static bool isHalf(Value value) {
  return getElementTypeOrSelf(value.getType()).isF16();
}

/// The element type in vectors of lanes.
static Type getElementType(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IntegerType::get(type.getContext(), 32) : element;
}

std::optional<APInt> simd::getConstantInteger(Value operand, unsigned width) {
  APInt constant;
  if (!matchPattern(operand, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.zextOrTrunc(width);
}

Operation *simd::cloneOn(ImplicitLocOpBuilder &b, Operation *op,
                         ValueRange operands) {
  Operation *clone = b.clone(*op);
  clone->setOperands(operands);
  for (OpResult result : clone->getResults())
    result.setType(withShapeOf(operands.front().getType(),
                               getElementType(result.getType())));
  // Inactive lanes may have any operands, so promises about operands do not
  // hold.
  using Flags = arith::ArithIntegerOverflowFlagsInterface;
  if (auto flags = dyn_cast<Flags>(clone))
    clone->setAttr(flags.getIntegerOverflowAttrName(),
                   arith::IntegerOverflowFlagsAttr::get(
                       b.getContext(), arith::IntegerOverflowFlags::none));
  clone->removeAttr("isExact");
  return clone;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Index is i32, so most casts do nothing.
static Value emitIndexCast(ImplicitLocOpBuilder &b, Operation *op,
                           Value operand) {
  Type type = withShapeOf(operand.getType(),
                          getElementType(op->getResult(0).getType()));
  if (type == operand.getType())
    return operand;
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() < getWidth(operand))
    return arith::TruncIOp::create(b, type, operand);
  if (isa<arith::IndexCastUIOp>(op))
    return arith::ExtUIOp::create(b, type, operand);
  return arith::ExtSIOp::create(b, type, operand);
}

/// Masks the amount to the bit width.
static Value emitShift(ImplicitLocOpBuilder &b, Operation *op, Value operand,
                       Value amount) {
  unsigned width = getWidth(operand);
  std::optional<APInt> constant = getConstantInteger(op->getOperand(1), width);
  if (!constant || constant->uge(width))
    amount = arith::AndIOp::create(
        b, amount, createNumber(b, amount.getType(), int64_t(width) - 1));
  return cloneOn(b, op, {operand, amount})->getResult(0);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Value extend(ImplicitLocOpBuilder &b, Value half, Type element) {
  return arith::ExtFOp::create(b, withShapeOf(half.getType(), element), half);
}

static Value truncateToHalf(ImplicitLocOpBuilder &b, Value x) {
  return arith::TruncFOp::create(b, withShapeOf(x.getType(), b.getF16Type()),
                                 x);
}

/// Rounds once. Processors before AVX512-FP16 have no such instruction, and
/// rounding to f32 and then to f16 would round twice. The f64 is therefore
/// first rounded to odd in the precision of f32, so that the lost digits break
/// ties.
static Value truncateDoubleToHalf(ImplicitLocOpBuilder &b, Value x) {
  Type type = withShapeOf(x.getType(), b.getI64Type());
  constexpr int64_t lost = (int64_t(1) << 29) - 1;
  Value bits = arith::BitcastOp::create(b, type, x);
  Value rest = arith::AndIOp::create(b, bits, createNumber(b, type, lost));
  Value carry = arith::AddIOp::create(b, rest, createNumber(b, type, lost));
  Value sticky = arith::OrIOp::create(b, bits, carry);
  Value odd = arith::AndIOp::create(b, sticky, createNumber(b, type, ~lost));
  Value single =
      arith::TruncFOp::create(b, withShapeOf(x.getType(), b.getF32Type()),
                              arith::BitcastOp::create(b, x.getType(), odd));
  return truncateToHalf(b, single);
}

/// The product of two f16 is exact in f64, and the rounding error of the sum is
/// too small to affect the second rounding. LLVM would call a function for each
/// lane.
static Value emitHalfFma(ImplicitLocOpBuilder &b, ValueRange operands) {
  Value x = extend(b, operands[0], b.getF64Type());
  Value y = extend(b, operands[1], b.getF64Type());
  Value z = extend(b, operands[2], b.getF64Type());
  return truncateDoubleToHalf(
      b, arith::AddFOp::create(b, arith::MulFOp::create(b, x, y), z));
}

/// If one operand is a NaN, returns the other. LLVM has vector code for
/// comparisons of f16, but calls a function for each lane for a minimum.
static Value emitHalfMinMax(ImplicitLocOpBuilder &b, Operation *op, Value x,
                            Value y) {
  using Predicate = arith::CmpFPredicate;
  bool isMin = isa<arith::MinNumFOp>(op);
  Value isBetter =
      arith::CmpFOp::create(b, isMin ? Predicate::OLT : Predicate::OGT, x, y);
  Value isAlone = arith::CmpFOp::create(b, Predicate::UNO, y, y);
  return arith::SelectOp::create(b, arith::OrIOp::create(b, isBetter, isAlone),
                                 x, y);
}

/// For values out of range LLVM returns poison, which freeze makes some
/// integer.
static Value emitFloatToInteger(ImplicitLocOpBuilder &b, Operation *op,
                                Value operand) {
  // LLVM splits long vectors of f16 into scalars.
  if (isHalf(operand))
    operand = extend(b, operand, b.getF32Type());
  return LLVM::FreezeOp::create(b, cloneOn(b, op, operand)->getResult(0));
}

/// Emits functions of floats. For f16, LLVM has vector code only for `+ - * /`
/// and comparisons, and would split other operations into lanes; computing them
/// in f32 gives the same result.
static Value emitFunction(ImplicitLocOpBuilder &b, Operation *op,
                          ValueRange operands, const Machine &machine) {
  bool isOfHalf = isHalf(operands.front());
  SmallVector<Value> wide(operands);
  if (isOfHalf) {
    if (isa<math::FmaOp>(op))
      return emitHalfFma(b, operands);
    if (isa<arith::MinNumFOp, arith::MaxNumFOp>(op))
      return emitHalfMinMax(b, op, operands[0], operands[1]);
    for (Value &operand : wide)
      operand = extend(b, operand, b.getF32Type());
  }
  Value result = emitVectorMath(b, op, wide, machine);
  if (!result) {
    Operation *clone = cloneOn(b, op, wide);
    result = clone->getResult(0);
    result.setType(wide.front().getType());
  }
  return isOfHalf ? truncateToHalf(b, result) : result;
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

/// Constants have no operands and become scalars.
static Value emitConstant(ImplicitLocOpBuilder &b, arith::ConstantOp op) {
  auto integer = dyn_cast<IntegerAttr>(op.getValue());
  if (op.getType().isIndex() && integer)
    return createNumber(b, b.getI32Type(), integer.getInt());
  return b.clone(*op)->getResult(0);
}

SmallVector<Value> simd::emitElementwise(OpBuilder &builder, Operation *op,
                                         ValueRange operands, int64_t lanes,
                                         const Machine &machine) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  assert(llvm::all_of(operands.getTypes(), [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return !vector || vector.getNumElements() == lanes;
  }));
  if (isa<ReverseBitsOp>(op))
    return {LLVM::BitReverseOp::create(b, operands[0].getType(), operands[0])};
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return {};
  return llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case([&](arith::ConstantOp constant) -> SmallVector<Value> {
        return {emitConstant(b, constant)};
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto) -> SmallVector<Value> {
            return {emitIndexCast(b, op, operands[0])};
          })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
          [&](auto) -> SmallVector<Value> {
            return {emitDivision(b, op, operands[0], operands[1], machine)};
          })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [&](auto) -> SmallVector<Value> {
            return {emitShift(b, op, operands[0], operands[1])};
          })
      .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto) -> SmallVector<Value> {
        return {emitFloatToInteger(b, op, operands[0])};
      })
      .Case<arith::MinNumFOp, arith::MaxNumFOp, arith::RemFOp, math::AcosOp,
            math::AsinOp, math::AtanOp, math::Atan2Op, math::CeilOp,
            math::CosOp, math::CoshOp, math::ExpOp, math::Exp2Op, math::FloorOp,
            math::FmaOp, math::LogOp, math::Log10Op, math::Log2Op, math::PowFOp,
            math::RoundEvenOp, math::RsqrtOp, math::SinOp, math::SinhOp,
            math::SqrtOp, math::TanOp, math::TanhOp, math::TruncOp>(
          [&](auto) -> SmallVector<Value> {
            return {emitFunction(b, op, operands, machine)};
          })
      .Case([&](arith::TruncFOp truncate) -> SmallVector<Value> {
        if (getElementTypeOrSelf(truncate.getType()).isF16() &&
            getWidth(operands[0]) == 64)
          return {truncateDoubleToHalf(b, operands[0])};
        return cloneOn(b, op, operands)->getResults();
      })
      .Default([&](Operation *) -> SmallVector<Value> {
        return cloneOn(b, op, operands)->getResults();
      });
}
