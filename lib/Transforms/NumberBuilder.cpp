//===- NumberBuilder.cpp - Short names for arithmetic in passes -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

Value NumberBuilder::fromBFloat16(Value bits) {
  Value wide = createOrFold<arith::ExtUIOp>(getI32Type(), bits);
  return bitcast(shiftLeft(wide, i32Number(16)), getF32Type());
}

Value NumberBuilder::toBFloat16(Value x) {
  // A target with the instruction has rounded to this element. The extension would change a
  // signaling NaN, but no rounding gives one.
  if (auto number = x.getDefiningOp<arith::ExtFOp>();
      number && number.getIn().getDefiningOp<arith::TruncFOp>() &&
      number.getIn().getType().isBF16())
    return arith::BitcastOp::create(*this, getI16Type(), number.getIn());
  Value high = shiftRight(bitcast(x, getI32Type()), i32Number(16));
  return createOrFold<arith::TruncIOp>(getI16Type(), high);
}

/// As in `wave-expand-bfloat16`, for targets without an instruction.
Value NumberBuilder::roundToBFloat16(Value x) {
  Value bits = bitcast(x, getI32Type());
  Value isNaN = isBelow(i32Number(0x7F800000), bitAnd(bits, 0x7FFFFFFF));
  Value isOdd = bitAnd(shiftRight(bits, i32Number(16)), 1);
  Value raised = add(add(bits, i32Number(0x7FFF)), isOdd);
  Value quiet = bitOr(bits, i32Number(0x400000));
  return bitcast(bitAnd(select(isNaN, quiet, raised), -0x10000), getF32Type());
}

void NumberBuilder::where(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPoint(branch.thenYield());
  body();
}

Value NumberBuilder::whereOrZero(Value condition, Type type,
                                 function_ref<Value()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(*this, type, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(*this, body());
  setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(*this, zero(type));
  return branch.getResult(0);
}

Value NumberBuilder::combine(MatrixReduction kind, Value x, Value y) {
  const bool isFloat = isa<FloatType>(x.getType());
  switch (kind) {
  case MatrixReduction::Add:
    if (isFloat)
      return arith::AddFOp::create(*this, x, y);
    return arith::AddIOp::create(*this, x, y);
  case MatrixReduction::Max:
    if (isFloat)
      return arith::MaxNumFOp::create(*this, x, y);
    return arith::MaxSIOp::create(*this, x, y);
  case MatrixReduction::Min:
    if (isFloat)
      return arith::MinNumFOp::create(*this, x, y);
    return arith::MinSIOp::create(*this, x, y);
  }
  llvm_unreachable("covered switch");
}

Value NumberBuilder::getIdentity(MatrixReduction kind, Type type) {
  const bool isMax = kind == MatrixReduction::Max;
  TypedAttr identity;
  if (isa<FloatType>(type))
    identity =
        getFloatAttr(type, kind == MatrixReduction::Add
                               ? APFloat::getZero(APFloat::IEEEsingle())
                               : APFloat::getInf(APFloat::IEEEsingle(), isMax));
  else
    identity = getI32IntegerAttr(kind == MatrixReduction::Add ? 0
                                 : isMax                      ? INT32_MIN
                                                              : INT32_MAX);
  return arith::ConstantOp::create(*this, identity);
}
