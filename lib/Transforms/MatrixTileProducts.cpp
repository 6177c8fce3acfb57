//===- MatrixTileProducts.cpp - Products of matrices that lanes have ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A product is one of tiles, by an instruction of the machine. Elements of f32 have none
// that keeps their bits: lanes read the elements of rows of `a` and of columns of `b` from
// each other and multiply them. If the low 13 bits of all factors are zero, as behind a
// rounding to tf32, there is an instruction. Its tiles have eight elements along the sum. A
// lane has elements 2 * t and 2 * t + 1 of them, in place of t and t + 4: the order of the
// summands is the same in both factors, and free.
//
// A product with very many tiles is a loop over local arrays, as its code would be too
// long; its matrices have more elements than a lane has registers.

#include "MatrixFragments.h"

#include "WaveDialect/Analysis/KnownBits.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// The most steps in code without loops: instructions on tiles, or products of blocks of
/// 8 x 8 elements of f32.
static constexpr int64_t kMostSteps = 512;

namespace {
/// The parts of a matrix, with zeros up to whole tiles, as values or in a local array.
class TiledParts {
public:
  TiledParts(FragmentBuilder &b, const MatrixFragment &fragment,
             ValueRange parts, int64_t tileLines, int64_t tileBlocks);

  void removePadding(const MatrixFragment &fragment);
  void moveToMemory(const MatrixLanes &lanes);
  MatrixParts take(const MatrixFragment &fragment);

  int64_t countLineTiles() const { return lineBlocks / tileLines; }
  int64_t countBlockTiles() const { return blocks / tileBlocks; }
  /// The first part of a tile, and where the others are from there.
  int64_t getTile(int64_t line, int64_t block) const {
    return getOffset(line * tileLines, block * tileBlocks, 0);
  }
  Value getTile(Value line, Value block) const {
    return b.multiply(b.add(b.multiply(line, b.index(tileLines * blocks)),
                            b.multiply(block, b.index(tileBlocks))),
                      b.index(groupParts));
  }
  int64_t getOffset(int64_t line, int64_t block, int64_t i) const {
    return (line * blocks + block) * groupParts + i;
  }
  /// The parts of a tile: all groups of its first block, line by line, then those of the
  /// next block.
  template <typename PlaceT>
  MatrixParts getParts(PlaceT tile) const {
    MatrixParts parts;
    for (int64_t block = 0; block < tileBlocks; ++block)
      for (int64_t line = 0; line < tileLines; ++line)
        for (int64_t i = 0; i < groupParts; ++i)
          parts.push_back(get(tile, getOffset(line, block, i)));
    return parts;
  }
  template <typename PlaceT>
  void setParts(PlaceT tile, ValueRange parts) {
    auto part = parts.begin();
    for (int64_t block = 0; block < tileBlocks; ++block)
      for (int64_t line = 0; line < tileLines; ++line)
        for (int64_t i = 0; i < groupParts; ++i)
          set(tile, getOffset(line, block, i), *part++);
  }

private:
  Value get(int64_t tile, int64_t offset) const {
    return values[tile + offset];
  }
  Value get(Value tile, int64_t offset) const {
    return memref::LoadOp::create(b, array, b.add(tile, b.index(offset)));
  }
  void set(int64_t tile, int64_t offset, Value value) {
    values[tile + offset] = value;
  }
  void set(Value tile, int64_t offset, Value value) {
    memref::StoreOp::create(b, value, array, b.add(tile, b.index(offset)));
  }

  FragmentBuilder &b;
  const int64_t tileLines, tileBlocks, lineBlocks, blocks, groupParts;
  MatrixParts values;
  Value array;
};

/// A product whose steps add the products of two tiles to the sums of a third.
class Product {
public:
  Product(FragmentBuilder &b, MatrixMultiplyAddOp op, ValueRange a,
          ValueRange right, ValueRange c);

  MatrixParts run();

private:
  void runSteps();
  void runLoops();
  MatrixParts addTile(ValueRange a, ValueRange right, ValueRange c);
  MatrixParts addRoundedTile(ValueRange a, ValueRange right, ValueRange c);
  std::array<Value, 2> transpose(ValueRange right);
  MatrixParts addBlock(ValueRange a, ValueRange right, ValueRange c,
                       int64_t columns);
  Value read(Value part, Value lane);
  void forEach(int64_t count, function_ref<void(Value)> body);

