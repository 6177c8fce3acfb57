//===- IndexForms.cpp - The elements that the lanes of a group access -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/IndexForms.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::wave;

/// Larger factors are rarely useful, and sums of these stay far below 2^31.
static constexpr int64_t kMaxFactor = 1 << 12;
/// The assumed maximum number of waves of a group of threads, which may have
/// more waves than it needs.
static constexpr int64_t kManyWaves = 1 << 12;
static constexpr int64_t kMaxRange = int64_t(1) << 30;

static int64_t wrap(int64_t value) { return static_cast<int32_t>(value); }

//===----------------------------------------------------------------------===//
// IndexForm
//===----------------------------------------------------------------------===//

bool IndexForm::isLaneIndex() const {
  IndexForm laneIndex;
  laneIndex.lane = 1;
  return *this == laneIndex;
}

bool IndexForm::isParallelTo(const IndexForm &other) const {
  return lane == other.lane && wave == other.wave &&
         waveStart == other.waveStart && thread == other.thread &&
         shared == other.shared;
}

/// Returns `form` times `factor`; none if a factor becomes too large.
static std::optional<IndexForm> scale(IndexForm form, int64_t factor) {
  factor = wrap(factor);
  form.constant = wrap(form.constant * factor);
  for (int64_t *own : {&form.lane, &form.wave, &form.waveStart, &form.thread}) {
    if (*own && std::abs(factor) > kMaxFactor)
      return std::nullopt;
    *own *= factor;
    if (std::abs(*own) > kMaxFactor)
      return std::nullopt;
  }
  for (auto &[value, own] : form.shared)
    own = wrap(own * factor);
  return form;
}

static std::optional<IndexForm> add(IndexForm a, const IndexForm &b) {
  a.constant = wrap(a.constant + b.constant);
  for (auto [own, more] : {std::pair(&a.lane, b.lane),
                           {&a.wave, b.wave},
                           {&a.waveStart, b.waveStart},
                           {&a.thread, b.thread}}) {
    *own += more;
    if (std::abs(*own) > kMaxFactor)
      return std::nullopt;
  }
  for (auto [value, factor] : b.shared) {
    auto *same = llvm::find_if(a.shared, [shared = value](const auto &other) {
      return other.first == shared;
    });
    if (same != a.shared.end())
      same->second = wrap(same->second + factor);
    else
      a.shared.emplace_back(value, factor);
  }
  llvm::erase_if(a.shared, [](const auto &each) { return each.second == 0; });
  llvm::sort(a.shared);
  return a;
}

//===----------------------------------------------------------------------===//
// Forms of values
//===----------------------------------------------------------------------===//

IndexForms::IndexForms(FuncOp kernel, const UniformityAnalysis &uniformity)
    : kernel(kernel), uniformity(uniformity) {
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  minLanes = sizes.empty() ? kMinWaveSize : sizes.front();
  maxLanes = sizes.empty() ? kMaxWaveSize : sizes.back();
  // Waves beyond the stated number return before they access memory.
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  maxWaves = kernel.getNumWavesValue().value_or(launch ? launch->numWaves
                                                       : kManyWaves);
  maxThreads = getThreadLimit(kernel.getStageOrDefault());
  if (std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads()) {
    maxThreads = 1;
    for (int32_t number : *threads)
      maxThreads *= number;
  }
}

