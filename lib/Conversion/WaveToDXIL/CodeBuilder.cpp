//===- CodeBuilder.cpp - Creates arithmetic and calls of DXIL -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::mayContract(Operation *op) {
  auto math = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!math)
    return false;
  arith::FastMathFlagsAttr flags = math.getFastMathFlagsAttr();
  return flags &&
         bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::contract);
}

CodeBuilder::CodeBuilder(Operation *op, DXILKernel &kernel)
    : ImplicitLocOpBuilder(op->getLoc(), op), kernel(kernel), i1(getI1Type()),
      i32(getI32Type()), f32(getF32Type()), f64(getF64Type()),
      isPrecise(isa<arith::ArithFastMathInterface>(op) && !mayContract(op)) {}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value CodeBuilder::number(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return number(type, static_cast<double>(value));
  if (isa<IndexType>(type))
    return kernel.getConstant(getIndexAttr(value));
  APInt bits(type.getIntOrFloatBitWidth(), value, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return kernel.getConstant(getIntegerAttr(type, bits));
}

Value CodeBuilder::number(Type type, const APFloat &value) {
  return kernel.getConstant(getFloatAttr(type, value));
}

Value CodeBuilder::number(Type type, double value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(cast<FloatType>(type).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
  return number(type, rounded);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value CodeBuilder::add(Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::AddFOp::create(*this, x, y);
  return arith::AddIOp::create(*this, x, y);
}

Value CodeBuilder::subtract(Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::SubFOp::create(*this, x, y);
  return arith::SubIOp::create(*this, x, y);
}

Value CodeBuilder::multiply(Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::MulFOp::create(*this, x, y);
  return arith::MulIOp::create(*this, x, y);
}

/// DXIL has no fneg. Subtracting from -0 also negates zeros.
Value CodeBuilder::negate(Value x) {
  Type type = x.getType();
  if (isa<FloatType>(type))
    return subtract(number(type, -0.0), x);
  return subtract(number(type, int64_t(0)), x);
}

Value CodeBuilder::shiftLeft(Value x, unsigned bits) {
  return arith::ShLIOp::create(*this, x, number(x.getType(), int64_t(bits)));
}

Value CodeBuilder::shiftRight(Value x, unsigned bits) {
  return arith::ShRUIOp::create(*this, x, number(x.getType(), int64_t(bits)));
}

Value CodeBuilder::resize(Value x, Type type) {
  Type from = x.getType();
  if (from == type)
    return x;
  if (isa<IndexType>(from) || isa<IndexType>(type))
    return arith::IndexCastUIOp::create(*this, type, x);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(*this, type, x);
  return arith::TruncIOp::create(*this, type, x);
}

Value CodeBuilder::isZero(Value x) {
  return compare(arith::CmpIPredicate::eq, x, number(x.getType(), int64_t(0)));
}

Value CodeBuilder::isNotZero(Value x) {
  return compare(arith::CmpIPredicate::ne, x, number(x.getType(), int64_t(0)));
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

Value CodeBuilder::extract(Value aggregate, unsigned field) {
  Type type = dxil::getFields(aggregate.getType())[field];
  return dxil::ExtractOp::create(*this, type, aggregate, field);
}

static Type getStruct(CodeBuilder &b, dxil::StructKind kind) {
  return dxil::StructType::get(b.getContext(), kind);
}

std::pair<Value, Value> CodeBuilder::split(Value x) {
  Value words = dxil::SplitDoubleOp::create(
      *this, getStruct(*this, dxil::StructKind::SplitDouble), x);
  return {extract(words, 0), extract(words, 1)};
}

Value CodeBuilder::makeDouble(Value low, Value high) {
  return dxil::MakeDoubleOp::create(*this, f64, low, high);
}

SmallVector<Value> wave::createBallot(CodeBuilder &b, Value condition) {
  Value lanes = dxil::WaveActiveBallotOp::create(
      b, getStruct(b, dxil::StructKind::FourI32), condition);
  SmallVector<Value> words;
  for (unsigned word = 0; word < 4; ++word)
    words.push_back(b.extract(lanes, word));
  return words;
}