  FragmentBuilder &b;
  const MatrixFragment left, right, sum;
  /// Whether a step is an instruction of the machine, for elements of less than 32 bits, or
  /// for numbers of tf32.
  const bool isTiled, isRounded;
  TiledParts leftTiles, rightTiles, sumTiles;
  int64_t rows, columns, depth;
  /// The lanes of this lane's line, and those of its place.
  std::array<Value, kBlockLanes> lineLanes;
  std::array<Value, kBlockRows> placeLanes;
  /// The elements that lanes have read.
  DenseMap<std::pair<Value, Value>, Value> reads;
  /// Blocks of `b` whose rows and columns lanes have exchanged, by their first part.
  DenseMap<Value, std::array<Value, 2>> transposed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts of tiles
//===----------------------------------------------------------------------===//

TiledParts::TiledParts(FragmentBuilder &b, const MatrixFragment &fragment,
                       ValueRange parts, int64_t tileLines, int64_t tileBlocks)
    : b(b), tileLines(tileLines), tileBlocks(tileBlocks),
      lineBlocks(llvm::alignTo(fragment.lineBlocks, tileLines)),
      blocks(llvm::alignTo(fragment.blocksOfLine, tileBlocks)),
      groupParts(fragment.groupParts) {
  values.assign(lineBlocks * blocks * groupParts, b.zero(fragment.part));
  for (int64_t line = 0; line < fragment.lineBlocks; ++line)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
      for (int64_t i = 0; i < groupParts; ++i)
        values[getOffset(line, block, i)] =
            parts[fragment.getPart(line, block, i)];
}

void TiledParts::removePadding(const MatrixFragment &fragment) {
  const int64_t last = fragment.blocksOfLine - 1;
  for (int64_t line = 0; line < fragment.lineBlocks; ++line)
    for (int64_t i = 0; i < groupParts; ++i) {
      Value &part = values[getOffset(line, last, i)];
      part = b.withoutPadding(fragment, part, last, i);
    }
}

void TiledParts::moveToMemory(const MatrixLanes &lanes) {
  const auto count = static_cast<int64_t>(values.size());
  auto entry = OpBuilder::atBlockBegin(lanes.entry);
  array = memref::AllocaOp::create(
      entry, b.getLoc(), MemRefType::get({count}, values.front().getType()));
  for (int64_t place = 0; place < count; ++place)
    memref::StoreOp::create(b, values[place], array, b.index(place));
}

MatrixParts TiledParts::take(const MatrixFragment &fragment) {
  MatrixParts parts;
  for (int64_t line = 0; line < fragment.lineBlocks; ++line)
    for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
      for (int64_t i = 0; i < groupParts; ++i) {
        const int64_t place = getOffset(line, block, i);
        parts.push_back(array ? get(b.index(place), 0) : values[place]);
      }
  return parts;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Whether a value is a number of tf32, with zeros in its low bits.
static bool isTF32(Value part) {
  constexpr unsigned lowBits = 13;
  APFloat constant(0.0f);
  if (matchPattern(part, m_ConstantFloat(&constant)))
    return constant.bitcastToAPInt().countr_zero() >= lowBits;
  auto bits = part.getDefiningOp<arith::BitcastOp>();
  return bits && bits.getIn().getType().isInteger(32) &&
         getKnownBits(bits.getIn()).countMinTrailingZeros() >= lowBits;
}

/// Tiles of the machine have two blocks of rows and, along the sum, two blocks, or one of
/// tf32.
Product::Product(FragmentBuilder &b, MatrixMultiplyAddOp op, ValueRange a,
                 ValueRange rightParts, ValueRange c)
    : b(b), left(cast<MatrixType>(op.getA().getType())),
      right(cast<MatrixType>(op.getB().getType())),
      sum(cast<MatrixType>(op.getType())),
      isTiled(left.type.getElement().getIntOrFloatBitWidth() < 32),
      isRounded(!isTiled && left.length % kBlockRows == 0 &&
                llvm::all_of(a, isTF32) && llvm::all_of(rightParts, isTF32)),
      leftTiles(b, left, a, isTiled || isRounded ? 2 : 1, isTiled ? 2 : 1),
      rightTiles(b, right, rightParts, 1, isTiled ? 2 : 1),
      sumTiles(b, sum, c, isTiled || isRounded ? 2 : 1, 1),
      rows(sumTiles.countLineTiles()), columns(sumTiles.countBlockTiles()),
      depth(leftTiles.countBlockTiles()) {
  if (isTiled || isRounded)
    return;
  Value first = b.bitAnd(b.lanes.lane, -kBlockLanes);
  for (auto [place, lane] : llvm::enumerate(lineLanes))
    lane = b.bitOr(first, b.i32Number(place));
  for (auto [line, lane] : llvm::enumerate(placeLanes))
    lane = b.bitOr(b.lanes.place, b.i32Number(line * kBlockLanes));
}

MatrixParts Product::run() {
  const bool hasLoops = rows * columns * depth > kMostSteps;
  if (isTiled || hasLoops)
    leftTiles.removePadding(left);
  if (isTiled)
    rightTiles.removePadding(right);
  if (hasLoops)
    runLoops();
  else
    runSteps();
  return sumTiles.take(sum);
}

/// Adjacent steps have different sums, so that the machine need not wait for one.
void Product::runSteps() {
  for (int64_t k = 0; k < depth; ++k) {
    const int64_t rest = left.length - k * kBlockRows;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        const int64_t tile = sumTiles.getTile(row, column);
        MatrixParts a = leftTiles.getParts(leftTiles.getTile(row, k));
        MatrixParts c = sumTiles.getParts(tile);
        if (isTiled)
          c = addTile(a, rightTiles.getParts(rightTiles.getTile(column, k)), c);
        else if (isRounded)
          c = addRoundedTile(
              a, rightTiles.getParts(rightTiles.getTile(k, column)), c);
        else
          c = addBlock(a, rightTiles.getParts(rightTiles.getTile(k, column)), c,
                       std::min(rest, kBlockRows));
        sumTiles.setParts(tile, c);
      }
    reads.clear();
    transposed.clear();
  }
}

void Product::forEach(int64_t count, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, b.index(0), b.index(count), b.index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVar());
}

void Product::runLoops() {
  leftTiles.moveToMemory(b.lanes);
  rightTiles.moveToMemory(b.lanes);
  sumTiles.moveToMemory(b.lanes);
  forEach(rows, [&](Value row) {
    forEach(columns, [&](Value column) {
      Value tile = sumTiles.getTile(row, column);
      auto loop = scf::ForOp::create(b, b.index(0), b.index(depth), b.index(1),
                                     sumTiles.getParts(tile));
      {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(loop.getBody());
        Value k = loop.getInductionVar();
        MatrixParts a = leftTiles.getParts(leftTiles.getTile(row, k));
        MatrixParts c(loop.getRegionIterArgs());
        if (isTiled) {
          c = addTile(a, rightTiles.getParts(rightTiles.getTile(column, k)), c);
        } else if (isRounded) {
          transposed.clear();
          c = addRoundedTile(
              a, rightTiles.getParts(rightTiles.getTile(k, column)), c);
        } else {
          reads.clear();
          c = addBlock(a, rightTiles.getParts(rightTiles.getTile(k, column)), c,
                       kBlockRows);
        }
        scf::YieldOp::create(b, c);
      }
      sumTiles.setParts(tile, loop.getResults());
    });
  });
}

MatrixParts Product::addTile(ValueRange a, ValueRange rightParts,
                             ValueRange c) {
  auto multiply = MatrixMultiplyTileOp::create(
      b, c.getTypes(), left.type.getElement(), a, rightParts, c);
  return MatrixParts(multiply.getSums());
}

/// Lane 4 * g + t has elements 2 * t and 2 * t + 1 of row g, and needs those of column g.
std::array<Value, 2> Product::transpose(ValueRange rightParts) {
  std::array<Value, 2> &made = transposed[rightParts.front()];
  if (made.front())
    return made;
  Value isOdd = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ne, b.bitAnd(b.lanes.line, 1), b.i32Number(0));
  Value half = b.shiftRight(b.lanes.line, b.i32Number(1));
  for (auto [i, part] : llvm::enumerate(made)) {
    Value row = b.add(b.multiply(b.lanes.place, b.i32Number(2)),
                      b.i32Number(static_cast<int64_t>(i)));
    Value lane = b.add(b.multiply(row, b.i32Number(kBlockLanes)), half);
    part = b.select(isOdd, b.readLane(rightParts[1], lane),
                    b.readLane(rightParts[0], lane));
  }
  return made;
}

