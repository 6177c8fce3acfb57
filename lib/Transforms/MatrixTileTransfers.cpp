//===- MatrixTileTransfers.cpp - Tiles from and to memory -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An instruction of the machine transfers a tile if all of its elements exist, are in
// bounds, and have the type of the memory, and if its rows begin at multiples of 16 bytes.
// Those of Shader Model 6.10 need multiples of 128 bytes and buffers of bytes: none is used.
// Otherwise lanes transfer single elements between the memory and the scratch memory of the
// wave; `wave-guard-buffers` adds their tests.

#include "MatrixTiles.h"

#include "WaveDialect/Analysis/KnownBits.h"
#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// The alignment of rows that the machine needs, in bytes.
static constexpr int64_t kRowBytes = 16;

namespace {
/// The elements in memory of one load or store.
struct Place {
  template <typename OpT>
  Place(OpT op, const MatrixTiles &tiles, bool isLinAlg)
      : tiles(tiles), memory(op.getMemory()), first(op.getFirst()),
        stride(op.getStride()), layout(op.getLayout()),
        isRowMajor(layout == MatrixLayout::RowMajor), isLinAlg(isLinAlg) {
    const int64_t line =
        isRowMajor ? tiles.tile.getColumns() : tiles.tile.getRows();
    alignment = std::min(
        line, kRowBytes * 8 / tiles.tile.getElement().getIntOrFloatBitWidth());
    isAligned = getDivisor(first, alignment) % alignment == 0 &&
                getDivisor(stride, alignment) % alignment == 0;
  }

  bool isBuffer() const { return isa<BlockArgument>(memory); }
  /// Whether the machine transfers whole tiles without a test.
  bool isDirect(bool unchecked) const {
    return mayBeDirect() && isAligned && (unchecked || !isBuffer());
  }
  /// Whether the machine may transfer whole tiles.
  bool mayBeDirect() const { return tiles.isStoredAsIs() && !isLinAlg; }

  const MatrixTiles tiles;
  Value memory, first, stride;
  MatrixLayout layout;
  bool isRowMajor, isLinAlg;
  /// In elements.
  int64_t alignment;
  bool isAligned;
};

/// The code of a load or store. `b` builds at the access.
class TileTransfer {
public:
  TileTransfer(TileBuilder &b, Place place, bool unchecked)
      : b(b), place(std::move(place)), tiles(this->place.tiles),
        unchecked(unchecked) {}

  TileValues load();
  void store(ValueRange values);

private:
  Value createTest();
  Value getTileStart(int64_t row, int64_t column);
  std::pair<Value, Value> getIndex(Value row, Value column);
  Value loadElement(Value index);
  void storeElement(Value scalar, Value index);
  Value loadThroughScratch(int64_t row, int64_t column);
  void storeThroughScratch(Value tile, int64_t row, int64_t column);
  TileValues loadTiles(bool direct);
  void storeTiles(ValueRange values, bool direct);

  TileBuilder &b;
  const Place place;
  const MatrixTiles &tiles;
  const bool unchecked;
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Whether all elements are in bounds and rows of tiles are aligned: no element has a larger
/// index than the last one of the matrix. Null if it is known.
Value TileTransfer::createTest() {
  Value test;
  if (!place.isAligned) {
    Value bits =
        b.bitAnd(b.bitOr(place.first, place.stride), place.alignment - 1);
    test = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, bits,
                                         b.i32Number(0));
  }
  if (unchecked || !place.isBuffer())
    return test;
  const int64_t rows = tiles.type.getRows() - 1;
  const int64_t columns = tiles.type.getColumns() - 1;
  const int64_t lines = place.isRowMajor ? rows : columns;
  const int64_t rest = place.isRowMajor ? columns : rows;
  Value last = b.add(place.first, b.i32Number(rest));
  auto keeps = [&](Value sum, Value part) {
    test = b.both(test, b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge,
                                                      sum, part));
  };
  keeps(last, place.first);
  if (lines > 0) {
    // The product does not wrap around.
    test = b.both(test, b.createOrFold<arith::CmpIOp>(
                            arith::CmpIPredicate::ule, place.stride,
                            b.i32Number(static_cast<int32_t>(
                                UINT32_MAX / static_cast<uint32_t>(lines)))));
    Value distance = b.multiply(place.stride, b.i32Number(lines));
    last = b.add(last, distance);
    keeps(last, distance);
  }
  Value length = b.createOrFold<arith::IndexCastUIOp>(
      b.getI32Type(), memref::DimOp::create(b, place.memory, b.index(0)));
  return b.both(test, b.isBelow(last, length));
}

