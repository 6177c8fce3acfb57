//===- MatrixExchanges.cpp - Elements of matrices from other lanes --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A matrix whose lines become columns, and reductions of rows.

#include "MatrixFragments.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
/// Exchanges lines and columns of the blocks of a matrix. Each element e of a lane's new
/// group is one of another lane's group: this lane's line g is the place g there, and the
/// place w * t + e is the line.
class Transposition {
public:
  Transposition(FragmentBuilder &b, MatrixType from, MatrixType to,
                ValueRange parts)
      : b(b), from(from), to(to), parts(parts) {}

  MatrixParts run();

private:
  int64_t getBits() const { return 32 / from.width; }
  Value getWord(int64_t lineBlock, int64_t block);
  Value readElement(int64_t lineBlock, int64_t block, int64_t i);

  FragmentBuilder &b;
  const MatrixFragment from, to;
  ValueRange parts;
  /// The words with the groups that were packed.
  DenseMap<int64_t, Value> words;
};
} // namespace

/// A group as one word.
Value Transposition::getWord(int64_t lineBlock, int64_t block) {
  const int64_t part = from.getPart(lineBlock, block);
  if (from.isPacked())
    return parts[part];
  Value &word = words[part];
  if (word)
    return word;
  for (int64_t i = 0; i < from.width; ++i) {
    Value bits = b.bitcast(parts[part + i], b.getI16Type());
    bits = b.createOrFold<arith::ExtUIOp>(b.getI32Type(), bits);
    bits = b.shiftLeft(bits, b.i32Number(i * getBits()));
    word = word ? b.bitOr(word, bits) : bits;
  }
  return word;
}

/// The word's bits with one element, in the lowest place. The other lane's block of lines
/// depends on this lane if a group has more elements than a block has lines.
Value Transposition::readElement(int64_t lineBlock, int64_t block, int64_t i) {
  Value g = b.lanes.line, t = b.lanes.place;
  const int64_t width = from.width;
  // The block's length in the old lines may be two blocks of new lines.
  const int64_t blocks = from.getBlockLength() / kBlockRows;
  const int64_t oldBlock = lineBlock / blocks;
  // The line in the old matrix, in blocks from `firstBlock` on.
  Value line = b.add(b.multiply(t, b.i32Number(width)), b.i32Number(i));
  const int64_t firstBlock = block * blocks;
  // The place in the old group's line.
  Value place = b.add(g, b.i32Number(lineBlock % blocks * kBlockRows));
  Value lane = b.add(
      b.multiply(b.bitAnd(line, kBlockRows - 1), b.i32Number(kBlockLanes)),
      b.shiftRight(place, b.i32Number(llvm::Log2_64(width))));
  Value word = b.readLane(getWord(firstBlock, oldBlock), lane);
  for (int64_t next = 1; next < blocks; ++next) {
    if (firstBlock + next >= from.lineBlocks)
      break;
    Value other = b.readLane(getWord(firstBlock + next, oldBlock), lane);
    word =
        b.select(b.isBelow(line, b.i32Number(next * kBlockRows)), word, other);
  }
  Value shift = b.multiply(b.bitAnd(place, width - 1), b.i32Number(getBits()));
  return b.shiftRight(word, shift);
}

MatrixParts Transposition::run() {
  MatrixParts results;
  for (int64_t lineBlock = 0; lineBlock < to.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < to.blocksOfLine; ++block) {
      Value word;
      for (int64_t i = 0; i < to.width; ++i) {
        Value element = readElement(lineBlock, block, i);
        if (!to.isPacked()) {
          Value bits = b.createOrFold<arith::TruncIOp>(b.getI16Type(), element);
          results.push_back(b.bitcast(bits, to.part));
          continue;
        }
        element = b.bitAnd(element, (int64_t(1) << getBits()) - 1);
        element = b.shiftLeft(element, b.i32Number(i * getBits()));
        word = word ? b.bitOr(word, element) : element;
      }
      if (word)
        results.push_back(word);
    }
  return results;
}