MatrixParts Product::addRoundedTile(ValueRange a, ValueRange rightParts,
                                    ValueRange c) {
  auto multiply = MatrixMultiplyTileOp::create(
      b, c.getTypes(), FloatTF32Type::get(b.getContext()),
      ValueRange{a[0], a[2], a[1], a[3]}, ValueRange(transpose(rightParts)), c);
  return MatrixParts(multiply.getSums());
}

Value Product::read(Value part, Value lane) {
  Value &value = reads[{part, lane}];
  if (!value)
    value = b.readLane(part, lane);
  return value;
}

/// Element (g, k) of `a` is in a lane of this lane's line; elements (k, 2 * t) and
/// (k, 2 * t + 1) of `b` are in the lane of line k with this lane's place.
MatrixParts Product::addBlock(ValueRange a, ValueRange rightParts, ValueRange c,
                              int64_t count) {
  MatrixParts sums(c);
  for (int64_t k = 0; k < count; ++k) {
    const int64_t place = k / left.width;
    Value inLine = lineLanes[place], ofLine = placeLanes[k];
    Value factor = read(a[k % left.width], inLine);
    for (auto [i, part] : llvm::enumerate(rightParts))
      sums[i] = math::FmaOp::create(b, factor, read(part, ofLine), sums[i]);
  }
  return sums;
}

MatrixParts FragmentBuilder::multiplyAdd(MatrixMultiplyAddOp op, ValueRange a,
                                         ValueRange right, ValueRange c) {
  return Product(*this, op, a, right, c).run();
}
