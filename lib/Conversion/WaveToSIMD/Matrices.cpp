//===- Matrices.cpp - Operations on wave matrices ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A matrix is in memory of its wave. A multiply-add keeps a tile of the result in
// registers while it runs over all columns of `a`; MatrixProducts.cpp has it. The
// padding of rows takes part in all operations, and its contents do not matter.

#include "Matrices.h"
#include "ElementwiseCases.h"
#include "LaneBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Numbers, addresses and loops
//===----------------------------------------------------------------------===//

Value MatrixBuilder::number(int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value MatrixBuilder::splat(Value scalar, int64_t lanes) {
  return vector::BroadcastOp::create(b, getVector(scalar.getType(), lanes),
                                     scalar);
}

Value MatrixBuilder::zero(Type type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

Value MatrixBuilder::addScaled(Value base, Value index, int64_t factor) {
  Value scaled = arith::MulIOp::create(b, index, number(factor));
  return base ? Value(arith::AddIOp::create(b, base, scaled)) : scaled;
}

Value MatrixBuilder::getAddress(Value pointer, Type element, Value index) {
  return LLVM::GEPOp::create(b, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{index});
}

/// Every scalar of a matrix has 32 bits.
static constexpr unsigned kBytes = 4;

Value MatrixBuilder::loadVector(Type type, Value pointer, Value index) {
  Type element = getElementTypeOrSelf(type);
  return LLVM::LoadOp::create(b, type, getAddress(pointer, element, index),
                              kBytes);
}

void MatrixBuilder::storeVector(Value vector, Value pointer, Value index) {
  Type element = getElementTypeOrSelf(vector.getType());
  LLVM::StoreOp::create(b, vector, getAddress(pointer, element, index), kBytes);
}

void MatrixBuilder::loop(int64_t end, int64_t step,
                         function_ref<void(Value)> body) {
  if (end <= step) {
    if (end > 0)
      body(number(0));
    return;
  }
  auto loop = scf::ForOp::create(b, number(0), number(end), number(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVar());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value MatrixBuilder::widen(Value stored, const Elements &memory) {
  Type shape = stored.getType();
  if (memory.isBFloat16) {
    Value wide =
        arith::ExtUIOp::create(b, withShapeOf(shape, b.getI32Type()), stored);
    Value bits = arith::ShLIOp::create(
        b, wide, createNumber(b, wide.getType(), int64_t(16)));
    return arith::BitcastOp::create(b, withShapeOf(shape, b.getF32Type()),
                                    bits);
  }
  if (memory.type.isF16())
    return arith::ExtFOp::create(b, withShapeOf(shape, b.getF32Type()), stored);
  if (memory.type.isInteger(8))
    return arith::ExtSIOp::create(b, withShapeOf(shape, b.getI32Type()),
                                  stored);
  return stored;
}

Value MatrixBuilder::narrow(Value wide, const Elements &memory) {
  Type shape = wide.getType();
  Type stored = withShapeOf(shape, memory.type);
  if (memory.isBFloat16) {
    Value bits =
        arith::BitcastOp::create(b, withShapeOf(shape, b.getI32Type()), wide);
    bits = arith::ShRUIOp::create(b, bits,
                                  createNumber(b, bits.getType(), int64_t(16)));
    return arith::TruncIOp::create(b, stored, bits);
  }
  if (memory.type.isF16())
    return arith::TruncFOp::create(b, stored, wide);
  if (memory.type.isInteger(8))
    return arith::TruncIOp::create(b, stored, wide);
  return wide;
}

Value MatrixBuilder::toElement(Value wide, Type element) {
  if (!element.isF16())
    return wide;
  return arith::TruncFOp::create(b, withShapeOf(wide.getType(), element), wide);
}

Value MatrixBuilder::fromElement(Value value) {
  if (!getElementTypeOrSelf(value.getType()).isF16())
    return value;
  return arith::ExtFOp::create(b, withShapeOf(value.getType(), b.getF32Type()),
                               value);
}

//===----------------------------------------------------------------------===//
// Fills and copies
//===----------------------------------------------------------------------===//

void MatrixBuilder::fill(MatrixType type, Value result, Value scalar) {
  const MatrixShape shape = getShape(type);
  // Only the low 8 bits of an i8 count.
  if (isByteType(type.getElement())) {
    Value low = arith::TruncIOp::create(b, b.getI8Type(), scalar);
    scalar = arith::ExtSIOp::create(b, b.getI32Type(), low);
  }
  Value vector = splat(fromElement(scalar), shape.lanes);
  loop(shape.rows * shape.pitch, shape.lanes,
       [&](Value place) { storeVector(vector, result, place); });
}

void MatrixBuilder::copy(MatrixType type, Value from, Value to) {
  const MatrixShape shape = getShape(type);
  VectorType vector = getVector(getWide(type.getElement()), shape.lanes);
  loop(shape.rows * shape.pitch, shape.lanes, [&](Value place) {
    storeVector(loadVector(vector, from, place), to, place);
  });
}

//===----------------------------------------------------------------------===//
// Accesses of memory
//===----------------------------------------------------------------------===//

/// Accesses the columns below `valid` of a row, which start at the element
/// `start` of memory; a null `valid` is all columns.
void MatrixBuilder::accessRow(const MatrixShape &shape, Value row, Value matrix,
                              const Elements &memory, Value start, Value valid,
                              bool isStore) {
  const unsigned bytes = memory.type.getIntOrFloatBitWidth() / 8;
  VectorType stored = getVector(memory.type, shape.lanes);
  VectorType flags = getVector(b.getI1Type(), shape.lanes);
  VectorType wide = getVector(
      memory.isBFloat16 ? b.getF32Type() : getWide(memory.type), shape.lanes);
  SmallVector<int32_t> numbers;
  for (int64_t lane = 0; lane < shape.lanes; ++lane)
    numbers.push_back(static_cast<int32_t>(lane));
  auto accessVector = [&](Value column, Value mask) {
    Value address = getAddress(memory.pointer, memory.type,
                               arith::AddIOp::create(b, start, column));
    Value place = addScaled(column, row, shape.pitch);
    if (isStore) {
      Value value = narrow(loadVector(wide, matrix, place), memory);
      if (mask)
        LLVM::MaskedStoreOp::create(b, value, address, mask, bytes);
      else
        LLVM::StoreOp::create(b, value, address, bytes);
      return;
    }
    Value loaded;
    if (mask)
      // Not folded with later selects of the same mask; see Memory.cpp.
      loaded = LLVM::FreezeOp::create(
          b, LLVM::MaskedLoadOp::create(b, stored, address, mask, zero(stored),
                                        bytes));
    else
      loaded = LLVM::LoadOp::create(b, stored, address, bytes);
    storeVector(widen(loaded, memory), matrix, place);
  };
  auto getMask = [&](Value column, Value end) -> Value {
    Value rest = arith::SubIOp::create(b, end, column);
    rest = arith::TruncIOp::create(b, b.getI32Type(), rest);
    Value lanes = arith::ConstantOp::create(
        b, DenseElementsAttr::get(getVector(b.getI32Type(), shape.lanes),
                                  ArrayRef<int32_t>(numbers)));
    return arith::CmpIOp::create(b, flags, arith::CmpIPredicate::slt, lanes,
                                 splat(rest, shape.lanes));
  };
  if (valid) {
    loop(shape.columns, shape.lanes,
         [&](Value column) { accessVector(column, getMask(column, valid)); });
    return;
  }
  const int64_t whole = shape.columns / shape.lanes * shape.lanes;
  loop(whole, shape.lanes, [&](Value column) { accessVector(column, {}); });
  if (whole < shape.columns)
    accessVector(number(whole), getMask(number(whole), number(shape.columns)));
}

/// Accesses the elements one by one: columns are adjacent in memory.
void MatrixBuilder::accessByElement(const MatrixShape &shape, Value matrix,
                                    const Elements &memory, bool isStore) {
  const unsigned bytes = memory.type.getIntOrFloatBitWidth() / 8;
  Type wide = memory.isBFloat16 ? b.getF32Type() : getWide(memory.type);
  loop(shape.columns, 1, [&](Value column) {
    Value start = arith::AddIOp::create(
        b, memory.first, arith::MulIOp::create(b, column, memory.stride));
    loop(shape.rows, 1, [&](Value row) {
      Value index = arith::AddIOp::create(b, start, row);
      Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                             index, memory.count);
      Value place = addScaled(column, row, shape.pitch);
      SmallVector<Type> types;
      if (!isStore)
        types.push_back(wide);
      auto ifOp = scf::IfOp::create(b, types, isInside, /*addThenBlock=*/true,
                                    /*addElseBlock=*/!isStore);
      {
        OpBuilder::InsertionGuard guard(b);
        ifOp.thenBlock()->clear();
        b.setInsertionPointToEnd(ifOp.thenBlock());
        Value address = getAddress(memory.pointer, memory.type, index);
        if (isStore) {
          LLVM::StoreOp::create(b,
                                narrow(loadVector(wide, matrix, place), memory),
                                address, bytes);
          scf::YieldOp::create(b);
        } else {
          Value loaded = LLVM::LoadOp::create(b, memory.type, address, bytes);
          scf::YieldOp::create(b, widen(loaded, memory));
          ifOp.elseBlock()->clear();
          b.setInsertionPointToEnd(ifOp.elseBlock());
          scf::YieldOp::create(b, zero(wide));
        }
      }
      if (!isStore)
        storeVector(ifOp.getResult(0), matrix, place);
    });
  });
}

/// If the last row ends in bounds, all do, and no row needs a test.
void MatrixBuilder::access(MatrixType type, Value matrix,
                           const Elements &memory, bool isStore) {
  const MatrixShape shape = getShape(type);
  if (!memory.isRowMajor)
    return accessByElement(shape, matrix, memory, isStore);
  auto getStart = [&](Value row) -> Value {
    return arith::AddIOp::create(b, memory.first,
                                 arith::MulIOp::create(b, row, memory.stride));
  };
  Value end = arith::AddIOp::create(b, getStart(number(shape.rows - 1)),
                                    number(shape.columns));
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, memory.count);
  auto ifOp = scf::IfOp::create(b, isInside, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  loop(shape.rows, 1, [&](Value row) {
    accessRow(shape, row, matrix, memory, getStart(row), {}, isStore);
  });
  b.setInsertionPoint(ifOp.elseBlock()->getTerminator());
  loop(shape.rows, 1, [&](Value row) {
    Value start = getStart(row);
    Value rest = arith::SubIOp::create(b, memory.count, start);
    Value valid = arith::MinSIOp::create(
        b, arith::MaxSIOp::create(b, rest, number(0)), number(shape.columns));
    accessRow(shape, row, matrix, memory, start, valid, isStore);
  });
}

void MatrixBuilder::load(MatrixType type, Value result,
                         const Elements &memory) {
  access(type, result, memory, /*isStore=*/false);
}

void MatrixBuilder::store(MatrixType type, Value value,
                          const Elements &memory) {
  access(type, value, memory, /*isStore=*/true);
}

//===----------------------------------------------------------------------===//
// Maps and reductions
//===----------------------------------------------------------------------===//

void MatrixBuilder::map(MatrixMapOp op, ValueRange inputs, Value result) {
  const MatrixShape shape = getShape(cast<MatrixType>(op.getType()));
  Block &body = op.getBody().front();
  loop(shape.rows * shape.pitch, shape.lanes, [&](Value place) {
    DenseMap<Value, Value> values;
    for (auto [argument, input, operand] :
         llvm::zip_equal(body.getArguments(), inputs, op.getInputs())) {
      auto matrix = dyn_cast<MatrixType>(operand.getType());
      if (!matrix) {
        values[argument] = input;
        continue;
      }
      Type element = matrix.getElement();
      Value wide =
          loadVector(getVector(getWide(element), shape.lanes), input, place);
      values[argument] = toElement(wide, element);
    }
    auto isVector = [](Value value) {
      return isa<VectorType>(value.getType());
    };
    for (Operation &nested : body.without_terminator()) {
      SmallVector<Value> operands;
      for (Value operand : nested.getOperands())
        operands.push_back(values.lookup(operand));
      if (llvm::any_of(operands, isVector))
        for (Value &operand : operands)
          if (!isVector(operand))
            operand = splat(operand, shape.lanes);
      SmallVector<Value> results =
          emitElementwise(b, &nested, operands, shape.lanes, machine);
      for (auto [old, value] : llvm::zip_equal(nested.getResults(), results))
        values[old] = value;
    }
    auto yield = cast<MatrixYieldOp>(body.getTerminator());
    Value value = fromElement(values.lookup(yield.getValue()));
    storeVector(isVector(value) ? value : splat(value, shape.lanes), result,
                place);
  });
}

/// Rounds the sum of a row of f16 once.
void MatrixBuilder::rowReduce(MatrixRowReduceOp op, Value value, Value result) {
  auto type = cast<MatrixType>(op.getType());
  const MatrixShape shape = getShape(type);
  const bool isFloat = isa<FloatType>(type.getElement());
  VectorType vector = getVector(getWide(type.getElement()), shape.lanes);
  Kind kind = Kind::ADD;
  TypedAttr identity = b.getZeroAttr(vector.getElementType());
  if (op.getKind() != MatrixReduction::Add) {
    const bool isMax = op.getKind() == MatrixReduction::Max;
    if (isFloat) {
      kind = isMax ? Kind::MAXNUMF : Kind::MINNUMF;
      identity = b.getFloatAttr(b.getF32Type(),
                                APFloat::getInf(APFloat::IEEEsingle(), isMax));
    } else {
      kind = isMax ? Kind::MAXSI : Kind::MINSI;
      identity = b.getI32IntegerAttr(isMax ? INT32_MIN : INT32_MAX);
    }
  }
  auto combine = [&](Value x, Value y) -> Value {
    switch (kind) {
    case Kind::ADD:
      if (isFloat)
        return arith::AddFOp::create(b, x, y);
      return arith::AddIOp::create(b, x, y);
    case Kind::MAXNUMF:
      return arith::MaxNumFOp::create(b, x, y);
    case Kind::MINNUMF:
      return arith::MinNumFOp::create(b, x, y);
    case Kind::MAXSI:
      return arith::MaxSIOp::create(b, x, y);
    default:
      return arith::MinSIOp::create(b, x, y);
    }
  };
  const int64_t rest = shape.columns % shape.lanes;
  SmallVector<bool> inside;
  for (int64_t lane = 0; lane < shape.lanes; ++lane)
    inside.push_back(lane < rest);
  loop(shape.rows, 1, [&](Value row) {
    Value start = addScaled({}, row, shape.pitch);
    Value sum =
        arith::ConstantOp::create(b, SplatElementsAttr::get(vector, identity));
    for (int64_t column = 0; column < shape.columns; column += shape.lanes) {
      Value place = arith::AddIOp::create(b, start, number(column));
      Value part = loadVector(vector, value, place);
      if (column + shape.lanes > shape.columns) {
        Value mask = arith::ConstantOp::create(
            b, DenseElementsAttr::get(getVector(b.getI1Type(), shape.lanes),
                                      ArrayRef<bool>(inside)));
        part = arith::SelectOp::create(
            b, mask, part,
            arith::ConstantOp::create(
                b, SplatElementsAttr::get(vector, identity)));
      }
      sum = combine(sum, part);
    }
    Value whole =
        LaneBuilder(b, op.getLoc(), shape.lanes).reduce(kind, sum, nullptr);
    whole = fromElement(toElement(whole, type.getElement()));
    Value all = splat(whole, shape.lanes);
    for (int64_t column = 0; column < shape.pitch; column += shape.lanes)
      storeVector(all, result, arith::AddIOp::create(b, start, number(column)));
  });
}
