//===- GroupsharedOrder.cpp - Arrays without conflicts of banks ----- -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine reads the same 16 bytes of eight neighboring rows at once, and writes eight
// neighboring pieces of 16 bytes of a row at once. Groupshared memory has 32 banks of 4
// bytes. In rows of 128 bytes, the pieces that are read are in the same banks, so that the
// machine needs eight steps. In rows with padding, the pieces that are written belong to
// two lines of the memory, so that it needs two. Where piece p of row r is at place
// p ^ (r mod 8), it needs one step for both.
//
// Where the machine copies whole tiles, one instruction copies a line of 128 bytes of each
// of n rows, one below the other. In an array with longer rows, the lines with the same
// number of n rows are therefore adjacent.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/GroupsharedOrder.h"

#include "WaveDialect/Analysis/KnownBits.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/TensorMaps.h"
#include "WaveDialect/IR/ElementType.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// The rows and columns of the blocks that the machine loads.
static constexpr int64_t kBlock = 8;

bool wave::hasAlignedRows(MatrixLoadOp load) {
  return getDivisor(load.getFirst(), kBlock) == kBlock &&
         getDivisor(load.getStride(), kBlock) == kBlock;
}

bool wave::loadsBlocks(Operation *op) {
  if (isa<MatrixLoadBlocksOp, MatrixMultiplyMemoryOp>(op))
    return true;
  auto load = dyn_cast<MatrixLoadOp>(op);
  if (!load || !load.getMemory().getDefiningOp<GroupsharedOp>())
    return false;
  auto type = cast<MatrixType>(load.getType());
  return type.getElement().getIntOrFloatBitWidth() == 16 &&
         type.getRows() % kBlock == 0 && type.getColumns() % kBlock == 0 &&
         hasAlignedRows(load);
}

/// The row of the copies to an array, in elements: a power of two that all of them state;
/// otherwise 0.
static int64_t findRow(GroupsharedOp array) {
  int64_t row = 0;
  for (Operation *user : array->getUsers()) {
    auto copy = dyn_cast<AsyncCopyOp>(user);
    if (!copy)
      continue;
    APInt stride;
    if (copy.getComponents() != 1 || matchPattern(copy.getRows(), m_One()) ||
        !matchPattern(copy.getStride(), m_ConstantInt(&stride)) ||
        !stride.isPowerOf2() || (row && row != stride.getSExtValue()))
      return 0;
    row = stride.getSExtValue();
  }
  return row;
}

/// Whether the elements of an access are in one piece.
static bool isInPiece(Operation *op, int64_t bytes) {
  if (isa<AsyncCopyOp>(op) || loadsBlocks(op))
    return true;
  const std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access || access->isMatrix || access->indices.size() != 1)
    return false;
  const auto count = static_cast<uint64_t>(access->components);
  return llvm::isPowerOf2_64(count) && access->components * bytes <= kPiece &&
         getDivisor(access->indices.front(), count) == count;
}

std::optional<Swizzle> wave::findSwizzle(GroupsharedOp array,
                                         bool hasTensorMaps) {
  auto type = cast<MemRefType>(array.getType());
  const int64_t bytes = getScalarBytes(type.getElementType());
  const int64_t row = findRow(array) * bytes;
  if (row <= kPiece || type.getNumElements() * bytes % kLine != 0 ||
      llvm::none_of(array->getUsers(), loadsBlocks) ||
      !llvm::all_of(array->getUsers(),
                    [&](Operation *op) { return isInPiece(op, bytes); }))
    return std::nullopt;
  // A line may have several rows, whose pieces are in different banks anyway.
  const unsigned element = llvm::Log2_64(bytes);
  const unsigned pieces = std::min(llvm::Log2_64(row), llvm::Log2_64(kLine)) -
                          llvm::Log2_64(kPiece);
  Swizzle swizzle{std::max(llvm::Log2_64(row), llvm::Log2_64(kLine)) - element,
                  llvm::Log2_64(kPiece) - element, pieces};
  swizzle.isMultiplied = llvm::any_of(array->getUsers(), [](Operation *user) {
    return isa<MatrixMultiplyMemoryOp>(user);
  });
  if (!hasTensorMaps)
    return swizzle;
  const std::optional<TensorMap> map = findTensorMap(array);
  swizzle.isOfTensors = map.has_value();
  if (map && row > kLine) {
    swizzle.line = llvm::Log2_64(kLine) - element;
    swizzle.height = llvm::Log2_64(map->rows);
  }
  return swizzle;
}

