//===- IntegersForDrivers.cpp - Integers that drivers compile incorrectly -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each rewrite avoids one bug of a driver's compiler and names the driver.
// docs/vulkan.md has an expression for each bug, and
// test/python/vulkan/test_driver_arithmetic.py compares the results on any device.

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// Builds arith operations at an operation, on scalars or vectors.
struct IntegerBuilder {
  explicit IntegerBuilder(Operation *op) : builder(op), loc(op->getLoc()) {}

  template <typename OpT, typename... Args>
  Value create(Args &&...args) {
    return builder.createOrFold<OpT>(loc, std::forward<Args>(args)...);
  }

  static Type getType(Type like, Type element) {
    if (auto vector = dyn_cast<VectorType>(like))
      return vector.clone(element);
    return element;
  }
  Type getInteger(Type like, unsigned width) {
    return getType(like, builder.getIntegerType(width));
  }
  Value constant(Type type, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(type))
      value = SplatElementsAttr::get(vector, value);
    return arith::ConstantOp::create(builder, loc, value);
  }
  Value integer(Type type, const APInt &value) {
    return constant(type,
                    builder.getIntegerAttr(getElementTypeOrSelf(type), value));
  }
  Value number(Type type, double value) {
    return constant(type,
                    builder.getFloatAttr(getElementTypeOrSelf(type), value));
  }

  OpBuilder builder;
  Location loc;
};
} // namespace

/// Returns the bits of an element; 0 for `index`.
static unsigned getWidth(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}

/// Whether all elements of `value` are a constant; without optimization a vector
/// is a broadcast.
static bool isSplatOf(Value value, int64_t number) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) &&
         constant.getSExtValue() == number;
}

/// NVIDIA's compiler (driver 580) combines two maxima or minima into one of
/// three operands, with wrong results: max(x, y) -> x > y ? x : y. The minimum of a bounds check, an `index`, is in
/// neither form.
template <typename OpT, arith::CmpIPredicate predicate>
static void selectByComparison(OpT op) {
  if (getWidth(op.getResult()) == 0)
    return;
  IntegerBuilder b(op);
  Value condition =
      b.create<arith::CmpIOp>(predicate, op.getLhs(), op.getRhs());
  op.replaceAllUsesWith(
      b.create<arith::SelectOp>(condition, op.getLhs(), op.getRhs()));
  op.erase();
}

/// NVIDIA's compiler (driver 580) replaces `1 / max(x, 1)` and the same with a
/// selection by a comparison, with wrong results: 1 / x -> x == 1 ? 1 : 0, and
/// -1 for a signed x of -1.
template <typename OpT>
static void compareForReciprocal(OpT op) {
  if (getWidth(op.getResult()) == 0 || !isSplatOf(op.getLhs(), 1))
    return;
  IntegerBuilder b(op);
  Type type = op.getType();
  unsigned width = getWidth(op.getResult());
  Value zero = b.integer(type, APInt::getZero(width));
  auto selectIfEqual = [&](const APInt &number, Value otherwise) -> Value {
    Value constant = b.integer(type, number);
    Value condition = b.create<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                              op.getRhs(), constant);
    return b.create<arith::SelectOp>(condition, constant, otherwise);
  };
  Value result = selectIfEqual(APInt(width, 1), zero);
  if constexpr (std::is_same_v<OpT, arith::DivSIOp>)
    result = selectIfEqual(APInt::getAllOnes(width), result);
  op.replaceAllUsesWith(result);
  op.erase();
}

/// Returns a 16-bit integer in the upper half of 32 bits.
static Value moveToUpperHalf(IntegerBuilder &b, Value x) {
  Type wide = b.getInteger(x.getType(), 32);
  Value extended = b.create<arith::ExtUIOp>(wide, x);
  return b.create<arith::ShLIOp>(extended, b.integer(wide, APInt(32, 16)));
}

/// NVIDIA's compiler (driver 580) assumes that -x does not wrap around in 16
/// bits, and extends -(-32768) to 32768: -x -> (-(x << 16)) >> 16 in 32 bits.
static void negateInUpperHalf(arith::SubIOp op) {
  if (getWidth(op.getResult()) != 16 || !isSplatOf(op.getLhs(), 0))
    return;
  IntegerBuilder b(op);
  Value upper = moveToUpperHalf(b, op.getRhs());
  Type wide = upper.getType();
  Value negated = b.create<arith::SubIOp>(b.integer(wide, APInt(32, 0)), upper);
  Value shifted =
      b.create<arith::ShRSIOp>(negated, b.integer(wide, APInt(32, 16)));
  op.replaceAllUsesWith(b.create<arith::TruncIOp>(op.getType(), shifted));
  op.erase();
}

/// NVIDIA's compiler (driver 580) extends a 16-bit integer by its sign before
/// it counts the bits. In the upper half there is nothing to extend.
static void countInUpperHalf(math::CtPopOp op) {
  if (getWidth(op.getResult()) != 16)
    return;
  IntegerBuilder b(op);
  Value count = b.create<math::CtPopOp>(moveToUpperHalf(b, op.getOperand()));
  op.replaceAllUsesWith(b.create<arith::TruncIOp>(op.getType(), count));
  op.erase();
}

