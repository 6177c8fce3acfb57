//===- ArithToDXIL.cpp - Arithmetic that DXIL has no instruction for ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Minima and maxima
//===----------------------------------------------------------------------===//

/// Indices are computed in 32 bits. DXIL has no function for 1 bit.
template <typename TargetOp, arith::CmpIPredicate predicate>
static Value createExtreme(CodeBuilder &b, Value x, Value y) {
  Type type = x.getType();
  if (isa<IndexType>(type)) {
    Value left = b.resize(x, b.i32), right = b.resize(y, b.i32);
    return b.resize(b.call<TargetOp>(left, right), type);
  }
  if (type.isInteger(1))
    return b.select(b.compare(predicate, x, y), x, y);
  return b.call<TargetOp>(x, y);
}

//===----------------------------------------------------------------------===//
// Products of twice the width
//===----------------------------------------------------------------------===//

namespace {
struct Product {
  Value low, high;
};
} // namespace

/// The DXIL function returns the high word first.
template <typename TargetOp>
static Product multiplyWords(CodeBuilder &b, Value x, Value y) {
  Value words = TargetOp::create(
      b, dxil::StructType::get(b.getContext(), dxil::StructKind::TwoI32), x, y);
  return {b.extract(words, 1), b.extract(words, 0)};
}

/// Multiplies 16-bit numbers in 32 bits.
static Product multiplyNarrow(CodeBuilder &b, bool isSigned, Value x, Value y) {
  Type type = x.getType();
  auto extend = [&](Value value) -> Value {
    if (isSigned)
      return arith::ExtSIOp::create(b, b.i32, value);
    return arith::ExtUIOp::create(b, b.i32, value);
  };
  Value left = extend(x), right = extend(y);
  Value product = b.multiply(left, right);
  return {b.resize(product, type), b.resize(b.shiftRight(product, 16), type)};
}

/// Multiplies 64-bit numbers by the products of their halves. The unsigned
/// product reads a negative factor as 2^64 too large; subtracting the other
/// factor from the upper half corrects it.
static Product multiplyWide(CodeBuilder &b, bool isSigned, Value x, Value y) {
  Type type = x.getType();
  Value half = b.number(type, int64_t(UINT32_MAX));
  Value xLow = b.bitAnd(x, half), xHigh = b.shiftRight(x, 32);
  Value yLow = b.bitAnd(y, half), yHigh = b.shiftRight(y, 32);
  Value first = b.shiftRight(b.multiply(xLow, yLow), 32);
  first = b.add(first, b.multiply(xHigh, yLow));
  Value second = b.bitAnd(first, half);
  second = b.add(second, b.multiply(xLow, yHigh));
  Value high = b.add(b.shiftRight(first, 32), b.multiply(xHigh, yHigh));
  high = b.add(high, b.shiftRight(second, 32));
  if (isSigned) {
    Value zero = b.number(type, int64_t(0));
    for (auto [factor, other] : {std::pair(x, y), std::pair(y, x)}) {
      Value isNegative = b.compare(arith::CmpIPredicate::slt, factor, zero);
      high = b.subtract(high, b.select(isNegative, other, zero));
    }
  }
  return {b.multiply(x, y), high};
}

template <typename TargetOp>
static bool lowerExtendedProduct(Operation *op, CodeBuilder &b) {
  constexpr bool isSigned = std::is_same_v<TargetOp, dxil::IMulOp>;
  Value x = op->getOperand(0), y = op->getOperand(1);
  Type type = x.getType();
  Product product;
  if (type.isInteger(16))
    product = multiplyNarrow(b, isSigned, x, y);
  else if (type.isInteger(32))
    product = multiplyWords<TargetOp>(b, x, y);
  else if (type.isInteger(64))
    product = multiplyWide(b, isSigned, x, y);
  else
    return false;
  op->replaceAllUsesWith(ValueRange{product.low, product.high});
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// Returns the product that defines `operand` if it has no other use and both
/// operations may be contracted.
static arith::MulFOp getProduct(Operation *sum, Value operand) {
  auto product = operand.getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse() ||
      product->getBlock() != sum->getBlock() ||
      isa<VectorType>(operand.getType()) || !mayContract(sum) ||
      !mayContract(product))
    return nullptr;
  return product;
}

/// Contracts `x * y + z` to one `mad`; for `z - x * y` and `x * y - z` it
/// negates the subtrahend.
static bool contract(Operation *sum, CodeBuilder &b) {
  const bool isDifference = isa<arith::SubFOp>(sum);
  Value left = sum->getOperand(0), right = sum->getOperand(1);
  arith::MulFOp product = getProduct(sum, left);
  const bool isLeft = product != nullptr;
  if (!isLeft)
    product = getProduct(sum, right);
  if (!product)
    return false;
  Value x = product.getLhs(), y = product.getRhs(), z = isLeft ? right : left;
  if (isDifference && isLeft)
    z = b.negate(z);
  else if (isDifference)
    x = b.negate(x);
  sum->replaceAllUsesWith(ValueRange{b.call<dxil::FMadOp>(x, y, z)});
  sum->erase();
  product->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// All arithmetic
//===----------------------------------------------------------------------===//

bool wave::lowerArith(Operation *op, CodeBuilder &b) {
  using Predicate = arith::CmpIPredicate;
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return contract(op, b);
  if (isa<arith::MulSIExtendedOp>(op))
    return lowerExtendedProduct<dxil::IMulOp>(op, b);
  if (isa<arith::MulUIExtendedOp>(op))
    return lowerExtendedProduct<dxil::UMulOp>(op, b);
  if (op->getNumResults() != 1 || isa<VectorType>(op->getResult(0).getType()))
    return false;
  Value x = op->getNumOperands() > 0 ? op->getOperand(0) : Value();
  Value y = op->getNumOperands() > 1 ? op->getOperand(1) : Value();
  Value result =
      TypeSwitch<Operation *, Value>(op)
          .Case([&](arith::NegFOp) { return b.negate(x); })
          .Case([&](arith::MinNumFOp) { return b.call<dxil::FMinOp>(x, y); })
          .Case([&](arith::MaxNumFOp) { return b.call<dxil::FMaxOp>(x, y); })
          .Case([&](arith::MinSIOp) {
            return createExtreme<dxil::IMinOp, Predicate::slt>(b, x, y);
          })
          .Case([&](arith::MaxSIOp) {
            return createExtreme<dxil::IMaxOp, Predicate::sgt>(b, x, y);
          })
          .Case([&](arith::MinUIOp) {
            return createExtreme<dxil::UMinOp, Predicate::ult>(b, x, y);
          })
          .Case([&](arith::MaxUIOp) {
            return createExtreme<dxil::UMaxOp, Predicate::ugt>(b, x, y);
          })
          .Default(Value());
  if (!result)
    return false;
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
  return true;
}