bool IndexForms::isShared(Value value) {
  if (!uniformity.get(value).isGroupUniform())
    return false;
  for (Operation *parent = value.getParentBlock()->getParentOp();
       parent && parent != kernel; parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return false;
  return true;
}

/// The index of a thread in its group, or in the dispatch, if groups have one
/// dimension.
std::optional<IndexForm> IndexForms::getThread(Operation *op) {
  std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads();
  IndexForm form;
  form.thread = 1;
  if (isa<GroupIndexOp>(op))
    return form;
  if (!threads || threads->size() != 3 || (*threads)[1] != 1 ||
      (*threads)[2] != 1)
    return std::nullopt;
  if (auto id = dyn_cast<GroupThreadIdOp>(op);
      id && id.getDimension() == gpu::Dimension::x)
    return form;
  auto id = dyn_cast<DispatchThreadIdOp>(op);
  if (!id || id.getDimension() != gpu::Dimension::x)
    return std::nullopt;
  // The index of the group's first thread.
  form.shared.emplace_back(kernel.getOperation(), 1);
  return form;
}

std::optional<IndexForm> IndexForms::computeProduct(Value a, Value b) {
  std::optional<IndexForm> first = get(a), second = get(b);
  if (!first || !second)
    return std::nullopt;
  IndexForm constant;
  constant.constant = second->constant;
  if (*second == constant)
    return scale(*first, constant.constant);
  constant.constant = first->constant;
  if (*first == constant)
    return scale(*second, constant.constant);
  // A multiple of the wave index times the wave size.
  IndexForm wave;
  wave.wave = first->wave;
  if (!b.getDefiningOp<LaneCountOp>() || !isShared(b) || !(*first == wave))
    return std::nullopt;
  IndexForm form;
  form.waveStart = wave.wave;
  return form;
}

std::optional<IndexForm> IndexForms::compute(Value index) {
  IndexForm form;
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 32)
      return std::nullopt;
    form.constant = constant.getSExtValue();
    return form;
  }
  Operation *op = index.getDefiningOp();
  if (isa_and_nonnull<LaneIndexOp>(op)) {
    form.lane = 1;
    return form;
  }
  if (isa_and_nonnull<GroupWaveIndexOp>(op)) {
    form.wave = 1;
    return form;
  }
  if (isa_and_nonnull<GroupIndexOp, GroupThreadIdOp, DispatchThreadIdOp>(op))
    return getThread(op);
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
      op->getOperand(0).getType().isInteger(32))
    return get(op->getOperand(0));
  if (index.getType().isInteger(32)) {
    auto combine = [&](int64_t factor) -> std::optional<IndexForm> {
      std::optional<IndexForm> a = get(op->getOperand(0)),
                               b = get(op->getOperand(1));
      if (b)
        b = scale(*b, factor);
      return a && b ? add(*a, *b) : std::nullopt;
    };
    std::optional<IndexForm> result;
    if (isa_and_nonnull<arith::AddIOp>(op))
      result = combine(1);
    else if (isa_and_nonnull<arith::SubIOp>(op))
      result = combine(-1);
    else if (isa_and_nonnull<arith::MulIOp>(op)) {
      result = computeProduct(op->getOperand(0), op->getOperand(1));
      if (!result)
        result = computeProduct(op->getOperand(1), op->getOperand(0));
    } else if (isa_and_nonnull<arith::ShLIOp>(op) &&
               matchPattern(op->getOperand(1), m_ConstantInt(&constant)) &&
               constant.ult(31)) {
      if (std::optional<IndexForm> a = get(op->getOperand(0)))
        result = scale(*a, int64_t(1) << constant.getZExtValue());
    }
    if (result)
      return result;
  }
  if (!isShared(index))
    return std::nullopt;
  form.shared.emplace_back(index.getAsOpaquePointer(), 1);
  return form;
}

std::optional<IndexForm> IndexForms::get(Value index) {
  if (auto it = forms.find(index); it != forms.end())
    return it->second;
  std::optional<IndexForm> form = compute(index);
  forms[index] = form;
  return form;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

int64_t IndexForms::getSpacing(const IndexForm &form) const {
  const int64_t lane = std::abs(form.lane), thread = std::abs(form.thread);
  const bool usesWave = form.wave != 0 || form.waveStart != 0;
  if (thread)
    return lane == 0 && !usesWave ? thread : 0;
  if (lane == 0)
    return 0;
  if (maxWaves == 1)
    return lane;
  if (form.wave && form.waveStart)
    return 0;
  // Either waves are contiguous, each with its lanes side by side,
  int64_t gap = 0;
  if (int64_t start = std::abs(form.waveStart))
    gap = start >= lane ? (start - lane) * minLanes + lane : 0;
  else if (std::abs(form.wave) > lane * (maxLanes - 1))
    gap = std::abs(form.wave) - lane * (maxLanes - 1);
  // or lanes are contiguous, each with its waves side by side.
  else if (form.wave && lane > std::abs(form.wave) * (maxWaves - 1))
    return std::min(std::abs(form.wave),
                    lane - std::abs(form.wave) * (maxWaves - 1));
  return std::min(lane, gap);
}

std::optional<std::pair<int64_t, int64_t>>
IndexForms::getRange(const IndexForm &form) const {
  int64_t low = form.constant, high = form.constant;
  auto extend = [&](int64_t factor, int64_t largest) {
    (factor < 0 ? low : high) += factor * largest;
  };
  extend(form.lane, maxLanes - 1);
  extend(form.wave, maxWaves - 1);
  extend(form.waveStart, (maxWaves - 1) * maxLanes);
  extend(form.thread, maxThreads - 1);
  if (low < -kMaxRange || high > kMaxRange)
    return std::nullopt;
  return std::pair(low, high);
}

bool IndexForms::mayMeet(const IndexForm &a, int64_t numA, const IndexForm &b,
                         int64_t numB) const {
  if (a.shared != b.shared)
    return true;
  auto rangeA = getRange(a), rangeB = getRange(b);
  // Without bounds the arithmetic might wrap around.
  if (!rangeA || !rangeB)
    return true;
  if (rangeA->second + numA <= rangeB->first ||
      rangeB->second + numB <= rangeA->first)
    return false;
  const int64_t distance = a.constant - b.constant;
  return !a.isParallelTo(b) ||
         getSpacing(a) < std::max(distance + numA, numB - distance);
}
