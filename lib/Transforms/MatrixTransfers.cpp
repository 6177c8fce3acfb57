//===- MatrixTransfers.cpp - Matrices from and to memory ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// If the last element of a matrix is in bounds, all are, and lanes access whole groups
// where their elements are adjacent in memory. Otherwise each element is accessed on its
// own, and `wave-guard-buffers` adds its test.
//
// An instruction of the machine loads blocks from groupshared memory if each of their rows
// there begins at a multiple of 16 bytes.

#include "InBounds.h"
#include "MatrixFragments.h"

#include "WaveDialect/Analysis/KnownBits.h"
#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// The addresses of an access. `b` builds at the access.
class Transfer {
public:
  template <typename OpT>
  Transfer(FragmentBuilder &b, OpT op, MatrixType type)
      : b(b), fragment(type), memory(op.getMemory()),
        isRowMajor(op.getLayout() == MatrixLayout::RowMajor),
        isAdjacent(isRowMajor != fragment.isTransposed),
        haveAlignedRows(getDivisor(op.getFirst(), kBlockRows) == kBlockRows &&
                        getDivisor(op.getStride(), kBlockRows) == kBlockRows),
        stride(b.toIndex(op.getStride())) {
    Value line = b.toIndex(lanes().line);
    Value place = b.multiply(b.toIndex(lanes().place), b.index(fragment.width));
    first = b.toIndex(op.getFirst());
    start = b.add(b.add(first, isAdjacent ? place : line),
                  b.multiply(isAdjacent ? line : place, stride));
  }

  /// The code for matrices that are in bounds, and that for others. `hasResults` states
  /// whether they return the parts of a matrix.
  MatrixParts access(bool unchecked, bool hasResults,
                     function_ref<MatrixParts(bool inBounds)> body);

  MatrixParts load(bool inBounds);
  void store(ValueRange parts, bool inBounds);

private:
  const MatrixLanes &lanes() const { return b.lanes; }
  MemRefType getMemory() const { return cast<MemRefType>(memory.getType()); }
  bool isBuffer() const { return isa<BlockArgument>(memory); }

  Value createTest();
  Value getIndex(int64_t lineBlock, int64_t block, int64_t i);
  /// Whether a group is one access: its elements are adjacent, and exist if its line does.
  bool isWhole(int64_t block) const {
    return isAdjacent && !fragment.isPacked() &&
           (block + 1) * fragment.getBlockLength() <= fragment.length;
  }
  void mark(Operation *access, bool inBounds) {
    if (inBounds && hasTest)
      access->setAttr(kInBoundsAttribute, b.getUnitAttr());
  }
  Value loadElement(int64_t lineBlock, int64_t block, int64_t i, bool inBounds);
  bool canLoadBlocks() const;
  void loadBlocks(MatrixParts &parts);
  bool storesTwoBlocks(int64_t block) const;
  void storeTwoBlocks(ValueRange parts, int64_t lineBlock, int64_t block);

  FragmentBuilder &b;
  const MatrixFragment fragment;
  Value memory;
  const bool isRowMajor, isAdjacent;
  /// Whether each block's eight adjacent elements begin at a multiple of eight.
  const bool haveAlignedRows;
  bool hasTest = false;
  /// The first element of the matrix, that of this lane, and the stride.
  Value first, start, stride;
};
} // namespace

/// No element has a larger index than the last one of the matrix.
Value Transfer::createTest() {
  const int64_t rows = fragment.type.getRows() - 1;
  const int64_t columns = fragment.type.getColumns() - 1;
  Value last = b.add(
      b.add(first, b.multiply(stride, b.index(isRowMajor ? rows : columns))),
      b.index(isRowMajor ? columns : rows));
  Value length = memref::DimOp::create(b, memory, b.index(0));
  return b.isBelow(last, length);
}

MatrixParts Transfer::access(bool unchecked, bool hasResults,
                             function_ref<MatrixParts(bool inBounds)> body) {
  // Groupshared arrays have no bounds.
  hasTest = !unchecked && isBuffer();
  if (!hasTest)
    return body(/*inBounds=*/true);
  SmallVector<Type> types;
  if (hasResults)
    types = fragment.getParts();
  auto branch = scf::IfOp::create(b, types, createTest(), /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool inBounds : {true, false}) {
    Block *block = inBounds ? branch.thenBlock() : branch.elseBlock();
    b.setInsertionPointToEnd(block);
    scf::YieldOp::create(b, body(inBounds));
  }
  return MatrixParts(branch.getResults());
}

Value Transfer::getIndex(int64_t lineBlock, int64_t block, int64_t i) {
  const int64_t line = lineBlock * kBlockRows;
  const int64_t place = block * fragment.getBlockLength() + i;
  const int64_t strides = isAdjacent ? line : place;
  Value index = start;
  if (strides)
    index = b.add(index, b.multiply(stride, b.index(strides)));
  if (const int64_t rest = isAdjacent ? place : line)
    index = b.add(index, b.index(rest));
  return index;
}

