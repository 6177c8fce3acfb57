//===- ExpandMath.cpp - Functions that GPUs lack --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// `type`, or a vector of it if `like` is a vector.
static Type withShapeOf(Type like, Type type) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(type);
  return type;
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = SplatElementsAttr::get(vector, value);
  return arith::ConstantOp::create(b, value);
}

static Value createNumber(ImplicitLocOpBuilder &b, Type type, double number) {
  return createConstant(b, type,
                        b.getFloatAttr(getElementTypeOrSelf(type), number));
}

static Value createLog10(ImplicitLocOpBuilder &b, Value x) {
  const double scale = llvm::numbers::ln2 / llvm::numbers::ln10;
  return arith::MulFOp::create(b, math::Log2Op::create(b, x),
                               createNumber(b, x.getType(), scale));
}

/// The arguments of f32. The quotient of the shorter side and the longer side
/// is at most 1, and its angle is measured from the axis of the longer side.
/// Comparisons of a NaN are false, so that it remains in the quotient. Signs
/// are those of the bits: the angle of (-0, -1) is -pi.
static Value createAtan2(ImplicitLocOpBuilder &b, Value y, Value x) {
  using Predicate = arith::CmpFPredicate;
  Type type = x.getType();
  Type bits = withShapeOf(type, b.getI32Type());
  auto compare = [&](Predicate predicate, Value left, Value right) -> Value {
    return arith::CmpFOp::create(b, predicate, left, right);
  };
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(b, condition, yes, no);
  };
  Value zero = createNumber(b, type, 0);
  Value width = math::AbsFOp::create(b, x), height = math::AbsFOp::create(b, y);
  Value isSteep = compare(Predicate::OGT, height, width);
  Value shorter = select(isSteep, width, height);
  Value longer = select(isSteep, height, width);
  // The quotient of two infinities is 1, and that of two zeros is 0.
  Value ofEqual = select(compare(Predicate::OEQ, longer, zero), zero,
                         createNumber(b, type, 1));
  Value quotient = select(compare(Predicate::OEQ, shorter, longer), ofEqual,
                          arith::DivFOp::create(b, shorter, longer));
  Value angle = math::AtanOp::create(b, quotient);
  Value right = createNumber(b, type, llvm::numbers::pi / 2);
  angle = select(isSteep, arith::SubFOp::create(b, right, angle), angle);
  Value bitsOfX = arith::BitcastOp::create(b, bits, x);
  Value isLeft =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bitsOfX,
                            createConstant(b, bits, b.getI32IntegerAttr(0)));
  Value straight = createNumber(b, type, llvm::numbers::pi);
  angle = select(isLeft, arith::SubFOp::create(b, straight, angle), angle);
  Value signBit = createConstant(b, bits, b.getI32IntegerAttr(INT32_MIN));
  Value sign =
      arith::AndIOp::create(b, arith::BitcastOp::create(b, bits, y), signBit);
  Value bitsOfAngle = arith::BitcastOp::create(b, bits, angle);
  return arith::BitcastOp::create(b, type,
                                  arith::OrIOp::create(b, bitsOfAngle, sign));
}

/// Computes an f16 in f32, because `createAtan2` inspects 32 bits.
static Value createWideAtan2(ImplicitLocOpBuilder &b, Value y, Value x) {
  Type type = x.getType();
  if (!getElementTypeOrSelf(type).isF16())
    return createAtan2(b, y, x);
  Type wide = withShapeOf(type, b.getF32Type());
  return arith::TruncFOp::create(
      b, type,
      createAtan2(b, arith::ExtFOp::create(b, wide, y),
                  arith::ExtFOp::create(b, wide, x)));
}

void wave::expandMath(Operation *function) {
  function->walk([](Operation *op) {
    if (!isa<math::Atan2Op, math::Log10Op>(op) ||
        getElementTypeOrSelf(op->getResult(0)).isF64())
      return;
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value result =
        isa<math::Log10Op>(op)
            ? createLog10(b, op->getOperand(0))
            : createWideAtan2(b, op->getOperand(0), op->getOperand(1));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  });
}
