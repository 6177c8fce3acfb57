//===- TensorMaps.cpp - Copies that the machine makes as a whole ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From sm_90 on, one lane starts the copy of a tile of a buffer of two dimensions, and
// the machine computes the addresses, fills what is outside of the buffer with zeros,
// and tells the barrier of a pipe's stage when all bytes are there (TMA). It reads the
// shape of the buffer from a tensor map, which the host makes for a launch.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/TensorMaps.h"

#include "WaveDialect/Analysis/GroupsharedOrder.h"
#include "WaveDialect/Analysis/KnownBits.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// The most rows of a tile, and the rows that a swizzle repeats after.
static constexpr int64_t kMostRows = 256, kSwizzledRows = 8;

/// The most copies of one instruction each, of 128 bytes of all rows.
static constexpr int64_t kMostLines = 16;

int64_t wave::getConstantOrZero(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) ? constant.getZExtValue()
                                                       : 0;
}

/// The step in the same block that commits the copy. Until then the wave does nothing
/// that ends it.
static PipeCommitOp findCommit(AsyncCopyOp copy) {
  for (Operation *op = copy->getNextNode(); op; op = op->getNextNode()) {
    if (auto commit = dyn_cast<PipeCommitOp>(op))
      return commit;
    if (!isa<AsyncCopyOp>(op) && !isMemoryEffectFree(op))
      return nullptr;
  }
  return nullptr;
}

Value wave::findCommittedPipe(AsyncCopyOp copy) {
  PipeCommitOp commit = findCommit(copy);
  return commit ? commit.getPipe() : Value();
}

/// The number of an argument of the kernel; none for other values.
static std::optional<unsigned> findArgument(Value value, FuncOp kernel) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return std::nullopt;
  return argument.getArgNumber();
}

std::optional<unsigned> wave::findLayerOperand(AsyncCopyOp copy) {
  auto kernel = copy->getParentOfType<FuncOp>();
  auto product = copy.getBase().getDefiningOp<arith::MulIOp>();
  if (!product)
    return std::nullopt;
  const bool isFirst = !findArgument(product.getLhs(), kernel).has_value();
  return isFirst ? 0 : 1;
}

/// The arguments with the sizes and pitches of the buffer of a copy; false if it does not
/// begin where the buffer does, or in one of its layers with no rows for other layers.
static bool findShape(AsyncCopyOp copy, TensorMap &map) {
  auto kernel = copy->getParentOfType<FuncOp>();
  const auto add = [&](SmallVectorImpl<unsigned> &list, Value value) {
    const std::optional<unsigned> argument = findArgument(value, kernel);
    if (argument)
      list.push_back(*argument);
    return argument.has_value();
  };
  if (!add(map.sizes, copy.getColumnBound()) ||
      !add(map.pitches, copy.getPitch()))
    return false;
  if (matchPattern(copy.getBase(), m_Zero()))
    return add(map.sizes, copy.getRowBound());
  const std::optional<unsigned> operand = findLayerOperand(copy);
  auto rows = copy.getRowBound().getDefiningOp<arith::SelectOp>();
  if (!operand || !rows || !matchPattern(rows.getFalseValue(), m_Zero()))
    return false;
  Operation *product = copy.getBase().getDefiningOp();
  auto exists = rows.getCondition().getDefiningOp<arith::CmpIOp>();
  return exists && exists.getPredicate() == arith::CmpIPredicate::ult &&
         exists.getLhs() == product->getOperand(*operand) &&
         add(map.sizes, rows.getTrueValue()) &&
         add(map.sizes, exists.getRhs()) &&
         add(map.pitches, product->getOperand(1 - *operand));
}

std::optional<TensorMap> wave::findTensorMap(AsyncCopyOp copy) {
  auto kernel = copy->getParentOfType<FuncOp>();
  auto type = cast<MemRefType>(copy.getArray().getType());
  const int64_t bytes = getScalarBytes(type.getElementType());
  TensorMap map;
  map.elementBytes = bytes;
  map.rows = getConstantOrZero(copy.getRows());
  const int64_t columns = getConstantOrZero(copy.getColumns());
  map.columns = std::min(columns, kLine / bytes);
  const std::optional<unsigned> buffer = findArgument(copy.getBuffer(), kernel);
  if (copy.getComponents() != 1 || !buffer || !findShape(copy, map) ||
      getConstantOrZero(copy.getStride()) != columns ||
      !llvm::isPowerOf2_64(columns) || columns * bytes <= kPiece ||
      columns > kMostLines * map.columns || map.rows > kMostRows ||
      !llvm::isPowerOf2_64(map.rows) || !findCommit(copy))
    return std::nullopt;
  map.buffer = *buffer;
  // Tiles begin where the swizzle does, and where the rows are in blocks.
  const bool hasLines = columns > map.columns;
  const auto begin = static_cast<uint64_t>(
      hasLines ? map.rows * columns : kSwizzledRows * kLine / bytes);
  if ((hasLines && map.rows < kSwizzledRows) ||
      getDivisor(copy.getStart(), begin) != begin)
    return std::nullopt;
  return map;
}

std::optional<TensorMap> wave::findTensorMap(GroupsharedOp array) {
  std::optional<TensorMap> known;
  for (Operation *user : array->getUsers()) {
    auto copy = dyn_cast<AsyncCopyOp>(user);
    if (!copy) {
      // The machine orders its copies after loads alone.
      const std::optional<MemoryAccess> access = getMemoryAccess(user);
      if (access ? access->writes : !loadsBlocks(user))
        return std::nullopt;
      continue;
    }
    const std::optional<TensorMap> map = findTensorMap(copy);
    if (!map || (known && *known != *map))
      return std::nullopt;
    known = map;
  }
  return known;
}

SmallVector<TensorMap> wave::findTensorMaps(FuncOp kernel, bool hasTensorMaps) {
  SmallVector<TensorMap> maps;
  const DenseMap<Value, Swizzle> swizzles = findSwizzles(kernel, hasTensorMaps);
  kernel.walk([&](AsyncCopyOp copy) {
    auto swizzle = swizzles.find(copy.getArray());
    if (swizzle == swizzles.end() || !swizzle->second.isOfTensors)
      return;
    const TensorMap map = *findTensorMap(copy);
    if (!llvm::is_contained(maps, map))
      maps.push_back(map);
  });
  return maps;
}