/// If only the lower 32 bits of an integer are used, NVIDIA's compiler (driver
/// 580) converts a float to 32 bits instead of 64, which saturates. The halves
/// are therefore converted one by one. Each step is exact if the float is not
/// negative, so the sign is applied to the integer; an unsigned integer has
/// none, because only fractions above -1 convert to one:
///   u64(x) -> t = floor(|x|), upper = floor(t * 2^-32),
///             u64(u32(upper)) << 32 | u64(u32(t - upper * 2^32))
template <typename OpT>
static void convertHalves(OpT op) {
  if (getWidth(op.getResult()) != 64)
    return;
  IntegerBuilder b(op);
  constexpr bool isSigned = std::is_same_v<OpT, arith::FPToSIOp>;
  Value x = op.getIn();
  // 2^32 exceeds the range of f16.
  if (getWidth(x) == 16)
    x = b.create<arith::ExtFOp>(
        IntegerBuilder::getType(x.getType(), b.builder.getF32Type()), x);
  Type type = x.getType();
  Value whole = b.create<math::FloorOp>(b.create<math::AbsFOp>(x));
  Value upper = b.create<math::FloorOp>(
      b.create<arith::MulFOp>(whole, b.number(type, 0x1p-32)));
  Value lower = b.create<arith::SubFOp>(
      whole, b.create<arith::MulFOp>(upper, b.number(type, 0x1p32)));
  auto toInteger = [&](Value half) {
    Value bits = b.create<arith::FPToUIOp>(b.getInteger(type, 32), half);
    return b.create<arith::ExtUIOp>(op.getType(), bits);
  };
  Value shifted = b.create<arith::ShLIOp>(
      toInteger(upper), b.integer(op.getType(), APInt(64, 32)));
  Value result = b.create<arith::OrIOp>(shifted, toInteger(lower));
  if (isSigned) {
    Value isNegative = b.create<arith::CmpFOp>(arith::CmpFPredicate::OLT, x,
                                               b.number(type, 0));
    Value negated =
        b.create<arith::SubIOp>(b.integer(op.getType(), APInt(64, 0)), result);
    result = b.create<arith::SelectOp>(isNegative, negated, result);
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

/// Whether `value` is a signed 32-bit integer that was extended to 64 bits.
static bool isExtendedTo64(Value value) {
  auto extension = value.getDefiningOp<arith::ExtSIOp>();
  return extension && getWidth(extension.getIn()) == 32 &&
         getWidth(value) == 64;
}

/// Returns the unsigned predicate for a signed one; none for any other.
static std::optional<arith::CmpIPredicate>
getUnsignedPredicate(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return arith::CmpIPredicate::ult;
  case arith::CmpIPredicate::sle:
    return arith::CmpIPredicate::ule;
  case arith::CmpIPredicate::sgt:
    return arith::CmpIPredicate::ugt;
  case arith::CmpIPredicate::sge:
    return arith::CmpIPredicate::uge;
  default:
    return std::nullopt;
  }
}

/// Mesa 22.3 compares a signed 32-bit integer that was extended to 64 bits with
/// a constant as if the constant were out of range. With flipped sign bits the
/// unsigned comparison has the same result: x < y -> (x ^ min) <u (y ^ min).
static void compareWithoutSign(arith::CmpIOp op) {
  std::optional<arith::CmpIPredicate> predicate =
      getUnsignedPredicate(op.getPredicate());
  if (!predicate || llvm::none_of(op->getOperands(), isExtendedTo64))
    return;
  IntegerBuilder b(op);
  Value sign = b.integer(op.getLhs().getType(), APInt::getSignedMinValue(64));
  for (OpOperand &operand : op->getOpOperands())
    operand.set(b.create<arith::XOrIOp>(operand.get(), sign));
  op.setPredicate(*predicate);
}

/// NVIDIA's compiler (driver 580) divides by one constant for all components if a
/// vector of 64-bit integers selects its constants: 3 / (c ? 1 : (1, 3)) has 3 in
/// both components. Scalars are divided correctly.
template <typename OpT>
static void divideComponents(OpT op) {
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type || getWidth(op.getResult()) != 64)
    return;
  IntegerBuilder b(op);
  SmallVector<Value> quotients;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    quotients.push_back(
        b.create<OpT>(b.create<vector::ExtractOp>(op.getLhs(), i),
                      b.create<vector::ExtractOp>(op.getRhs(), i)));
  op.replaceAllUsesWith(b.create<vector::FromElementsOp>(type, quotients));
  op.erase();
}

void wave::replaceMiscompiledIntegers(spirv::FuncOp function) {
  using Predicate = arith::CmpIPredicate;
  function.walk([](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case(selectByComparison<arith::MaxSIOp, Predicate::sgt>)
        .Case(selectByComparison<arith::MinSIOp, Predicate::slt>)
        .Case(selectByComparison<arith::MaxUIOp, Predicate::ugt>)
        .Case(selectByComparison<arith::MinUIOp, Predicate::ult>)
        .Case(compareForReciprocal<arith::DivSIOp>)
        .Case(compareForReciprocal<arith::DivUIOp>)
        .Case(negateInUpperHalf)
        .Case(countInUpperHalf)
        .Case(convertHalves<arith::FPToUIOp>)
        .Case(convertHalves<arith::FPToSIOp>);
  });
  // Maxima and minima have become comparisons, and some quotients selections.
  function.walk([](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case(compareWithoutSign)
        .Case(divideComponents<arith::DivSIOp>)
        .Case(divideComponents<arith::DivUIOp>)
        .Case(divideComponents<arith::RemSIOp>)
        .Case(divideComponents<arith::RemUIOp>);
  });
}
