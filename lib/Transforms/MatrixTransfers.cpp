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

#include "InBounds.h"
#include "MatrixFragments.h"

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

  FragmentBuilder &b;
  const MatrixFragment fragment;
  Value memory;
  const bool isRowMajor, isAdjacent;
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
    loaded = ByteLoadOp::create(b, b.getI32Type(), /*isSigned=*/nullptr, memory,
                                index);
  else
    loaded = memref::LoadOp::create(b, memory, index);
  mark(loaded.getDefiningOp(), inBounds);
  return loaded;
}

MatrixParts Transfer::load(bool inBounds) {
  MatrixParts parts;
  auto vector = VectorType::get({fragment.width}, getMemory().getElementType());
  for (int64_t lineBlock = 0; lineBlock < fragment.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block) {
      if (inBounds && isWhole(block)) {
        Value index = getIndex(lineBlock, block, 0);
        if (Value exists = b.hasLine(fragment, lineBlock))
          index = b.select(exists, index, first);
        auto load = vector::LoadOp::create(b, vector, memory, index);
        mark(load, inBounds);
        for (int64_t i = 0; i < fragment.width; ++i)
          parts.push_back(vector::ExtractOp::create(b, load, i));
        continue;
      }
      Value word;
      for (int64_t i = 0; i < fragment.width; ++i) {
        Value element = loadElement(lineBlock, block, i, inBounds);
        if (!fragment.isPacked()) {
          parts.push_back(element);
          continue;
        }
        Value byte = b.shiftLeft(element, b.i32Number(8 * i));
        word = word ? b.bitOr(word, byte) : byte;
      }
      if (word)
        parts.push_back(word);
    }
  return parts;
}

void Transfer::store(ValueRange parts, bool inBounds) {
  auto vector = VectorType::get({fragment.width}, getMemory().getElementType());
  for (int64_t lineBlock = 0; lineBlock < fragment.lineBlocks; ++lineBlock)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block) {
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
