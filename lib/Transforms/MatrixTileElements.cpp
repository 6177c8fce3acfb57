//===- MatrixTileElements.cpp - Maps, reductions and roles of tiles -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A map of tiles of one type is a loop over the elements that each lane has. Conversions and
// reductions depend on where elements are: lanes read them from scratch memory.

#include "MatrixTiles.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

bool wave::mixesTiles(MatrixMapOp op, const TileSizes &sizes) {
  const MatrixType result =
      MatrixTiles(cast<MatrixType>(op.getType()), sizes).tile;
  return llvm::any_of(op.getInputs(), [&](Value input) {
    auto type = dyn_cast<MatrixType>(input.getType());
    return type && MatrixTiles(type, sizes).tile != result;
  });
}

/// Padding may have any elements, but a division by 0, and of the smallest number by -1, is
/// undefined behavior: both divide by 1.
static void defineDivision(NumberBuilder &b, Operation *op) {
  const bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  if (!isSigned && !isa<arith::DivUIOp, arith::RemUIOp>(op))
    return;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = divisor.getType();
  auto equals = [&](Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, x, y);
  };
  Value isWrong = equals(divisor, b.zero(type));
  if (isSigned) {
    const unsigned bits = type.getIntOrFloatBitWidth();
    Value smallest = arith::ConstantOp::create(
        b, b.getIntegerAttr(type, APInt::getSignedMinValue(bits)));
    isWrong = b.bitOr(isWrong, b.both(equals(divisor, b.number(type, -1)),
                                      equals(dividend, smallest)));
  }
  op->setOperand(1, b.select(isWrong, b.number(type, 1), divisor));
}

/// The scalar of a tile's element in a variable.
static Type getScalarOfTile(MatrixType tile) {
  return tile.getElement().isBF16() ? Float32Type::get(tile.getContext())
                                    : tile.getScalar();
}

Value TileBuilder::mapByVariables(MatrixType tile, ValueRange inputs,
                                  Compute compute) {
  Value length =
      toIndex(MatrixLengthOp::create(*this, getI32Type(), TypeAttr::get(tile)));
  const int32_t made = scratch.getVariable(tile, 0);
  SmallVector<int32_t> variables;
  for (Value input : inputs) {
    int32_t variable = -1;
    if (isa<MatrixType>(input.getType())) {
      variable = scratch.getVariable(tile, variables.size() + 1);
      MatrixSetOp::create(*this, variable, input);
    }
    variables.push_back(variable);
  }
  auto loop = scf::ForOp::create(*this, index(0), length, index(1));
  {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPoint(loop.getBody()->getTerminator());
    Value number = createOrFold<arith::IndexCastUIOp>(getI32Type(),
                                                      loop.getInductionVar());
    SmallVector<Value> elements(inputs);
    for (auto [element, variable] : llvm::zip_equal(elements, variables))
      if (variable >= 0)
        element = MatrixGetElementOp::create(*this, getScalarOfTile(tile),
                                             variable, tile, number);
    MatrixSetElementOp::create(*this, made, tile, number, compute(elements));
  }
  return MatrixGetOp::create(*this, tile, made);
}

/// The loop replaces all elements of the first input, which is a tile.
Value TileBuilder::mapByValues(MatrixType tile, ValueRange inputs,
                               Compute compute) {
  Value start = inputs.front();
  Value count = toIndex(MatrixCountOp::create(*this, getI32Type(), start));
  auto loop = scf::ForOp::create(*this, index(0), count, index(1), start);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToEnd(loop.getBody());
  Value number =
      createOrFold<arith::IndexCastUIOp>(getI32Type(), loop.getInductionVar());
  SmallVector<Value> elements(inputs);
  for (Value &element : elements)
    if (isa<MatrixType>(element.getType()))
      element = MatrixExtractOp::create(*this, getScalarOfTile(tile), element,
                                        number);
  Value made = MatrixInsertOp::create(*this, tile, compute(elements),
                                      loop.getRegionIterArgs().front(), number);
  scf::YieldOp::create(*this, made);
  return loop.getResult(0);
}