MatrixParts FragmentBuilder::convert(MatrixType from, MatrixType to,
                                     ValueRange parts) {
  if (MatrixFragment(from).isTransposed == MatrixFragment(to).isTransposed)
    return MatrixParts(parts);
  return Transposition(*this, from, to, parts).run();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {
/// Combines elements of f16 and bf16 in f32, and rounds the sum once.
class RowReduction {
public:
  RowReduction(FragmentBuilder &b, MatrixRowReduceOp op, ValueRange parts)
      : b(b), fragment(cast<MatrixType>(op.getType())), kind(op.getKind()),
        parts(parts) {}

  MatrixParts run();

private:
  Value combine(Value x, Value y) { return b.combine(kind, x, y); }
  Value getElement(int64_t lineBlock, int64_t block, int64_t i);
  Value readAcross(Value value, int64_t distance) {
    return b.readLane(value, b.bitXor(b.lanes.lane, distance));
  }
  Value finish(Value value);

  FragmentBuilder &b;
  const MatrixFragment fragment;
  const MatrixReduction kind;
  ValueRange parts;
};
} // namespace

/// An element, or the identity for one that a row does not have.
Value RowReduction::getElement(int64_t lineBlock, int64_t block, int64_t i) {
  Value part = parts[fragment.getPart(lineBlock, block, i)];
  Value element = b.toScalar(part, fragment);
  if (element.getType().isF16())
    element = arith::ExtFOp::create(b, b.getF32Type(), element);
  Value exists = fragment.isTransposed ? b.hasLine(fragment, lineBlock)
                                       : b.hasPlace(fragment, block, i);
  return exists
             ? b.select(exists, element, b.getIdentity(kind, element.getType()))
             : element;
}

Value RowReduction::finish(Value value) {
  Type element = fragment.type.getElement();
  if (element.isF16())
    return arith::TruncFOp::create(b, element, value);
  if (!element.isBF16())
    return value;
  Value rounded = arith::TruncFOp::create(b, element, value);
  return b.toBFloat16(arith::ExtFOp::create(b, b.getF32Type(), rounded));
}

/// The lanes that have elements of one row differ in the low bits of their index or, if
/// rows are places of lines, in the high ones.
MatrixParts RowReduction::run() {
  MatrixParts results(fragment.countParts());
  const int64_t first = fragment.isTransposed ? kBlockLanes : 1;
  const int64_t count = fragment.isTransposed ? kBlockRows : kBlockLanes;
  auto reduce = [&](ArrayRef<std::array<int64_t, 3>> elements) {
    Value value;
    for (auto [lineBlock, block, i] : elements) {
      Value element = getElement(lineBlock, block, i);
      value = value ? combine(value, element) : element;
    }
    for (int64_t distance = first; distance < first * count; distance *= 2)
      value = combine(value, readAcross(value, distance));
    value = finish(value);
    for (auto [lineBlock, block, i] : elements)
      results[fragment.getPart(lineBlock, block, i)] = value;
  };
  SmallVector<std::array<int64_t, 3>> elements;
  if (fragment.isTransposed) {
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
      for (int64_t i = 0; i < fragment.width; ++i) {
        elements.clear();
        for (int64_t line = 0; line < fragment.lineBlocks; ++line)
          elements.push_back({line, block, i});
        reduce(elements);
      }
    return results;
  }
  for (int64_t line = 0; line < fragment.lineBlocks; ++line) {
    elements.clear();
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
      for (int64_t i = 0; i < fragment.width; ++i)
        elements.push_back({line, block, i});
    reduce(elements);
  }
  return results;
}

MatrixParts FragmentBuilder::rowReduce(MatrixRowReduceOp op, ValueRange parts) {
  return RowReduction(*this, op, parts).run();
}
