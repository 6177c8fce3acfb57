//===- GroupsharedSwizzle.cpp - Arrays without conflicts of banks -------===//
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

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/Divisors.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The alignment of arrays to which the machine copies whole tiles: it takes the number
/// of the row from the address.
static constexpr unsigned kTensorAlignment = 8 * kLine;

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
  if (isa<AsyncCopyOp, MatrixLoadBlocksOp>(op))
    return true;
  const std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access || access->isMatrix || access->indices.size() != 1)
    return false;
  const auto count = static_cast<uint64_t>(access->components);
  return llvm::isPowerOf2_64(count) && access->components * bytes <= kPiece &&
         getDivisor(access->indices.front(), count) == count;
}

static std::optional<Swizzle> findSwizzle(GroupsharedOp array, StringRef sm) {
  auto type = cast<MemRefType>(array.getType());
  const int64_t bytes = getScalarBytes(type.getElementType());
  const int64_t row = findRow(array) * bytes;
  auto isLoadOfBlocks = [](Operation *op) {
    return isa<MatrixLoadBlocksOp>(op);
  };
  if (row <= kPiece || type.getNumElements() * bytes % kLine != 0 ||
      llvm::none_of(array->getUsers(), isLoadOfBlocks) ||
      !llvm::all_of(array->getUsers(),
                    [&](Operation *op) { return isInPiece(op, bytes); }))
    return std::nullopt;
  // A line may have several rows, whose pieces are in different banks anyway.
  const unsigned element = llvm::Log2_64(bytes);
  const unsigned pieces = std::min(llvm::Log2_64(row), llvm::Log2_64(kLine)) -
                          llvm::Log2_64(kPiece);
  Swizzle swizzle{std::max(llvm::Log2_64(row), llvm::Log2_64(kLine)) - element,
                  llvm::Log2_64(kPiece) - element, pieces};
  if (!hasTensorMaps(sm))
    return swizzle;
  const std::optional<TensorMap> map = findTensorMap(array);
  swizzle.isOfTensors = map.has_value();
  if (map && row > kLine) {
    swizzle.line = llvm::Log2_64(kLine) - element;
    swizzle.height = llvm::Log2_64(map->rows);
  }
  return swizzle;
}

DenseMap<Value, Swizzle> nvvm::findSwizzles(FuncOp kernel, StringRef sm) {
  DenseMap<Value, Swizzle> swizzles;
  kernel.walk([&](GroupsharedOp array) {
    if (std::optional<Swizzle> swizzle = findSwizzle(array, sm))
      swizzles.try_emplace(array, *swizzle);
  });
  return swizzles;
}

unsigned nvvm::getArrayAlignment(const DenseMap<Value, Swizzle> &swizzles) {
  if (swizzles.empty())
    return kArrayAlignment;
  return llvm::any_of(
             swizzles,
             [](const auto &entry) { return entry.second.isOfTensors; })
             ? kTensorAlignment
             : kLine;
}

/// Exchanges the bits of an index that number the row and the line in it.
static Value exchangeLines(NVVMBuilder &b, const Swizzle &swizzle,
                           Value index) {
  const unsigned lines = swizzle.row - swizzle.line;
  const auto getBits = [&](unsigned from, unsigned count, unsigned to) {
    Value bits =
        b.bitAnd(index, b.i32Number(((int64_t(1) << count) - 1) << from));
    return to > from ? b.shiftLeft(bits, b.i32Number(to - from))
                     : b.shiftRight(bits, from - to);
  };
  Value line = getBits(swizzle.line, lines, swizzle.line + swizzle.height);
  Value row = getBits(swizzle.row, swizzle.height, swizzle.line);
  const int64_t exchanged = ((int64_t(1) << (lines + swizzle.height)) - 1)
                            << swizzle.line;
  Value rest = b.bitAnd(index, b.i32Number(~exchanged));
  return b.bitOr(rest, b.bitOr(line, row));
}

/// The index without a constant that is added to it, which `distance` receives.
static Value splitDistance(Value index, int64_t &distance) {
  APInt constant;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum || !matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
    return index;
  distance = constant.getSExtValue();
  return sum.getLhs();
}

Value nvvm::createElementPlace(NVVMBuilder &b, Value memory, Value index) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  Value pointer = b.kernel.getPointer(memory);
  const Swizzle *swizzle = b.kernel.getSwizzle(memory);
  const bool isIndex = isa<IndexType>(index.getType());
  if (!swizzle) {
    Value wide = isIndex ? arith::IndexCastUIOp::create(b, b.i64, index)
                         : b.resize(index, b.i64);
    return createPlace(b, pointer, element, wide);
  }
  // A multiple of the pattern's length is added to the address behind the exchange: it
  // costs nothing there, and indices that differ by it have the rest in common.
  int64_t distance = 0;
  index = splitDistance(index, distance);
  const int64_t length =
      int64_t(1) << (swizzle->row + std::max(swizzle->bits, swizzle->height));
  const int64_t rest = distance & (length - 1);
  if (isIndex)
    index = arith::IndexCastOp::create(b, b.i32, index);
  index = b.add(index, b.i32Number(rest));
  unsigned numbered = swizzle->row;
  if (swizzle->height) {
    index = exchangeLines(b, *swizzle, index);
    numbered = swizzle->line;
  }
  const int64_t mask = ((int64_t(1) << swizzle->bits) - 1) << swizzle->piece;
  Value row = b.bitAnd(b.shiftRight(index, numbered - swizzle->piece),
                       b.i32Number(mask));
  Value place = arith::XOrIOp::create(b, index, row);
  place =
      createPlace(b, pointer, element, arith::ExtSIOp::create(b, b.i64, place));
  return createPlace(b, place, element, b.number(b.i64, distance - rest));
}