DenseMap<Value, Swizzle> wave::findSwizzles(FuncOp kernel, bool hasTensorMaps) {
  DenseMap<Value, Swizzle> swizzles;
  kernel.walk([&](GroupsharedOp array) {
    if (std::optional<Swizzle> swizzle = findSwizzle(array, hasTensorMaps))
      swizzles.try_emplace(array, *swizzle);
  });
  return swizzles;
}

//===----------------------------------------------------------------------===//
// Factors that the matrix units read
//===----------------------------------------------------------------------===//

namespace {
/// The bits of the index of a matrix in an array with rows of a power of two.
struct StartBits {
  StartBits(Value first, unsigned row)
      : mayBeSet(~getKnownBits(first).Zero.getZExtValue()), row(row) {}

  /// Whether the number of the column, or the number of the row, is a multiple of a power of
  /// two.
  bool hasColumnOf(uint64_t multiple) const {
    return (mayBeSet & (multiple - 1)) == 0;
  }
  bool hasRowOf(uint64_t multiple) const {
    return (mayBeSet >> row & (multiple - 1)) == 0;
  }
  /// Whether so many columns from the first one on are in the row; and rows, in each
  /// 2^`bits` of them.
  bool hasColumns(int64_t count) const {
    return getMost(0, row) + count <= int64_t(1) << row;
  }
  bool hasRows(int64_t count, unsigned bits) const {
    return getMost(row, bits) + count <= int64_t(1) << bits;
  }

private:
  int64_t getMost(unsigned from, unsigned bits) const {
    return static_cast<int64_t>(mayBeSet >> from & ((uint64_t(1) << bits) - 1));
  }

  const uint64_t mayBeSet;
  const unsigned row;
};
} // namespace

/// The machine reads eight lines of 128 bytes, one below the other: each has 64 elements
/// along the sum, or 64 columns of a right factor. It multiplies 16 elements along the sum
/// at once.
bool wave::canMultiplyFrom(MatrixLoadOp factor, const Swizzle &swizzle) {
  constexpr int64_t step = 16, lineElements = kLine / 2, linePieces = 3;
  auto type = cast<MatrixType>(factor.getType());
  const bool isLeft = type.getRole() == MatrixRole::A;
  const bool isRowMajor = factor.getLayout() == MatrixLayout::RowMajor;
  const int64_t depth = isLeft ? type.getColumns() : type.getRows();
  const int64_t width = isLeft ? type.getRows() : type.getColumns();
  const bool hasLongRows = (int64_t(1) << swizzle.row) > lineElements;
  if (swizzle.bits != linePieces || (hasLongRows && swizzle.height == 0) ||
      getConstantOrZero(factor.getStride()) != int64_t(1) << swizzle.row ||
      depth % step != 0 || width % kBlock != 0)
    return false;
  const StartBits start(factor.getFirst(), swizzle.row);
  if (isLeft)
    return isRowMajor && width == step && start.hasColumnOf(step) &&
           start.hasColumns(depth) && start.hasRowOf(step) &&
           (!hasLongRows || int64_t(1) << swizzle.height >= 4 * step);
  if (isRowMajor)
    return width % lineElements == 0 && start.hasColumnOf(lineElements) &&
           start.hasColumns(width) && start.hasRowOf(step) &&
           (!hasLongRows || int64_t(1) << swizzle.height >= step);
  return start.hasColumnOf(step) && start.hasColumns(depth) &&
         start.hasRowOf(kBlock) &&
         (!hasLongRows || start.hasRowOf(uint64_t(1) << swizzle.height) ||
          start.hasRows(width, swizzle.height));
}
