//===- GroupsharedSwizzle.cpp - Places in arrays with an order of their own -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/KnownBits.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The alignment of arrays to which the machine copies whole tiles, or which its matrix units
/// read: it takes the number of the row from the address.
static constexpr unsigned kTensorAlignment = 8 * kLine;

unsigned nvvm::getArrayAlignment(const DenseMap<Value, Swizzle> &swizzles) {
  if (swizzles.empty())
    return kArrayAlignment;
  return llvm::any_of(swizzles,
                      [](const auto &entry) {
                        return entry.second.isOfTensors ||
                               entry.second.isMultiplied;
                      })
             ? kTensorAlignment
             : kLine;
}

namespace {
/// The place of an element whose index is a sum. The order exchanges bits alone: the place
/// of x ^ y is that of x combined with that of y by exclusive or. So the parts of the sum
/// are treated one by one, and what does not change in a loop is computed before it.
class SwizzledPlace {
public:
  SwizzledPlace(NVVMBuilder &b, const Swizzle &swizzle)
      : b(b), swizzle(swizzle) {}

  /// Adds an index or an i32. All arithmetic is that of an i32.
  void add(Value index);
  /// The place in the array, an i32, and what is to be added to it.
  std::pair<Value, int64_t> get();

private:
  /// The number of elements after which the order repeats.
  int64_t getLength() const {
    return int64_t(1) << (swizzle.row + std::max(swizzle.bits, swizzle.height));
  }
  unsigned getRow() const {
    return swizzle.height ? swizzle.line : swizzle.row;
  }
  int64_t getPieces() const {
    return ((int64_t(1) << swizzle.bits) - 1) << swizzle.piece;
  }
  Value addTo(Value sum, Value index);
  Value exchangeLines(Value index);
  Value exchange(Value index);
  int64_t exchange(int64_t index) const;

  NVVMBuilder &b;
  const Swizzle &swizzle;
  /// The parts that are constants, multiples of the length, and neither; null for 0.
  int64_t distance = 0;
  Value far, near;
};
} // namespace

void SwizzledPlace::add(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    distance += constant.getSExtValue();
  } else if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    add(sum.getLhs());
    add(sum.getRhs());
  } else if (isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(
                 index.getDefiningOp())) {
    add(index.getDefiningOp()->getOperand(0));
  } else {
    const auto length = static_cast<uint64_t>(getLength());
    Value &part = getDivisor(index, length) == length ? far : near;
    part = addTo(part, index);
  }
}

Value SwizzledPlace::addTo(Value sum, Value index) {
  if (index.getType().isIndex())
    index = arith::IndexCastOp::create(b, b.i32, index);
  return sum ? b.add(sum, index) : index;
}

/// Exchanges the bits of an index that number the row and the line in it.
Value SwizzledPlace::exchangeLines(Value index) {
  const unsigned lines = swizzle.row - swizzle.line;
  const auto getBits = [&](unsigned from, unsigned count, unsigned to) {
    Value bits =
        b.bitAnd(index, b.i32Number(((int64_t(1) << count) - 1) << from));
    return to > from ? b.shiftLeft(bits, b.i32Number(to - from))
                     : b.shiftRight(bits, from - to);
  };
  Value line = getBits(swizzle.line, lines, swizzle.line + swizzle.height);
  Value row = getBits(swizzle.row, swizzle.height, swizzle.line);
  const int64_t exchanged = ((int64_t(1) << (lines + swizzle.height)) - 1)
                            << swizzle.line;
  Value rest = b.bitAnd(index, b.i32Number(~exchanged));
  return b.bitOr(rest, b.bitOr(line, row));
}

Value SwizzledPlace::exchange(Value index) {
  if (swizzle.height)
    index = exchangeLines(index);
  Value row = b.bitAnd(b.shiftRight(index, getRow() - swizzle.piece),
                       b.i32Number(getPieces()));
  return b.bitXor(index, row);
}

/// The same for a constant below the length.
int64_t SwizzledPlace::exchange(int64_t index) const {
  if (swizzle.height) {
    const int64_t column = index & ((int64_t(1) << swizzle.line) - 1);
    const int64_t line = index >> swizzle.line &
                         ((int64_t(1) << (swizzle.row - swizzle.line)) - 1);
    const int64_t row = index >> swizzle.row;
    index =
        column | row << swizzle.line | line << (swizzle.line + swizzle.height);
  }
  return index ^ (index >> (getRow() - swizzle.piece) & getPieces());
}

std::pair<Value, int64_t> SwizzledPlace::get() {
  const int64_t rest = distance & (getLength() - 1);
  Value place = near ? near : b.i32Number(0);
  // A sum of numbers without a common bit is an exclusive or.
  if ((getKnownBits(place).Zero.getZExtValue() & rest) == uint64_t(rest))
    place = b.bitXor(exchange(place), b.i32Number(exchange(rest)));
  else
    place = exchange(b.add(place, b.i32Number(rest)));
  return {far ? b.add(place, far) : place, distance - rest};
}

Value nvvm::createElementPlace(NVVMBuilder &b, Value memory, Value index) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  Value pointer = b.kernel.getPointer(memory);
  const Swizzle *swizzle = b.kernel.getSwizzle(memory);
  if (!swizzle) {
    Value wide = isa<IndexType>(index.getType())
                     ? arith::IndexCastUIOp::create(b, b.i64, index)
                     : b.resize(index, b.i64);
    return createPlace(b, pointer, element, wide);
  }
  SwizzledPlace sum(b, *swizzle);
  sum.add(index);
  auto [place, distance] = sum.get();
  place =
      createPlace(b, pointer, element, arith::ExtSIOp::create(b, b.i64, place));
  return createPlace(b, place, element, b.number(b.i64, distance));
}
