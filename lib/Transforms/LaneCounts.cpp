//===- LaneCounts.cpp - Counts of active lanes ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneCounts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr int32_t kLanesOfWord = 32;
/// The number of recent counts to search: older ones are no longer in
/// registers.
static constexpr size_t kMostKnown = 8;

std::optional<int32_t> LaneCounts::getFixedWaveSize() {
  std::optional<ArrayRef<int32_t>> stated = kernel.getWaveSize();
  if (!stated || stated->size() != 1)
    return std::nullopt;
  return stated->front();
}

int64_t LaneCounts::getNumWords() {
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  int32_t most = sizes.empty() ? kMaxWaveSize : sizes.back();
  return llvm::divideCeil(most, kLanesOfWord);
}

template <typename CountOp>
Value LaneCounts::getOrCreate(OpBuilder &builder, Operation *op) {
  size_t looked = 0;
  for (Operation *count : llvm::reverse(known)) {
    if (looked++ == kMostKnown)
      break;
    if (isa<CountOp>(count) && lanes.areSameLanes(count, op))
      return count->getResult(0);
  }
  Location loc = op->getLoc();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  known.push_back(CountOp::create(builder, loc, builder.getI32Type(), yes));
  return known.back()->getResult(0);
}

Value LaneCounts::countActive(OpBuilder &builder, Operation *op) {
  if (!isWholeWave(op))
    return getOrCreate<CountBitsOp>(builder, op);
  if (std::optional<int32_t> size = getFixedWaveSize())
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     builder.getI32IntegerAttr(*size));
  return LaneCountOp::create(builder, op->getLoc(), builder.getI32Type());
}

Value LaneCounts::countActiveBefore(OpBuilder &builder, Operation *op) {
  if (!isWholeWave(op))
    return getOrCreate<PrefixCountBitsOp>(builder, op);
  return LaneIndexOp::create(builder, op->getLoc(), builder.getI32Type());
}

bool LaneCounts::isActiveCount(Value value, Operation *op) {
  if (auto count = value.getDefiningOp<CountBitsOp>())
    return matchPattern(count.getPredicate(), m_One()) &&
           (lanes.areSameLanes(count, op) || lanes.areSameLanes(op, count));
  if (!isWholeWave(op))
    return false;
  APInt number;
  return value.getDefiningOp<LaneCountOp>() ||
         (matchPattern(value, m_ConstantInt(&number)) && getFixedWaveSize() &&
          number == static_cast<uint64_t>(*getFixedWaveSize()));
}
