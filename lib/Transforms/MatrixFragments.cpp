//===- MatrixFragments.cpp - The elements of a matrix that a lane has -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The tiles of all matrix instructions of CUDA's `mma.sync` have one layout, apart from
// the width of a group and from the direction of lines: an accumulator is an operand `a`
// element by element, and an operand `b` is an operand `a` with rows and columns
// exchanged.

#include "MatrixFragments.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

MatrixFragment::MatrixFragment(MatrixType type) : type(type) {
  Type element = type.getElement();
  const bool isByte = isByteType(element);
  // Elements of 32 bits have no instruction.
  isTransposed =
      type.getRole() == MatrixRole::B && element.getIntOrFloatBitWidth() < 32;
  width = isByte ? 4 : 2;
  lines = isTransposed ? type.getColumns() : type.getRows();
  length = isTransposed ? type.getRows() : type.getColumns();
  lineBlocks = llvm::divideCeil(lines, kBlockRows);
  blocksOfLine = llvm::divideCeil(length, getBlockLength());
  groupParts = isByte ? 1 : width;
  part = type.getScalar();
  if (element.isBF16())
    part = IntegerType::get(type.getContext(), 16);
}

MatrixLanes::MatrixLanes(FuncOp kernel, FourWaveProducts together)
    : together(std::move(together)), entry(&kernel.getBody().front()) {
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(), entry);
  lane = LaneIndexOp::create(b, b.getI32Type());
  auto number = [&](int32_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  line = arith::ShRUIOp::create(b, lane, number(llvm::Log2_64(kBlockLanes)));
  place = arith::AndIOp::create(b, lane, number(kBlockLanes - 1));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value FragmentBuilder::hasLine(const MatrixFragment &fragment,
                               int64_t lineBlock) {
  const int64_t rest = fragment.lines - lineBlock * kBlockRows;
  if (rest >= kBlockRows)
    return {};
  return isBelow(lanes.line, i32Number(rest));
}

Value FragmentBuilder::hasPlace(const MatrixFragment &fragment,
                                int64_t blockOfLine, int64_t i) {
  const int64_t rest =
      fragment.length - blockOfLine * fragment.getBlockLength();
  if (rest >= fragment.getBlockLength())
    return {};
  Value first = multiply(lanes.place, i32Number(fragment.width));
  return isBelow(add(first, i32Number(i)), i32Number(rest));
}

Value FragmentBuilder::withoutPadding(const MatrixFragment &fragment,
                                      Value part, int64_t blockOfLine,
                                      int64_t i) {
  if (!fragment.isPacked()) {
    Value exists = hasPlace(fragment, blockOfLine, i);
    return exists ? select(exists, part, zero(part.getType())) : part;
  }
  Value mask;
  for (int64_t byte = 0; byte < fragment.width; ++byte) {
    Value exists = hasPlace(fragment, blockOfLine, byte);
    if (!exists)
      return part;
    Value bits =
        select(exists, i32Number(int64_t(0xFF) << (8 * byte)), i32Number(0));
    mask = mask ? bitOr(mask, bits) : bits;
  }
  return createOrFold<arith::AndIOp>(part, mask);
}

//===----------------------------------------------------------------------===//
// Fills and maps
//===----------------------------------------------------------------------===//

MatrixParts FragmentBuilder::fill(MatrixType type, Value scalar) {
  const MatrixFragment fragment(type);
  Value part = toPart(scalar, fragment);
  if (fragment.isPacked())
    part = multiply(bitAnd(scalar, 0xFF), i32Number(0x01010101));
  return MatrixParts(fragment.countParts(), part);
}

/// Elements that do not exist need no result, but an operation with undefined behavior
/// must not see them.
MatrixParts FragmentBuilder::map(MatrixMapOp op, ArrayRef<ValueRange> inputs) {
  const MatrixFragment fragment(cast<MatrixType>(op.getType()));
  Block &body = op.getBody().front();
  const bool mayBeUndefined =
      llvm::any_of(body.without_terminator(),
                   [](Operation &inner) { return !isSpeculatable(&inner); });
  auto compute = [&](int64_t part) {
    IRMapping values;
    for (auto [argument, input, operand] :
         llvm::zip_equal(body.getArguments(), inputs, op.getInputs())) {
      auto matrix = dyn_cast<MatrixType>(operand.getType());
      values.map(argument, matrix
                               ? toScalar(input[part], MatrixFragment(matrix))
                               : input.front());
    }
    for (Operation &inner : body.without_terminator())
      clone(inner, values);
    Value result = cast<MatrixYieldOp>(body.getTerminator()).getValue();
    return toPart(values.lookupOrDefault(result), fragment);
  };
  MatrixParts results;
  for (int64_t lineBlock = 0; lineBlock < fragment.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
      for (int64_t i = 0; i < fragment.width; ++i) {
        Value exists;
        if (mayBeUndefined)
          exists = hasElement(fragment, lineBlock, block, i);
        results.push_back(whereOrZero(exists, fragment.part, [&] {
          return compute(fragment.getPart(lineBlock, block, i));
        }));
      }
  return results;
}
