//===- MatrixTiles.h - Matrices as tiles of a few sizes ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_MATRIXTILES_H
#define WAVEDIALECT_LIB_TRANSFORMS_MATRIXTILES_H

#include "NumberBuilder.h"

#include <map>

namespace mlir::wave {

/// The sizes of the tiles that the device multiplies, and what else its tiles can do.
struct TileSizes {
  int64_t rows, columns;
  /// The columns of a left factor of 16 bits, and of 8 bits.
  int64_t depth, byteDepth;
  /// The operations of Shader Model 6.10. Lanes replace elements of a value, as no variable
  /// holds a tile, and only scratch memory has tiles: others need not begin at multiples of
  /// `kTileWords`.
  bool isLinAlg = false;

  StringRef getTarget() const { return isLinAlg ? "DXIL" : "SPIR-V"; }
};

/// A tile in scratch memory begins at a multiple of 128 bytes.
constexpr int64_t kTileWords = 32;

/// How a matrix consists of tiles. Elements behind its last row and column are padding. That
/// of factors along the sum is always zero, so that no product depends on it.
struct MatrixTiles {
  MatrixTiles(MatrixType type, const TileSizes &sizes);

  int64_t count() const { return rows * columns; }
  int64_t getPlace(int64_t row, int64_t column) const {
    return row * columns + column;
  }
  /// The rows and columns of a tile that are no padding.
  int64_t countRows(int64_t row) const {
    return std::min(tile.getRows(), type.getRows() - row * tile.getRows());
  }
  int64_t countColumns(int64_t column) const {
    return std::min(tile.getColumns(),
                    type.getColumns() - column * tile.getColumns());
  }
  bool isWhole(int64_t row, int64_t column) const {
    return countRows(row) == tile.getRows() &&
           countColumns(column) == tile.getColumns();
  }
  /// Whether padding along the sum exists.
  bool hasPaddedSum() const;
  /// The elements of a word of 32 bits, and the words of a tile's row.
  int64_t getElementsOfWord() const {
    return 32 / tile.getElement().getIntOrFloatBitWidth();
  }
  int64_t getWordsOfRow() const {
    return tile.getColumns() / getElementsOfWord();
  }
  int64_t getWords() const { return tile.getRows() * getWordsOfRow(); }
  /// Whether memory has elements as tiles do. Accumulators of `f16` and `bf16` are tiles of
  /// `f32`, which all devices have.
  bool isStoredAsIs() const { return type.getElement() == tile.getElement(); }

  MatrixType type, tile;
  /// The tiles of a column, and of a row.
  int64_t rows, columns;
};

/// The tiles of a matrix, row by row.
using TileValues = SmallVector<Value>;

/// What all operations on the matrices of a kernel use: created once, at its entry. The
/// scratch memory of a wave is part of a groupshared array of words.
class TileScratch {
public:
  TileScratch(FuncOp kernel, const TileSizes &sizes, int64_t words);

  /// The variable with this number among those for tiles of this type.
  int32_t getVariable(MatrixType tile, size_t number);

  const TileSizes sizes;
  Value lane, lanes;
  /// Null if no operation needs it.
  Value memory, first;

private:
  std::map<std::pair<const void *, size_t>, int32_t> variables;
};

/// Builds the code of operations on matrices that consist of tiles.
class TileBuilder : public NumberBuilder {
public:
  TileBuilder(Location loc, OpBuilder &builder, TileScratch &scratch)
      : NumberBuilder(loc, builder), scratch(scratch) {}

  MatrixTiles getTiles(Type matrix) const {
    return MatrixTiles(cast<MatrixType>(matrix), scratch.sizes);
  }

  //===--------------------------------------------------------------------===//
  // Scratch memory
  //===--------------------------------------------------------------------===//

  /// Orders accesses of scratch memory by the lanes of the wave.
  void synchronize() {
    BarrierOp::create(*this, BarrierScope::Wave, /*sync=*/true);
  }
  /// Code in which each number below `count` is that of one lane.
  void forEach(int64_t count, function_ref<void(Value)> body);
  Value loadWord(Value place);
  void storeWord(Value word, Value place);
  /// Tiles from and to scratch memory whose rows are `stride` words apart.
  Value loadTile(MatrixType tile, int64_t first, int64_t stride);
  void storeTile(Value tile, int64_t first, int64_t stride);

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// The scalar of an element in a word of a tile, and a word of elements. A scalar of `i8`
  /// is an `i32`, one of `bf16` an `f32`; one of an accumulator has the element of the tile.
  Value unpack(Value word, Value place, Type element);
  Value pack(ValueRange scalars, Type element);
  /// The row and the first column of a word of a tile.
  std::pair<Value, Value> locate(Value word, const MatrixTiles &tiles);
  /// Whether element `i` of the word at (row, column) exists; null if it does in all words.
  Value exists(const MatrixTiles &tiles, int64_t rowTile, int64_t columnTile,
               Value row, Value column);

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  TileValues fill(MatrixType type, Value scalar);
  TileValues load(MatrixLoadOp op, bool unchecked);
  void store(MatrixStoreOp op, ValueRange tiles, bool unchecked);
  TileValues multiplyAdd(MatrixMultiplyAddOp op, ValueRange a, ValueRange b,
                         ValueRange c);
  TileValues map(MatrixMapOp op, ArrayRef<ValueRange> inputs);
  /// Runs the loop over the elements of `inputs` that this lane has; inputs that are scalars
  /// remain as they are. `compute` returns the element of the result.
  using Compute = function_ref<Value(ValueRange)>;
  Value mapByVariables(MatrixType tile, ValueRange inputs, Compute compute);
  Value mapByValues(MatrixType tile, ValueRange inputs, Compute compute);
  TileValues convert(MatrixType from, MatrixType to, ValueRange tiles);
  TileValues rowReduce(MatrixRowReduceOp op, ValueRange tiles);
  Value select(Value condition, Value x, Value y);

  /// Sets padding along the sum to zero.
  TileValues clearPadding(const MatrixTiles &tiles, TileValues values);

  TileScratch &scratch;
};

/// The words of scratch memory that a load or store may need, and that another operation
/// may.
int64_t countScratchOfAccess(Operation *op, const TileSizes &sizes,
                             bool unchecked);
int64_t countScratchOfElements(Operation *op, const TileSizes &sizes);

/// Whether an operation computes elements of tiles of different types.
bool mixesTiles(MatrixMapOp op, const TileSizes &sizes);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_MATRIXTILES_H
