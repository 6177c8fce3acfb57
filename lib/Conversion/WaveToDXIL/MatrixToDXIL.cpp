//===- MatrixToDXIL.cpp - Tiles as matrices of Shader Model 6.10 ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Control flow carries tiles, so all of them get their DXIL types before any operation is
// lowered. Scratch memory has words of 32 bits, which may have any elements; the functions
// count its elements, not its words.

#include "DXILKernel.h"

#include "WaveDialect/DXIL/MatrixTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using dxil::MatrixComponent;
using dxil::MatrixUse;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MatrixComponent getComponent(Type element) {
  if (element.isF16())
    return MatrixComponent::F16;
  if (element.isBF16())
    return MatrixComponent::BF16;
  if (element.isF32())
    return MatrixComponent::F32;
  return element.isInteger(8) ? MatrixComponent::I8 : MatrixComponent::I32;
}

static MatrixUse getUse(MatrixRole role) {
  switch (role) {
  case MatrixRole::A:
    return MatrixUse::A;
  case MatrixRole::B:
    return MatrixUse::B;
  case MatrixRole::Accumulator:
    return MatrixUse::Accumulator;
  }
  llvm_unreachable("every role is above");
}

void wave::convertMatrixTypes(FuncOp kernel) {
  auto convert = [](Value value) {
    if (auto type = dyn_cast<MatrixType>(value.getType()))
      value.setType(dxil::getMatrixType(
          type.getContext(),
          {getComponent(type.getElement()),
           static_cast<uint32_t>(type.getRows()),
           static_cast<uint32_t>(type.getColumns()), getUse(type.getRole())}));
  };
  kernel.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), convert);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), convert);
  });
}

static int64_t getElementsOfWord(Type matrix) {
  switch (dxil::getMatrixProperties(matrix)->component) {
  case MatrixComponent::I8:
    return 4;
  case MatrixComponent::F16:
  case MatrixComponent::BF16:
    return 2;
  case MatrixComponent::F32:
  case MatrixComponent::I32:
    return 1;
  }
  llvm_unreachable("every component is above");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static constexpr uint32_t kRowMajor = 0, kColumnMajor = 1;

static uint32_t getLayout(MatrixLayout layout) {
  return layout == MatrixLayout::RowMajor ? kRowMajor : kColumnMajor;
}

namespace {
class Lowering {
public:
  Lowering(Operation *op, DXILKernel &kernel)
      : builder(op), loc(op->getLoc()), kernel(kernel) {}

  Value lower(MatrixFillOp op);
  Value lower(MatrixLoadTileOp op);
  void lower(MatrixStoreTileOp op);
  Value lower(MatrixMultiplyAddOp op);
  Value lower(MatrixCountOp op);
  Value lower(MatrixExtractOp op);
  Value lower(MatrixInsertOp op);
  Value lower(arith::SelectOp op);

private:
  /// A number of words as one of the elements of a matrix.
  Value countElements(Value words, Type matrix);
  Value getAddress(Value memory) { return kernel.getArray(memory).address; }

  OpBuilder builder;
  Location loc;
  DXILKernel &kernel;
};
} // namespace

Value Lowering::countElements(Value words, Type matrix) {
  const int64_t elements = getElementsOfWord(matrix);
  if (elements == 1)
    return words;
  return builder.createOrFold<arith::MulIOp>(
      loc, words, kernel.getConstant(static_cast<int32_t>(elements)));
}

/// The conversion of a number to a smaller integer saturates, and the low bits count.
Value Lowering::lower(MatrixFillOp op) {
  Value value = op.getValue();
  if (getElementsOfWord(op.getType()) == 4) {
    Value bits = kernel.getConstant(24);
    value = arith::ShLIOp::create(builder, loc, value, bits);
    value = arith::ShRSIOp::create(builder, loc, value, bits);
  }
  return dxil::LinAlgFillMatrixOp::create(builder, loc, op.getType(), value);
}

Value Lowering::lower(MatrixLoadTileOp op) {
  const Type type = op.getType();
  return dxil::LinAlgMatrixLoadFromMemoryOp::create(
      builder, loc, type, getAddress(op.getMemory()),
      countElements(op.getFirst(), type), countElements(op.getStride(), type),
      getLayout(op.getLayout()));
}

void Lowering::lower(MatrixStoreTileOp op) {
  const Type type = op.getValue().getType();
  dxil::LinAlgMatrixStoreToMemoryOp::create(
      builder, loc, op.getValue(), getAddress(op.getMemory()),
      countElements(op.getFirst(), type), countElements(op.getStride(), type),
      getLayout(op.getLayout()));
}

Value Lowering::lower(MatrixMultiplyAddOp op) {
  return dxil::LinAlgMatrixMultiplyAccumulateOp::create(
      builder, loc, op.getType(), op.getA(), op.getB(), op.getC());
}

Value Lowering::lower(MatrixCountOp op) {
  return dxil::LinAlgMatrixLengthOp::create(builder, loc, op.getType(),
                                            op.getTile());
}

Value Lowering::lower(MatrixExtractOp op) {
  return dxil::LinAlgMatrixGetElementOp::create(builder, loc, op.getType(),
                                                op.getTile(), op.getIndex());
}

Value Lowering::lower(MatrixInsertOp op) {
  return dxil::LinAlgMatrixSetElementOp::create(
      builder, loc, op.getType(), op.getTile(), op.getIndex(), op.getValue());
}

/// DXIL selects no structures.
Value Lowering::lower(arith::SelectOp op) {
  auto branch = scf::IfOp::create(builder, loc, op.getType(), op.getCondition(),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, op.getTrueValue());
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, op.getFalseValue());
  return branch.getResult(0);
}

FailureOr<bool> wave::lowerMatrix(Operation *op, DXILKernel &kernel) {
  const bool isSelect =
      isa<arith::SelectOp>(op) &&
      dxil::getMatrixProperties(op->getResult(0).getType()).has_value();
  if (!isSelect &&
      !isa<MatrixFillOp, MatrixLoadTileOp, MatrixStoreTileOp,
           MatrixMultiplyAddOp, MatrixCountOp, MatrixExtractOp, MatrixInsertOp>(
          op))
    return false;
  if (!kernel.has(dxil::Feature::Matrices)) {
    kernel.refuse(op, "wave matrices", dxil::Feature::Matrices);
    return failure();
  }
  Lowering lowering(op, kernel);
  if (auto store = dyn_cast<MatrixStoreTileOp>(op)) {
    lowering.lower(store);
  } else {
    Value result = llvm::TypeSwitch<Operation *, Value>(op)
                       .Case<MatrixFillOp, MatrixLoadTileOp,
                             MatrixMultiplyAddOp, MatrixCountOp,
                             MatrixExtractOp, MatrixInsertOp, arith::SelectOp>(
                           [&](auto one) { return lowering.lower(one); });
    op->getResult(0).replaceAllUsesWith(result);
  }
  op->erase();
  return true;
}
