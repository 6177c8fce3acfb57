//===- MatrixProducts.cpp - Multiply-add of wave matrices -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Registers hold a tile of the result. For each column of `a`, the tile grows by
// the product of that column, element by element, and a row of `b`. All tiles of
// some columns of the result come one after the other, because these columns of
// `b` then stay in the cache.

#include "Matrices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// The tile in registers, in rows and vectors. A machine with vectors of 512 bits
/// has 32 registers, others have 16 or more.
static std::pair<int64_t, int64_t> getTile(const Machine &machine) {
  if (machine.vectorBits >= 512)
    return {6, 4};
  return {6, 2};
}

/// Columns of `a` that a trip of the loop handles.
static constexpr int64_t kUnrolled = 4;

SmallVector<Value> MatrixBuilder::multiplyTrip(const MatrixShape &left,
                                               const MatrixShape &right,
                                               Value a, Value rightData,
                                               Value row, int64_t rows,
                                               Value column, int64_t vectors,
                                               Value k, ValueRange sums) {
  auto vector = cast<VectorType>(sums.front().getType());
  Type element = vector.getElementType();
  SmallVector<Value> parts, results(sums);
  for (int64_t part = 0; part < vectors; ++part) {
    Value place = arith::AddIOp::create(b, column, number(part * right.lanes));
    parts.push_back(
        loadVector(vector, rightData, addScaled(place, k, right.pitch)));
  }
  for (int64_t i = 0; i < rows; ++i) {
    Value place = arith::AddIOp::create(b, addScaled(k, row, left.pitch),
                                        number(i * left.pitch));
    Value factor = splat(loadVector(element, a, place), right.lanes);
    for (int64_t part = 0; part < vectors; ++part) {
      Value &sum = results[i * vectors + part];
      if (isa<FloatType>(element))
        sum = LLVM::FMulAddOp::create(b, vector, factor, parts[part], sum);
      else
        sum = arith::AddIOp::create(
            b, arith::MulIOp::create(b, factor, parts[part]), sum);
    }
  }
  return results;
}

void MatrixBuilder::multiplyTile(MatrixMultiplyAddOp op, Value a,
                                 Value rightData, Value c, Value result,
                                 Value row, int64_t rows, Value column,
                                 int64_t vectors) {
  const MatrixShape left = getShape(cast<MatrixType>(op.getA().getType()));
  const MatrixShape right = getShape(cast<MatrixType>(op.getB().getType()));
  auto type = cast<MatrixType>(op.getType());
  VectorType vector = getVector(getWide(type.getElement()), right.lanes);
  auto getPlace = [&](int64_t i, int64_t part) {
    Value place = arith::AddIOp::create(
        b, column, number(i * right.pitch + part * right.lanes));
    return addScaled(place, row, right.pitch);
  };
  SmallVector<Value> sums;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t part = 0; part < vectors; ++part)
      sums.push_back(loadVector(vector, c, getPlace(i, part)));
  const int64_t whole = left.columns / kUnrolled * kUnrolled;
  if (whole) {
    auto loop = scf::ForOp::create(b, number(0), number(whole),
                                   number(kUnrolled), sums);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    SmallVector<Value> inner(loop.getRegionIterArgs());
    for (int64_t step = 0; step < kUnrolled; ++step)
      inner = multiplyTrip(
          left, right, a, rightData, row, rows, column, vectors,
          arith::AddIOp::create(b, loop.getInductionVar(), number(step)),
          inner);
    scf::YieldOp::create(b, inner);
    sums.assign(loop.getResults().begin(), loop.getResults().end());
  }
  for (int64_t k = whole; k < left.columns; ++k)
    sums = multiplyTrip(left, right, a, rightData, row, rows, column, vectors,
                        number(k), sums);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t part = 0; part < vectors; ++part)
      storeVector(sums[i * vectors + part], result, getPlace(i, part));
}

void MatrixBuilder::multiplyAdd(MatrixMultiplyAddOp op, Value a,
                                Value rightData, Value c, Value result) {
  const MatrixShape shape = getShape(cast<MatrixType>(op.getType()));
  const auto [mostRows, mostVectors] = getTile(machine);
  const int64_t tileRows = std::min(mostRows, shape.rows);
  const int64_t numVectors = shape.pitch / shape.lanes;
  const int64_t tileVectors = std::min(mostVectors, numVectors);
  const int64_t wholeRows = shape.rows / tileRows * tileRows;
  const int64_t wholeVectors = numVectors / tileVectors * tileVectors;
  auto multiplyColumns = [&](Value column, int64_t vectors) {
    loop(wholeRows, tileRows, [&](Value row) {
      multiplyTile(op, a, rightData, c, result, row, tileRows, column, vectors);
    });
    if (wholeRows < shape.rows)
      multiplyTile(op, a, rightData, c, result, number(wholeRows),
                   shape.rows - wholeRows, column, vectors);
  };
  loop(wholeVectors * shape.lanes, tileVectors * shape.lanes,
       [&](Value column) { multiplyColumns(column, tileVectors); });
  if (wholeVectors < numVectors)
    multiplyColumns(number(wholeVectors * shape.lanes),
                    numVectors - wholeVectors);
}
