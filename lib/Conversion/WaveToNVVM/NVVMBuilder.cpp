//===- NVVMBuilder.cpp - Creates operations across lanes -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

NVVMBuilder::NVVMBuilder(Operation *op, NVVMKernel &kernel, Value mask)
    : ImplicitLocOpBuilder(op->getLoc(), op), kernel(kernel), mask(mask),
      i1(getI1Type()), i16(getI16Type()), i32(getI32Type()), i64(getI64Type()),
      f32(getF32Type()) {}

Value NVVMBuilder::number(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return kernel.getConstant(getFloatAttr(type, static_cast<double>(value)));
  const unsigned width = type.getIntOrFloatBitWidth();
  return kernel.getConstant(getIntegerAttr(
      type, APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true)));
}

Value NVVMBuilder::resize(Value x, Type type) {
  const unsigned from = x.getType().getIntOrFloatBitWidth();
  const unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return x;
  if (from < to)
    return arith::ExtUIOp::create(*this, type, x);
  return arith::TruncIOp::create(*this, type, x);
}

std::pair<Value, Value> NVVMBuilder::split(Value x) {
  return {resize(x, i32), resize(shiftRight(x, 32), i32)};
}

Value NVVMBuilder::join(Value low, Value high) {
  Value upper = shiftLeft(resize(high, i64), number(i64, 32));
  return bitOr(upper, resize(low, i64));
}

Value NVVMBuilder::countBits(Value x) {
  return math::CtPopOp::create(*this, x);
}

Value NVVMBuilder::findLowest(Value x) {
  // LLVM would branch on a zero.
  return LLVM::CountTrailingZerosOp::create(*this, x.getType(), x,
                                            /*is_zero_poison=*/true);
}

Value NVVMBuilder::findHighest(Value x) {
  return subtract(i32Number(31), math::CountLeadingZerosOp::create(*this, x));
}

Value NVVMBuilder::vote(NVVM::VoteSyncKind kind, Value predicate) {
  assert(mask && "operations on lanes have a mask");
  // All lanes of the mask vote yes.
  if (kind == NVVM::VoteSyncKind::ballot && matchPattern(predicate, m_One()))
    return mask;
  if (kind != NVVM::VoteSyncKind::ballot)
    return NVVM::VoteSyncOp::create(*this, i1, mask, predicate, kind);
  // The lanes of a mask vote on a value as they did before. LLVM cannot know this: to
  // LLVM each vote has effects.
  Value &known = kernel.ballots[{mask, predicate}];
  if (!known ||
      !known.getParentBlock()->findAncestorOpInBlock(*getInsertionPoint()))
    known = NVVM::VoteSyncOp::create(*this, i32, mask, predicate, kind);
  return known;
}

Value NVVMBuilder::getFirstLane() {
  return isWhole() ? i32Number(0) : findLowest(mask);
}

Value NVVMBuilder::isFirstLane() {
  if (isWhole())
    return isZero(kernel.getLaneIndex());
  return isZero(bitAnd(mask, kernel.getEarlierLanes()));
}

Value NVVMBuilder::shuffle(NVVM::ShflKind kind, Value value, Value lane,
                           int32_t clamp) {
  assert(mask && "operations on lanes have a mask");
  Type type = value.getType();
  const unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return NVVM::ShflOp::create(*this, type, mask, value, lane,
                                i32Number(clamp), kind, UnitAttr());
  if (width == 64) {
    auto [low, high] = split(bitcast(value, i64));
    Value lowRead = shuffle(kind, low, lane, clamp);
    Value highRead = shuffle(kind, high, lane, clamp);
    return bitcast(join(lowRead, highRead), type);
  }
  Type bits = getIntegerType(width);
  Value word = resize(bitcast(value, bits), i32);
  return bitcast(resize(shuffle(kind, word, lane, clamp), bits), type);
}

Value NVVMBuilder::combine(CombiningKind kind, Value x, Value y) {
  return vector::makeArithReduction(*this, getLoc(),
                                    gpu::convertReductionKind(kind), x, y);
}