/// Padding is the first element.
Value Transfer::loadElement(int64_t lineBlock, int64_t block, int64_t i,
                            bool inBounds) {
  Value index = getIndex(lineBlock, block, i);
  if (Value exists = b.hasElement(fragment, lineBlock, block, i))
    index = b.select(exists, index, first);
  Value loaded;
  if (fragment.isPacked())
    loaded = ByteLoadOp::create(b, b.getI32Type(), /*is_signed=*/nullptr,
                                memory, index);
  else
    loaded = memref::LoadOp::create(b, memory, index);
  mark(loaded.getDefiningOp(), inBounds);
  return loaded;
}

bool Transfer::canLoadBlocks() const {
  return haveAlignedRows && !isBuffer() && !fragment.isPacked() &&
         fragment.part.getIntOrFloatBitWidth() == 16;
}

/// Loads the blocks whose elements all exist, up to four by an instruction. All of these
/// are `down` x `across` blocks, so that one index of a lane serves them, apart from a
/// distance that is the same in all lanes.
void Transfer::loadBlocks(MatrixParts &parts) {
  const int64_t lineBlocks = fragment.lines / kBlockRows;
  const int64_t blocks = fragment.length / fragment.getBlockLength();
  if (lineBlocks == 0 || blocks == 0)
    return;
  int64_t down = lineBlocks % 2 == 0 ? 2 : 1;
  int64_t across = blocks % 2 == 0 ? 2 : 1;
  if (across == 1 && lineBlocks % 4 == 0)
    down = 4;
  if (down == 1 && blocks % 4 == 0)
    across = 4;
  const int64_t count = down * across;

  // Lane 8 * j + r has row r, in memory, of block j.
  auto log2 = [&](int64_t power) { return b.i32Number(llvm::Log2_64(power)); };
  Value lane = lanes().lane;
  Value row = b.bitAnd(lane, kBlockRows - 1);
  Value block = b.bitAnd(b.shiftRight(lane, log2(kBlockRows)), count - 1);
  // A tile of the first factor has two blocks of lines, which are in adjacent registers;
  // one of the second factor has one. Other orders would cost moves before each product.
  const bool linesFirst = fragment.type.getRole() == MatrixRole::A;
  Value lineBlock = linesFirst ? b.bitAnd(block, down - 1)
                               : b.shiftRight(block, log2(across));
  Value ofLine = linesFirst ? b.shiftRight(block, log2(down))
                            : b.bitAnd(block, across - 1);
  if (!isAdjacent)
    std::swap(lineBlock, ofLine);
  row = b.add(b.multiply(lineBlock, b.i32Number(kBlockRows)), row);
  Value column = b.multiply(ofLine, b.i32Number(kBlockRows));
  Value start = b.add(
      first, b.add(b.multiply(b.toIndex(row), stride), b.toIndex(column)));

  const SmallVector<Type> types(count * fragment.width, fragment.part);
  for (int64_t y = 0; y < lineBlocks; y += down)
    for (int64_t x = 0; x < blocks; x += across) {
      const int64_t rows = (isAdjacent ? y : x) * kBlockRows;
      const int64_t columns = (isAdjacent ? x : y) * kBlockRows;
      Value index = b.add(
          start, b.add(b.multiply(stride, b.index(rows)), b.index(columns)));
      auto load =
          MatrixLoadBlocksOp::create(b, types, !isAdjacent, memory, index);
      for (auto [i, part] : llvm::enumerate(load.getParts())) {
        const int64_t j = static_cast<int64_t>(i) / fragment.width;
        const int64_t line = linesFirst ? j % down : j / across;
        const int64_t ofLine = linesFirst ? j / down : j % across;
        parts[fragment.getPart(y + line, x + ofLine,
                               static_cast<int64_t>(i) % fragment.width)] =
            part;
      }
    }
}

MatrixParts Transfer::load(bool inBounds) {
  MatrixParts parts(fragment.countParts());
  if (canLoadBlocks())
    loadBlocks(parts);
  auto vector = VectorType::get({fragment.width}, getMemory().getElementType());
  for (int64_t lineBlock = 0; lineBlock < fragment.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block) {
      Value *part = &parts[fragment.getPart(lineBlock, block)];
      if (*part)
        continue;
      if (inBounds && isWhole(block)) {
        Value index = getIndex(lineBlock, block, 0);
        if (Value exists = b.hasLine(fragment, lineBlock))
          index = b.select(exists, index, first);
        auto load = vector::LoadOp::create(b, vector, memory, index);
        mark(load, inBounds);
        for (int64_t i = 0; i < fragment.width; ++i)
          part[i] = vector::ExtractOp::create(b, load, i);
        continue;
      }
      Value word;
      for (int64_t i = 0; i < fragment.width; ++i) {
        Value element = loadElement(lineBlock, block, i, inBounds);
        if (!fragment.isPacked()) {
          part[i] = element;
          continue;
        }
        Value byte = b.shiftLeft(element, b.i32Number(8 * i));
        word = word ? b.bitOr(word, byte) : byte;
      }
      if (word)
        *part = word;
    }
  return parts;
}

