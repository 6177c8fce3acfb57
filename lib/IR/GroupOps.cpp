//===- GroupOps.cpp - Indices of groups, waves, lanes and threads -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static ConstantIntRanges getRange(uint64_t low, uint64_t high) {
  return ConstantIntRanges::fromUnsigned(APInt(32, low), APInt(32, high));
}

/// The counts of groups, waves and threads are 32-bit, so indices are below
/// 0xffffffff.
static constexpr uint64_t kLargestIndex = 0xfffffffe;

/// The smallest and the largest size of a wave that can run `op`.
static std::pair<uint64_t, uint64_t> getWaveSizeBounds(Operation *op) {
  if (auto function = op->getParentOfType<FuncOp>();
      function && (function.getWaveSize() || hasSurplusForm(function))) {
    SmallVector<int32_t> sizes = function.getWaveSizes();
    if (!sizes.empty())
      return {sizes.front(), sizes.back()};
  }
  return {kMinWaveSize, kMaxWaveSize};
}

static std::optional<int64_t> getNumWaves(Operation *op) {
  auto function = op->getParentOfType<FuncOp>();
  return function ? function.getNumWavesValue() : std::nullopt;
}

/// The number of threads of a group in one dimension; none if not stated.
static std::optional<uint64_t> getNumThreads(Operation *op, unsigned dim) {
  auto function = op->getParentOfType<FuncOp>();
  if (!function || !function.getNumThreads())
    return std::nullopt;
  return (*function.getNumThreads())[dim];
}

void LaneIndexOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                    SetIntRangeFn set) {
  set(getResult(), getRange(0, getWaveSizeBounds(*this).second - 1));
}

void LaneCountOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                    SetIntRangeFn set) {
  auto [low, high] = getWaveSizeBounds(*this);
  set(getResult(), getRange(low, high));
}

void GroupWaveIndexOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                         SetIntRangeFn set) {
  std::optional<int64_t> waves = getNumWaves(*this);
  set(getResult(), getRange(0, waves ? *waves - 1 : kLargestIndex));
}

void GroupWaveCountOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                         SetIntRangeFn set) {
  std::optional<int64_t> waves = getNumWaves(*this);
  set(getResult(),
      waves ? getRange(*waves, *waves) : getRange(1, kLargestIndex));
}

void GroupIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                  SetIntRangeFn set) {
  set(getResult(), getRange(0, kLargestIndex));
}

void GroupCountOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                     SetIntRangeFn set) {
  set(getResult(), getRange(1, 0xffffffff));
}

void DispatchThreadIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                           SetIntRangeFn set) {
  set(getResult(), getRange(0, kLargestIndex));
}

void GroupThreadIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                        SetIntRangeFn set) {
  std::optional<uint64_t> threads =
      getNumThreads(*this, static_cast<unsigned>(getDimension()));
  set(getResult(), getRange(0, threads ? *threads - 1 : kLargestIndex));
}

void GroupIndexOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                     SetIntRangeFn set) {
  uint64_t threads = 1;
  for (unsigned dim : {0, 1, 2}) {
    std::optional<uint64_t> extent = getNumThreads(*this, dim);
    if (!extent)
      return set(getResult(), getRange(0, kLargestIndex));
    threads *= *extent;
  }
  set(getResult(), getRange(0, std::min(threads - 1, kLargestIndex)));
}

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

UniformityStep LaneCountOp::inferUniformity(const UniformityQuery &query) {
  return query.hasOneWaveSize ? UniformityStep::Group : UniformityStep::Wave;
}

/// A dimension with a single thread has only one index.
static UniformityStep inferUniformityOfThread(Operation *op,
                                              gpu::Dimension dimension) {
  const bool isSingle =
      getNumThreads(op, static_cast<unsigned>(dimension)) == 1;
  return isSingle ? UniformityStep::Group : UniformityStep::Lane;
}

UniformityStep DispatchThreadIdOp::inferUniformity(const UniformityQuery &) {
  return inferUniformityOfThread(*this, getDimension());
}

UniformityStep GroupThreadIdOp::inferUniformity(const UniformityQuery &) {
  return inferUniformityOfThread(*this, getDimension());
}
