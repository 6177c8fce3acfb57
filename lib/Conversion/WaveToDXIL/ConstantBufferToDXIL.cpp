//===- ConstantBufferToDXIL.cpp - Loads from constant buffers -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A load from a constant buffer returns a row of four words. The number of the
// row may be dynamic; the component of the row may not, so selects choose it.

#include "MemoryPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr unsigned kWordBytes = 4, kWordsOfRow = 4;
static constexpr unsigned kBitsOfComponent = 2;

/// Returns the component of the row that the word at `index` is, if the low bits
/// of the sums and products that compute the index are known. They are the same
/// if these wrap around.
static std::optional<unsigned> findComponent(Value index) {
  APInt number;
  if (matchPattern(index, m_ConstantInt(&number)))
    return number.zextOrTrunc(64).getZExtValue() % kWordsOfRow;
  Operation *op = index.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return findComponent(op->getOperand(0));
  if (isa_and_nonnull<arith::ShLIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
      number.uge(kBitsOfComponent))
    return 0;
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<unsigned> left = findComponent(op->getOperand(0)),
                          right = findComponent(op->getOperand(1));
  if (isa<arith::MulIOp>(op) && (left == 0u || right == 0u))
    return 0;
  if (!left || !right)
    return std::nullopt;
  return (isa<arith::AddIOp>(op) ? *left + *right : *left * *right) %
         kWordsOfRow;
}

namespace {
/// The loads of one operation, which replaces it.
class ConstantBufferAccess {
public:
  ConstantBufferAccess(Operation *op, DXILKernel &kernel, Value buffer)
      : builder(op), loc(op->getLoc()), kernel(kernel),
        handle(kernel.getHandle(buffer)), i32(builder.getI32Type()),
        length(cast<MemRefType>(buffer.getType()).getNumElements()) {}

  /// Loads the word with this number; without checks of bounds, a number beyond
  /// the buffer gives 0.
  Value loadFixed(uint64_t number) {
    if (number >= length)
      return kernel.getConstant(0);
    return kernel.loadFixed(handle, number * kWordBytes, i32);
  }

  Value add(Value index, unsigned number) {
    if (number == 0)
      return index;
    return arith::AddIOp::create(builder, loc, index, constant(number));
  }

  Value loadRow(Value word) {
    Value row =
        arith::ShRUIOp::create(builder, loc, word, constant(kBitsOfComponent));
    return dxil::CBufferLoadLegacyOp::create(
        builder, loc, dxil::CBufRetType::get(builder.getContext(), i32), handle,
        row);
  }

  Value extract(Value row, unsigned component) {
    return dxil::ExtractOp::create(builder, loc, i32, row, component);
  }

  /// Extracts the component of the row that `word` is.
  Value choose(Value row, Value word) {
    Value isOdd = isSet(word, 1), isUpper = isSet(word, 2);
    return select(isUpper, select(isOdd, extract(row, 3), extract(row, 2)),
                  select(isOdd, extract(row, 1), extract(row, 0)));
  }

  Value toI32(Value index) {
    return arith::IndexCastUIOp::create(builder, loc, i32, index);
  }

private:
  Value constant(unsigned number) {
    return kernel.getConstant(static_cast<int32_t>(number));
  }
  Value isSet(Value word, unsigned mask) {
    Value bit = arith::AndIOp::create(builder, loc, word, constant(mask));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bit,
                                 constant(0));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

  OpBuilder builder;
  Location loc;
  DXILKernel &kernel;
  Value handle;
  Type i32;
  uint64_t length;
};
} // namespace

SmallVector<Value> wave::loadFromConstantBuffer(Operation *op,
                                                DXILKernel &kernel,
                                                Value buffer, Value index,
                                                unsigned count) {
  ConstantBufferAccess access(op, kernel, buffer);
  SmallVector<Value> words;
  APInt known;
  if (matchPattern(index, m_ConstantInt(&known))) {
    for (unsigned i = 0; i < count; ++i)
      words.push_back(access.loadFixed(known.getZExtValue() + i));
    return words;
  }
  std::optional<unsigned> component = findComponent(index);
  Value first = access.toI32(index), row;
  for (unsigned i = 0; i < count; ++i) {
    Value word = access.add(first, i);
    const unsigned place = (component.value_or(0) + i) % kWordsOfRow;
    if (!row || !component || place == 0)
      row = access.loadRow(word);
    words.push_back(component ? access.extract(row, place)
                              : access.choose(row, word));
  }
  return words;
}