/// If accumulators of `i32` and of `f32` take part, all tiles are those of the bits of
/// their elements: only elements of tiles of one type are at the same index.
TileValues TileBuilder::map(MatrixMapOp op, ArrayRef<ValueRange> inputs) {
  const MatrixTiles results = getTiles(op.getType());
  const bool isMixed = mixesTiles(op, scratch.sizes);
  const MatrixType common =
      isMixed ? results.tile.withElement(getI32Type()) : results.tile;
  auto reinterpret = [&](Value tile, MatrixType type) -> Value {
    if (tile.getType() == type)
      return tile;
    storeTile(tile, 0, type.getColumns());
    synchronize();
    Value same = loadTile(type, 0, type.getColumns());
    synchronize();
    return same;
  };
  Block &body = op.getBody().front();
  TileValues values;
  for (int64_t place = 0; place < results.count(); ++place) {
    SmallVector<Value> operands;
    for (auto [operand, input] : llvm::zip_equal(op.getInputs(), inputs))
      operands.push_back(isa<MatrixType>(operand.getType())
                             ? reinterpret(input[place], common)
                             : input.front());
    auto compute = [&](ValueRange elements) -> Value {
      IRMapping mapped;
      for (auto [argument, operand, element] :
           llvm::zip_equal(body.getArguments(), op.getInputs(), elements)) {
        Value value = element;
        if (isa<MatrixType>(operand.getType())) {
          value =
              bitcast(value, getScalarOfTile(getTiles(operand.getType()).tile));
          if (value.getType() != argument.getType())
            value = arith::TruncFOp::create(*this, argument.getType(), value);
        }
        mapped.map(argument, value);
      }
      for (Operation &inner : body.without_terminator())
        defineDivision(*this, clone(inner, mapped));
      Value result = mapped.lookupOrDefault(
          cast<MatrixYieldOp>(body.getTerminator()).getValue());
      if (result.getType() != getScalarOfTile(results.tile))
        result =
            arith::ExtFOp::create(*this, getScalarOfTile(results.tile), result);
      return bitcast(result, getScalarOfTile(common));
    };
    Value tile = scratch.sizes.isLinAlg
                     ? mapByValues(common, operands, compute)
                     : mapByVariables(common, operands, compute);
    values.push_back(reinterpret(tile, results.tile));
  }
  return clearPadding(results, std::move(values));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
/// The tiles of a matrix that have the elements of one tile of another role, one behind the
/// other in scratch memory.
struct Covering {
  Covering(const MatrixTiles &from, const MatrixTiles &to, int64_t row,
           int64_t column) {
    auto cover = [](int64_t tile, int64_t toSize, int64_t fromSize,
                    int64_t tiles, int64_t &first, int64_t &count) {
      const int64_t start = tile * toSize;
      first = start / fromSize;
      const int64_t end =
          std::min<int64_t>(llvm::divideCeil(start + toSize, fromSize), tiles);
      count = end - first;
    };
    cover(row, to.tile.getRows(), from.tile.getRows(), from.rows, firstRow,
          rows);
    cover(column, to.tile.getColumns(), from.tile.getColumns(), from.columns,
          firstColumn, columns);
    words = rows * columns * from.getWords();
  }

  /// The word of the element at a row and column of these tiles.
  Value getPlace(TileBuilder &b, const MatrixTiles &from, Value row,
                 Value column) const {
    Value first;
    auto enter = [&](Value &index, int64_t count, int64_t size, int64_t next) {
      if (count == 1)
        return;
      Value start =
          b.multiply(b.shiftRight(index, b.i32Number(llvm::Log2_64(size))),
                     b.i32Number(next * from.getWords()));
      first = first ? b.add(first, start) : start;
      index = b.bitAnd(index, size - 1);
    };
    enter(row, rows, from.tile.getRows(), columns);
    enter(column, columns, from.tile.getColumns(), 1);
    Value place = b.add(b.multiply(row, b.i32Number(from.getWordsOfRow())),
                        b.shiftRight(column, b.i32Number(llvm::Log2_64(
                                                 from.getElementsOfWord()))));
    return first ? b.add(first, place) : place;
  }

  int64_t firstRow, rows, firstColumn, columns, words;
};
} // namespace

