//===- SampledValue.cpp - Integers in one lane ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// Above all sums of sensible kernels; keeps products from overflowing.
static constexpr int64_t kMost = int64_t(1) << 30;

namespace {
class Evaluator {
public:
  explicit Evaluator(const Sample &sample) : sample(sample) {}

  std::optional<int64_t> evaluate(Value value, unsigned depth = 0);

private:
  std::optional<int64_t> compute(Value value, unsigned depth);
  std::optional<int64_t> compute(BlockArgument argument, unsigned depth);

  Sample sample;
  /// A value that is used twice would otherwise double the work, again and again.
  DenseMap<Value, std::optional<int64_t>> known;
};
} // namespace

std::optional<int64_t> Evaluator::evaluate(Value value, unsigned depth) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  const std::optional<int64_t> number = compute(value, depth);
  known.try_emplace(value, number);
  return number;
}

/// The value of a parameter, or of what a loop carries, at its start.
std::optional<int64_t> Evaluator::compute(BlockArgument argument,
                                          unsigned depth) {
  if (!sample.parameter)
    return std::nullopt;
  Operation *parent = argument.getOwner()->getParentOp();
  if (isa<FuncOp>(parent))
    return argument.getType().isIntOrIndex() ? sample.parameter : std::nullopt;
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop)
    return std::nullopt;
  if (argument == loop.getInductionVar())
    return evaluate(loop.getLowerBound(), depth + 1);
  return evaluate(loop.getTiedLoopInit(argument)->get(), depth + 1);
}

std::optional<int64_t> Evaluator::compute(Value value, unsigned depth) {
  constexpr unsigned mostDepth = 16;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  if (depth == mostDepth)
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return compute(argument, depth);
  Operation *op = value.getDefiningOp();
  if (isa<LaneCountOp>(op))
    return sample.laneCount;
  if (isa<GroupWaveCountOp>(op))
    return sample.waveCount;
  if (isa<LaneIndexOp, GroupIndexOp>(op))
    return sample.lane;
  if (auto id = dyn_cast<GroupIdOp>(op))
    return id.getDimension() == sample.dimension ? sample.group : 0;
  if (isa<GroupWaveIndexOp, GroupThreadIdOp, DispatchThreadIdOp>(op))
    return 0;
  const auto get = [&](unsigned number) {
    return evaluate(op->getOperand(number), depth + 1);
  };
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
          arith::ExtSIOp, arith::TruncIOp>(op))
    return get(0);
  if (isa<arith::SelectOp>(op)) {
    const std::optional<int64_t> condition = get(0);
    return condition ? get(*condition ? 1 : 2) : std::nullopt;
  }
  if (!isa<arith::CmpIOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
           arith::DivUIOp, arith::DivSIOp, arith::RemUIOp, arith::ShLIOp,
           arith::ShRUIOp>(op))
    return std::nullopt;
  const std::optional<int64_t> a = get(0), b = get(1);
  if (!a || !b || std::abs(*a) > kMost || std::abs(*b) > kMost)
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](arith::AddIOp) { return *a + *b; })
      .Case([&](arith::SubIOp) { return *a - *b; })
      .Case([&](arith::MulIOp) { return *a * *b; })
      .Case([&](arith::CmpIOp compare) {
        const APInt left(64, *a, /*isSigned=*/true),
            right(64, *b, /*isSigned=*/true);
        return arith::applyCmpPredicate(compare.getPredicate(), left, right);
      })
      .Case<arith::ShLIOp, arith::ShRUIOp>(
          [&](Operation *) -> std::optional<int64_t> {
            if (*a < 0 || *b < 0 || *b > 31)
              return std::nullopt;
            return isa<arith::ShLIOp>(op) ? *a << *b : *a >> *b;
          })
      .Default([&](Operation *) -> std::optional<int64_t> {
        if (*a < 0 || *b <= 0)
          return std::nullopt;
        return isa<arith::RemUIOp>(op) ? *a % *b : *a / *b;
      });
}

std::optional<int64_t> wave::evaluate(Value value, const Sample &sample) {
  return Evaluator(sample).evaluate(value);
}

int64_t wave::getLikelyWaveSize(FuncOp kernel) {
  constexpr int32_t likely = 32;
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  int32_t best = likely;
  for (auto [number, size] : llvm::enumerate(sizes))
    if (number == 0 || std::abs(size - likely) < std::abs(best - likely))
      best = size;
  return best;
}

int64_t wave::getLikelyWaveCount(FuncOp kernel, int64_t laneCount) {
  if (std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads())
    return llvm::divideCeil(llvm::product_of(*threads), laneCount);
  return kernel.getNumWavesValue().value_or(1);
}
