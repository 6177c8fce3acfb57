//===- MatrixTiles.cpp - Tiles, their elements, and scratch memory --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lanes do not know which elements of a tile they have. Where they must, the wave stores the
// tile to its scratch memory, as rows of words.

#include "MatrixTiles.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static MatrixType getTile(MatrixType type, const TileSizes &sizes) {
  Type element = type.getElement();
  const int64_t depth = isByteType(element) ? sizes.byteDepth : sizes.depth;
  switch (type.getRole()) {
  case MatrixRole::A:
    return MatrixType::get(type.getContext(), sizes.rows, depth, element,
                           type.getRole());
  case MatrixRole::B:
    return MatrixType::get(type.getContext(), depth, sizes.columns, element,
                           type.getRole());
  case MatrixRole::Accumulator:
    if (element.getIntOrFloatBitWidth() < 32)
      element = Float32Type::get(type.getContext());
    return MatrixType::get(type.getContext(), sizes.rows, sizes.columns,
                           element, type.getRole());
  }
  llvm_unreachable("covered switch");
}

MatrixTiles::MatrixTiles(MatrixType type, const TileSizes &sizes)
    : type(type), tile(getTile(type, sizes)),
      rows(llvm::divideCeil(type.getRows(), tile.getRows())),
      columns(llvm::divideCeil(type.getColumns(), tile.getColumns())) {}

