//===- NumberBuilder.h - Short names for arithmetic in passes ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_NUMBERBUILDER_H
#define WAVEDIALECT_LIB_TRANSFORMS_NUMBERBUILDER_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::wave {

/// Builds the code of one lane. Arithmetic of constants is folded.
class NumberBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value number(Type type, int64_t value) {
    return arith::ConstantOp::create(*this, IntegerAttr::get(type, value));
  }
  Value i32Number(int64_t value) { return number(getI32Type(), value); }
  Value index(int64_t value) { return number(getIndexType(), value); }
  Value zero(Type type) {
    return arith::ConstantOp::create(*this, getZeroAttr(type));
  }
  Value add(Value x, Value y) { return createOrFold<arith::AddIOp>(x, y); }
  Value multiply(Value x, Value y) { return createOrFold<arith::MulIOp>(x, y); }
  Value bitAnd(Value x, int64_t y) {
    return createOrFold<arith::AndIOp>(x, number(x.getType(), y));
  }
  Value bitOr(Value x, Value y) { return createOrFold<arith::OrIOp>(x, y); }
  Value bitXor(Value x, int64_t y) {
    return createOrFold<arith::XOrIOp>(x, number(x.getType(), y));
  }
  Value shiftLeft(Value x, Value y) {
    return createOrFold<arith::ShLIOp>(x, y);
  }
  Value shiftRight(Value x, Value y) {
    return createOrFold<arith::ShRUIOp>(x, y);
  }
  Value isBelow(Value x, Value y) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return createOrFold<arith::SelectOp>(condition, x, y);
  }
  Value bitcast(Value x, Type type) {
    return x.getType() == type ? x : createOrFold<arith::BitcastOp>(type, x);
  }
  Value toIndex(Value x) {
    return createOrFold<arith::IndexCastUIOp>(getIndexType(), x);
  }

  /// Both conditions; one that is null is true.
  Value both(Value x, Value y) {
    if (!x || !y)
      return x ? x : y;
    return createOrFold<arith::AndIOp>(x, y);
  }

  /// The f32 with these bits of bf16, and the bits of an f32 that is a number of bf16.
  Value fromBFloat16(Value bits);
  Value toBFloat16(Value x);
  /// The number of bf16 nearest to an f32, ties to even, as an f32.
  Value roundToBFloat16(Value x);

  /// Code where a condition, which may be null, is true.
  void where(Value condition, function_ref<void()> body);
  /// Values that are computed where a condition is true, and zeros elsewhere.
  Value whereOrZero(Value condition, Type type, function_ref<Value()> body);

  /// The combination of two elements of a row, and the value that changes none.
  Value combine(MatrixReduction kind, Value x, Value y);
  Value getIdentity(MatrixReduction kind, Type type);
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_NUMBERBUILDER_H