/// The index of the first element of a tile that is in bounds.
Value TileTransfer::getTileStart(int64_t row, int64_t column) {
  row *= tiles.tile.getRows();
  column *= tiles.tile.getColumns();
  if (!place.isRowMajor)
    std::swap(row, column);
  Value start = place.first;
  if (row)
    start = b.add(start, b.multiply(place.stride, b.i32Number(row)));
  return column ? b.add(start, b.i32Number(column)) : start;
}

/// The index of an element of the matrix, and whether it does not wrap around; null if that
/// is not to be tested.
std::pair<Value, Value> TileTransfer::getIndex(Value row, Value column) {
  if (!place.isRowMajor)
    std::swap(row, column);
  Value distance = b.multiply(place.stride, row);
  Value start = b.add(place.first, column);
  Value index = b.add(start, distance);
  if (unchecked || !place.isBuffer())
    return {index, {}};
  auto isAtLeast = [&](Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge, x, y);
  };
  Value divisor = b.createOrFold<arith::MaxUIOp>(row, b.i32Number(1));
  Value most = b.createOrFold<arith::DivUIOp>(b.i32Number(-1), divisor);
  Value fits =
      b.both(isAtLeast(most, place.stride),
             b.both(isAtLeast(start, column), isAtLeast(index, distance)));
  return {index, fits};
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element as a scalar of the tile, as `TileBuilder::pack` takes it.
Value TileTransfer::loadElement(Value index) {
  index = b.toIndex(index);
  if (isByteType(tiles.type.getElement()))
    return ByteLoadOp::create(b, b.getI32Type(), /*is_signed=*/nullptr,
                              place.memory, index);
  Value element = memref::LoadOp::create(b, place.memory, index);
  if (tiles.type.getElement().isBF16())
    return b.fromBFloat16(element);
  if (!tiles.isStoredAsIs())
    return arith::ExtFOp::create(b, b.getF32Type(), element);
  return element;
}