bool MatrixTiles::hasPaddedSum() const {
  switch (type.getRole()) {
  case MatrixRole::A:
    return type.getColumns() % tile.getColumns() != 0;
  case MatrixRole::B:
    return type.getRows() % tile.getRows() != 0;
  case MatrixRole::Accumulator:
    return false;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

/// The most waves that a group may have.
static int64_t countWaves(FuncOp kernel) {
  if (std::optional<int64_t> waves = kernel.getNumWavesValue())
    return *waves;
  int64_t threads = 1;
  if (std::optional<ArrayRef<int32_t>> sides = kernel.getNumThreads())
    for (int32_t side : *sides)
      threads *= side;
  return llvm::divideCeil(threads, kernel.getWaveSizes().front());
}

TileScratch::TileScratch(FuncOp kernel, const TileSizes &sizes, int64_t words)
    : sizes(sizes) {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  NumberBuilder b(kernel.getLoc(), builder);
  lane = LaneIndexOp::create(b, b.getI32Type());
  lanes = LaneCountOp::create(b, b.getI32Type());
  if (words == 0)
    return;
  if (sizes.isLinAlg)
    words = llvm::alignTo(words, kTileWords);
  const int64_t waves = countWaves(kernel);
  memory = GroupsharedOp::create(
      b,
      MemRefType::get({waves * words}, b.getI32Type(),
                      MemRefLayoutAttrInterface(),
                      gpu::AddressSpaceAttr::get(b.getContext(),
                                                 gpu::AddressSpace::Workgroup)),
      /*size=*/Value());
  first = b.i32Number(0);
  if (waves > 1)
    first = b.multiply(GroupWaveIndexOp::create(b, b.getI32Type()),
                       b.i32Number(words));
}

int32_t TileScratch::getVariable(MatrixType tile, size_t number) {
  const auto next = static_cast<int32_t>(variables.size());
  return variables.try_emplace({tile.getAsOpaquePointer(), number}, next)
      .first->second;
}

/// The number of trips is the same in all lanes, so that they leave the loop together.
void TileBuilder::forEach(int64_t count, function_ref<void(Value)> body) {
  Value trips = createOrFold<arith::DivUIOp>(
      add(i32Number(count - 1), scratch.lanes), scratch.lanes);
  auto loop = scf::ForOp::create(*this, index(0), toIndex(trips), index(1));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPoint(loop.getBody()->getTerminator());
  Value trip =
      createOrFold<arith::IndexCastUIOp>(getI32Type(), loop.getInductionVar());
  Value number = add(multiply(trip, scratch.lanes), scratch.lane);
  where(isBelow(number, i32Number(count)), [&] { body(number); });
}

Value TileBuilder::loadWord(Value place) {
  return memref::LoadOp::create(*this, scratch.memory,
                                toIndex(add(scratch.first, place)));
}

void TileBuilder::storeWord(Value word, Value place) {
  memref::StoreOp::create(*this, word, scratch.memory,
                          toIndex(add(scratch.first, place)));
}

Value TileBuilder::loadTile(MatrixType tile, int64_t first, int64_t stride) {
  return MatrixLoadTileOp::create(
      *this, tile, MatrixLayout::RowMajor, scratch.memory,
      add(scratch.first, i32Number(first)), i32Number(stride));
}

void TileBuilder::storeTile(Value tile, int64_t first, int64_t stride) {
  MatrixStoreTileOp::create(*this, MatrixLayout::RowMajor, tile, scratch.memory,
                            add(scratch.first, i32Number(first)),
                            i32Number(stride));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value TileBuilder::unpack(Value word, Value place, Type element) {
  const unsigned bits = element.getIntOrFloatBitWidth();
  if (bits == 32)
    return bitcast(word, element);
  word = shiftRight(word, multiply(place, i32Number(bits)));
  if (element.isF16()) {
    Value half = createOrFold<arith::TruncIOp>(getI16Type(), word);
    return bitcast(half, element);
  }
  if (element.isBF16())
    return bitcast(shiftLeft(word, i32Number(bits)), getF32Type());
  return bitAnd(word, 0xFF);
}

Value TileBuilder::pack(ValueRange scalars, Type element) {
  const unsigned bits = element.getIntOrFloatBitWidth();
  Value word;
  for (auto [i, scalar] : llvm::enumerate(scalars)) {
    Value part = scalar;
    if (bits == 32) {
      part = bitcast(part, getI32Type());
    } else if (element.isF16()) {
      part = createOrFold<arith::ExtUIOp>(getI32Type(),
                                          bitcast(part, getI16Type()));
    } else if (element.isBF16()) {
      part = shiftRight(bitcast(part, getI32Type()), i32Number(bits));
    } else {
      part = bitAnd(part, 0xFF);
    }
    if (i > 0)
      part = shiftLeft(part, i32Number(static_cast<int64_t>(i) * bits));
    word = word ? bitOr(word, part) : part;
  }
  return word;
}

std::pair<Value, Value> TileBuilder::locate(Value word,
                                            const MatrixTiles &tiles) {
  const int64_t words = tiles.getWordsOfRow();
  Value row = shiftRight(word, i32Number(llvm::Log2_64(words)));
  Value column =
      multiply(bitAnd(word, words - 1), i32Number(tiles.getElementsOfWord()));
  return {row, column};
}

Value TileBuilder::exists(const MatrixTiles &tiles, int64_t rowTile,
                          int64_t columnTile, Value row, Value column) {
  Value result;
  if (const int64_t rows = tiles.countRows(rowTile);
      rows < tiles.tile.getRows())
    result = isBelow(row, i32Number(rows));
  if (const int64_t columns = tiles.countColumns(columnTile);
      columns < tiles.tile.getColumns())
    result = both(result, isBelow(column, i32Number(columns)));
  return result;
}

TileValues TileBuilder::clearPadding(const MatrixTiles &tiles,
                                     TileValues values) {
  if (!tiles.hasPaddedSum())
    return values;
  const int64_t perWord = tiles.getElementsOfWord();
  for (int64_t row = 0; row < tiles.rows; ++row)
    for (int64_t column = 0; column < tiles.columns; ++column) {
      if (tiles.isWhole(row, column))
        continue;
      Value &tile = values[tiles.getPlace(row, column)];
      storeTile(tile, 0, tiles.getWordsOfRow());
      synchronize();
      forEach(tiles.getWords(), [&](Value place) {
        auto [line, start] = locate(place, tiles);
        Value word = loadWord(place);
        Value kept;
        for (int64_t i = 0; i < perWord; ++i) {
          Value mask = i32Number(static_cast<int32_t>(
              llvm::maskTrailingOnes<uint32_t>(32 / perWord)
              << (i * 32 / perWord)));
          if (Value isOne =
                  exists(tiles, row, column, line, add(start, i32Number(i))))
            mask = select(isOne, mask, i32Number(0));
          kept = kept ? bitOr(kept, mask) : mask;
        }
        storeWord(createOrFold<arith::AndIOp>(word, kept), place);
      });
      synchronize();
      tile =
          loadTile(cast<MatrixType>(tile.getType()), 0, tiles.getWordsOfRow());
      synchronize();
    }
  return values;
}

//===----------------------------------------------------------------------===//
// Fills, products and selects
//===----------------------------------------------------------------------===//

TileValues TileBuilder::fill(MatrixType type, Value scalar) {
  const MatrixTiles tiles = getTiles(type);
  if (!tiles.isStoredAsIs() && !scalar.getType().isF32())
    scalar = arith::ExtFOp::create(*this, getF32Type(), scalar);
  Value tile = MatrixFillOp::create(*this, tiles.tile, scalar);
  return clearPadding(tiles, TileValues(tiles.count(), tile));
}

/// Adjacent products have different sums, so that the machine need not wait for one.
TileValues TileBuilder::multiplyAdd(MatrixMultiplyAddOp op, ValueRange a,
                                    ValueRange b, ValueRange c) {
  const MatrixTiles left = getTiles(op.getA().getType());
  const MatrixTiles right = getTiles(op.getB().getType());
  const MatrixTiles sum = getTiles(op.getType());
  TileValues sums(c);
  for (int64_t k = 0; k < left.columns; ++k)
    for (int64_t row = 0; row < sum.rows; ++row)
      for (int64_t column = 0; column < sum.columns; ++column) {
        Value &tile = sums[sum.getPlace(row, column)];
        tile = MatrixMultiplyAddOp::create(*this, sum.tile,
                                           a[left.getPlace(row, k)],
                                           b[right.getPlace(k, column)], tile);
      }
  return sums;
}

/// SPIR-V selects no cooperative matrices.
Value TileBuilder::select(Value condition, Value x, Value y) {
  auto branch = scf::IfOp::create(*this, x.getType(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(*this, x);
  setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(*this, y);
  return branch.getResult(0);
}