/// Whether this block and the next of a line are stored together.
bool Transfer::storesTwoBlocks(int64_t block) const {
  return isBuffer() && fragment.part.getIntOrFloatBitWidth() == 16 &&
         fragment.width == 2 && isWhole(block) &&
         block + 1 < fragment.blocksOfLine && isWhole(block + 1);
}

/// The four lanes of a line have two elements each of both blocks. Two neighbors exchange
/// halves, so that one has four adjacent elements of the first block, and the other of the
/// second: then the machine writes whole sectors of its memory.
void Transfer::storeTwoBlocks(ValueRange parts, int64_t lineBlock,
                              int64_t block) {
  Type i16 = b.getI16Type(), i32 = b.getI32Type();
  auto pack = [&](int64_t of) -> Value {
    Value word;
    for (int64_t i : {1, 0}) {
      Value bits = b.bitcast(parts[fragment.getPart(lineBlock, of, i)], i16);
      bits = b.createOrFold<arith::ExtUIOp>(i32, bits);
      word = word ? b.bitOr(bits, word) : b.shiftLeft(bits, b.i32Number(16));
    }
    return word;
  };
  Value one = pack(block), other = pack(block + 1);
  Value neighbor = b.createOrFold<arith::XOrIOp>(lanes().lane, b.i32Number(1));
  Value isOdd = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ne, b.bitAnd(lanes().lane, 1), b.i32Number(0));
  Value received = b.readLane(b.select(isOdd, one, other), neighbor);
  Value low = b.select(isOdd, received, one);
  Value high = b.select(isOdd, other, received);
  SmallVector<Value> elements;
  for (Value word : {low, high})
    for (int64_t shift : {0, 16}) {
      Value bits = shift ? b.shiftRight(word, b.i32Number(shift)) : word;
      elements.push_back(
          b.bitcast(b.createOrFold<arith::TruncIOp>(i16, bits), fragment.part));
    }
  Value group = vector::FromElementsOp::create(
      b, VectorType::get({4}, fragment.part), elements);
  // Lane t had elements 2 * t and 2 * t + 1; lanes 2 and 3 have the later four.
  Value shift = b.toIndex(
      b.select(isOdd, b.i32Number(fragment.getBlockLength() - fragment.width),
               b.i32Number(0)));
  Value index = b.add(getIndex(lineBlock, block, 0), shift);
  b.where(b.hasLine(fragment, lineBlock), [&] {
    mark(vector::StoreOp::create(b, group, memory, index),
         /*inBounds=*/true);
  });
}

void Transfer::store(ValueRange parts, bool inBounds) {
  auto vector = VectorType::get({fragment.width}, getMemory().getElementType());
  for (int64_t lineBlock = 0; lineBlock < fragment.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block) {
      if (inBounds && storesTwoBlocks(block)) {
        storeTwoBlocks(parts, lineBlock, block);
        ++block;
        continue;
      }
      if (inBounds && isWhole(block)) {
        Value group = vector::FromElementsOp::create(
            b, vector,
            parts.slice(fragment.getPart(lineBlock, block), fragment.width));
        b.where(b.hasLine(fragment, lineBlock), [&] {
          mark(vector::StoreOp::create(b, group, memory,
                                       getIndex(lineBlock, block, 0)),
               inBounds);
        });
        continue;
      }
      for (int64_t i = 0; i < fragment.width; ++i)
        b.where(b.hasElement(fragment, lineBlock, block, i), [&] {
          Value index = getIndex(lineBlock, block, i);
          if (!fragment.isPacked()) {
            Value part = parts[fragment.getPart(lineBlock, block, i)];
            mark(memref::StoreOp::create(b, part, memory, index), inBounds);
            return;
          }
          Value word = parts[fragment.getPart(lineBlock, block)];
          Value byte = b.shiftRight(word, b.i32Number(8 * i));
          mark(ByteStoreOp::create(b, byte, memory, index), inBounds);
        });
    }
}

MatrixParts FragmentBuilder::load(MatrixLoadOp op, bool unchecked) {
  Transfer transfer(*this, op, cast<MatrixType>(op.getType()));
  return transfer.access(unchecked, /*hasResults=*/true, [&](bool inBounds) {
    return transfer.load(inBounds);
  });
}

void FragmentBuilder::store(MatrixStoreOp op, ValueRange parts,
                            bool unchecked) {
  Transfer transfer(*this, op, cast<MatrixType>(op.getValue().getType()));
  transfer.access(unchecked, /*hasResults=*/false, [&](bool inBounds) {
    transfer.store(parts, inBounds);
    return MatrixParts();
  });
}