TileValues TileBuilder::convert(MatrixType fromType, MatrixType toType,
                                ValueRange values) {
  const MatrixTiles from = getTiles(fromType), to = getTiles(toType);
  if (from.tile == to.tile)
    return TileValues(values);
  const int64_t perWord = from.getElementsOfWord();
  TileValues results;
  for (int64_t row = 0; row < to.rows; ++row)
    for (int64_t column = 0; column < to.columns; ++column) {
      const Covering covering(from, to, row, column);
      for (int64_t y = 0; y < covering.rows; ++y)
        for (int64_t x = 0; x < covering.columns; ++x)
          storeTile(values[from.getPlace(covering.firstRow + y,
                                         covering.firstColumn + x)],
                    (y * covering.columns + x) * from.getWords(),
                    from.getWordsOfRow());
      synchronize();
      // The first element of the new tile among those in scratch memory.
      const int64_t top =
          row * to.tile.getRows() - covering.firstRow * from.tile.getRows();
      const int64_t left = column * to.tile.getColumns() -
                           covering.firstColumn * from.tile.getColumns();
      forEach(to.getWords(), [&](Value word) {
        auto [line, start] = locate(word, to);
        SmallVector<Value> scalars;
        for (int64_t i = 0; i < to.getElementsOfWord(); ++i) {
          Value inLine = add(start, i32Number(i));
          Value there = add(inLine, i32Number(left));
          Value place =
              covering.getPlace(*this, from, add(line, i32Number(top)), there);
          scalars.push_back(whereOrZero(
              exists(to, row, column, line, inLine), getScalarOfTile(to.tile),
              [&]() -> Value {
                Value scalar =
                    unpack(loadWord(place), bitAnd(there, perWord - 1),
                           from.tile.getElement());
                if (scalar.getType().isF32() && to.tile.getElement().isF16())
                  return arith::TruncFOp::create(*this, getF16Type(), scalar);
                if (scalar.getType().isF16() && to.tile.getElement().isF32())
                  return arith::ExtFOp::create(*this, getF32Type(), scalar);
                return scalar;
              }));
        }
        storeWord(pack(scalars, to.tile.getElement()),
                  add(word, i32Number(covering.words)));
      });
      synchronize();
      results.push_back(loadTile(to.tile, covering.words, to.getWordsOfRow()));
      synchronize();
    }
  return results;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A lane combines the elements of a row, and keeps the combination in scratch memory behind
/// the words of a tile. Elements of f16 and bf16 are combined in f32, and rounded once.
TileValues TileBuilder::rowReduce(MatrixRowReduceOp op, ValueRange values) {
  const MatrixTiles tiles = getTiles(op.getType());
  const MatrixReduction kind = op.getKind();
  const Type element = tiles.type.getElement();
  const Type sum =
      element.isInteger(32) ? Type(getI32Type()) : Type(getF32Type());
  const int64_t perWord = tiles.getElementsOfWord();
  TileValues results;
  for (int64_t row = 0; row < tiles.rows; ++row) {
    for (int64_t column = 0; column < tiles.columns; ++column) {
      storeTile(values[tiles.getPlace(row, column)], 0, tiles.getWordsOfRow());
      synchronize();
      forEach(tiles.tile.getRows(), [&](Value line) {
        Value place = add(line, i32Number(tiles.getWords()));
        Value start =
            column ? bitcast(loadWord(place), sum) : getIdentity(kind, sum);
        auto loop = scf::ForOp::create(*this, index(0),
                                       index(tiles.countColumns(column)),
                                       index(1), start);
        {
          OpBuilder::InsertionGuard guard(*this);
          setInsertionPointToEnd(loop.getBody());
          Value inLine = createOrFold<arith::IndexCastUIOp>(
              getI32Type(), loop.getInductionVar());
          Value word = loadWord(
              add(multiply(line, i32Number(tiles.getWordsOfRow())),
                  shiftRight(inLine, i32Number(llvm::Log2_64(perWord)))));
          Value scalar = unpack(word, bitAnd(inLine, perWord - 1),
                                tiles.tile.getElement());
          if (scalar.getType().isF16())
            scalar = arith::ExtFOp::create(*this, getF32Type(), scalar);
          scf::YieldOp::create(
              *this, combine(kind, loop.getRegionIterArgs().front(), scalar));
        }
        storeWord(bitcast(loop.getResult(0), getI32Type()), place);
      });
      synchronize();
    }
    forEach(tiles.getWords(), [&](Value word) {
      Value line = locate(word, tiles).first;
      Value scalar =
          bitcast(loadWord(add(line, i32Number(tiles.getWords()))), sum);
      if (element.isF16() || element.isBF16()) {
        // Only a sum needs it.
        scalar =
            element.isF16()
                ? arith::TruncFOp::create(*this, element, scalar).getResult()
                : roundToBFloat16(scalar);
        if (element.isF16() && !tiles.isStoredAsIs())
          scalar = arith::ExtFOp::create(*this, getF32Type(), scalar);
      }
      storeWord(
          pack(SmallVector<Value>(perWord, scalar), tiles.tile.getElement()),
          word);
    });
    synchronize();
    Value tile = loadTile(tiles.tile, 0, tiles.getWordsOfRow());
    synchronize();
    results.append(tiles.columns, tile);
  }
  return clearPadding(tiles, std::move(results));
}

int64_t wave::countScratchOfElements(Operation *op, const TileSizes &sizes) {
  auto getTiles = [&](Type type) {
    return MatrixTiles(cast<MatrixType>(type), sizes);
  };
  if (auto reduce = dyn_cast<MatrixRowReduceOp>(op)) {
    const MatrixTiles tiles = getTiles(reduce.getType());
    return tiles.getWords() + llvm::alignTo(tiles.tile.getRows(), 4);
  }
  if (auto convert = dyn_cast<MatrixConvertOp>(op)) {
    const MatrixTiles from = getTiles(convert.getValue().getType());
    const MatrixTiles to = getTiles(convert.getType());
    if (from.tile == to.tile)
      return 0;
    int64_t words = 0;
    for (int64_t row = 0; row < to.rows; ++row)
      for (int64_t column = 0; column < to.columns; ++column)
        words = std::max(words, Covering(from, to, row, column).words);
    return words + to.getWords();
  }
  if (auto fill = dyn_cast<MatrixFillOp>(op)) {
    const MatrixTiles tiles = getTiles(fill.getType());
    return tiles.hasPaddedSum() ? tiles.getWords() : 0;
  }
  if (auto map = dyn_cast<MatrixMapOp>(op)) {
    const MatrixTiles tiles = getTiles(map.getType());
    return tiles.hasPaddedSum() || mixesTiles(map, sizes) ? tiles.getWords()
                                                          : 0;
  }
  return 0;
}