void TileTransfer::storeElement(Value scalar, Value index) {
  index = b.toIndex(index);
  const Type element = tiles.type.getElement();
  if (isByteType(element)) {
    ByteStoreOp::create(b, scalar, place.memory, index);
    return;
  }
  if (element.isBF16())
    scalar = b.toBFloat16(scalar);
  else if (!tiles.isStoredAsIs())
    scalar = arith::TruncFOp::create(b, element, scalar);
  memref::StoreOp::create(b, scalar, place.memory, index);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static Type getScalar(MatrixType tile) {
  return tile.getElement().isBF16() ? Float32Type::get(tile.getContext())
                                    : tile.getScalar();
}

/// Padding is zero.
Value TileTransfer::loadThroughScratch(int64_t row, int64_t column) {
  b.forEach(tiles.getWords(), [&](Value word) {
    auto [line, start] = b.locate(word, tiles);
    SmallVector<Value> scalars;
    for (int64_t i = 0; i < tiles.getElementsOfWord(); ++i) {
      Value inLine = b.add(start, b.i32Number(i));
      auto [index, fits] = getIndex(
          b.add(line, b.i32Number(row * tiles.tile.getRows())),
          b.add(inLine, b.i32Number(column * tiles.tile.getColumns())));
      Value exists = b.both(b.exists(tiles, row, column, line, inLine), fits);
      scalars.push_back(
          b.whereOrZero(exists, getScalar(tiles.tile),
                        [&, index = index] { return loadElement(index); }));
    }
    b.storeWord(b.pack(scalars, tiles.tile.getElement()), word);
  });
  b.synchronize();
  Value tile = b.loadTile(tiles.tile, 0, tiles.getWordsOfRow());
  b.synchronize();
  return tile;
}

void TileTransfer::storeThroughScratch(Value tile, int64_t row,
                                       int64_t column) {
  b.storeTile(tile, 0, tiles.getWordsOfRow());
  b.synchronize();
  b.forEach(tiles.getWords(), [&](Value place) {
    auto [line, start] = b.locate(place, tiles);
    Value word = b.loadWord(place);
    for (int64_t i = 0; i < tiles.getElementsOfWord(); ++i) {
      Value inLine = b.add(start, b.i32Number(i));
      auto [index, fits] = getIndex(
          b.add(line, b.i32Number(row * tiles.tile.getRows())),
          b.add(inLine, b.i32Number(column * tiles.tile.getColumns())));
      Value exists = b.both(b.exists(tiles, row, column, line, inLine), fits);
      b.where(exists, [&, index = index] {
        storeElement(b.unpack(word, b.i32Number(i), tiles.tile.getElement()),
                     index);
      });
    }
  });
  b.synchronize();
}

TileValues TileTransfer::loadTiles(bool direct) {
  TileValues values;
  for (int64_t row = 0; row < tiles.rows; ++row)
    for (int64_t column = 0; column < tiles.columns; ++column)
      values.push_back(direct && tiles.isWhole(row, column)
                           ? MatrixLoadTileOp::create(
                                 b, tiles.tile, place.layout, place.memory,
                                 getTileStart(row, column), place.stride)
                           : loadThroughScratch(row, column));
  return values;
}

void TileTransfer::storeTiles(ValueRange values, bool direct) {
  for (int64_t row = 0; row < tiles.rows; ++row)
    for (int64_t column = 0; column < tiles.columns; ++column) {
      Value tile = values[tiles.getPlace(row, column)];
      if (direct && tiles.isWhole(row, column))
        MatrixStoreTileOp::create(b, place.layout, tile, place.memory,
                                  getTileStart(row, column), place.stride);
      else
        storeThroughScratch(tile, row, column);
    }
}

TileValues TileTransfer::load() {
  if (!place.mayBeDirect())
    return loadTiles(/*direct=*/false);
  Value test = createTest();
  if (!test)
    return loadTiles(/*direct=*/true);
  auto branch =
      scf::IfOp::create(b, SmallVector<Type>(tiles.count(), tiles.tile), test,
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool direct : {true, false}) {
    b.setInsertionPointToEnd(direct ? branch.thenBlock() : branch.elseBlock());
    scf::YieldOp::create(b, loadTiles(direct));
  }
  return TileValues(branch.getResults());
}

void TileTransfer::store(ValueRange values) {
  if (!place.mayBeDirect())
    return storeTiles(values, /*direct=*/false);
  Value test = createTest();
  if (!test)
    return storeTiles(values, /*direct=*/true);
  auto branch = scf::IfOp::create(b, TypeRange(), test,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool direct : {true, false}) {
    Block *block = direct ? branch.thenBlock() : branch.elseBlock();
    b.setInsertionPoint(block->getTerminator());
    storeTiles(values, direct);
  }
}

TileValues TileBuilder::load(MatrixLoadOp op, bool unchecked) {
  const MatrixTiles tiles = getTiles(op.getType());
  return TileTransfer(*this, Place(op, tiles, scratch.sizes.isLinAlg),
                      unchecked)
      .load();
}

void TileBuilder::store(MatrixStoreOp op, ValueRange values, bool unchecked) {
  const MatrixTiles tiles = getTiles(op.getValue().getType());
  TileTransfer(*this, Place(op, tiles, scratch.sizes.isLinAlg), unchecked)
      .store(values);
}

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

template <typename OpT>
static int64_t countOfAccess(OpT op, MatrixType type, const TileSizes &sizes,
                             bool unchecked) {
  const Place place(op, MatrixTiles(type, sizes), sizes.isLinAlg);
  const MatrixTiles &tiles = place.tiles;
  if (place.isDirect(unchecked) &&
      tiles.isWhole(tiles.rows - 1, tiles.columns - 1))
    return 0;
  return tiles.getWords();
}

int64_t wave::countScratchOfAccess(Operation *op, const TileSizes &sizes,
                                   bool unchecked) {
  if (auto load = dyn_cast<MatrixLoadOp>(op))
    return countOfAccess(load, cast<MatrixType>(load.getType()), sizes,
                         unchecked);
  auto store = cast<MatrixStoreOp>(op);
  return countOfAccess(store, cast<MatrixType>(store.getValue().getType()),
                       sizes, unchecked);
}
