//===- WaveCountLint.cpp - Wave counts computed by division ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `num_threads` an implementation may launch more waves than the threads
// fill, and chooses which threads a wave holds. Only the machine knows the
// number of waves.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

static bool isLaneCount(Value value) {
  return value.getDefiningOp<LaneCountOp>() != nullptr;
}

namespace {
/// number + lane_count * lanes.
struct Sum {
  int64_t number = 0, lanes = 0;
};
} // namespace

/// Returns `value` as a sum; none if it depends on anything else.
static std::optional<Sum> getSum(Value value) {
  if (std::optional<int64_t> number = getConstant(value))
    return Sum{*number, 0};
  if (isLaneCount(value))
    return Sum{0, 1};
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<Sum> a = getSum(op->getOperand(0)),
                     b = getSum(op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  const int64_t sign = isa<arith::AddIOp>(op) ? 1 : -1;
  return Sum{a->number + sign * b->number, a->lanes + sign * b->lanes};
}

/// Whether the loop multiplies its induction variable by the wave size.
static bool stepsByWaves(scf::ForOp loop) {
  auto mentionsTrip = [&](Value value) {
    return mentions(value,
                    [&](Value each) { return each == loop.getInductionVar(); });
  };
  return loop
      .walk([&](arith::MulIOp mul) {
        return (isLaneCount(mul.getLhs()) && mentionsTrip(mul.getRhs())) ||
                       (isLaneCount(mul.getRhs()) && mentionsTrip(mul.getLhs()))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `value` is the number of iterations that one wave needs for as many
/// elements as the group has threads.
static bool isNumberOfRounds(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user))
      return isNumberOfRounds(user->getResult(0));
    auto loop = dyn_cast<scf::ForOp>(user);
    return loop && loop.getUpperBound() == value && stepsByWaves(loop);
  });
}

/// Whether it is only used as the length of arrays, which must be a
/// compile-time constant.
static bool isOnlySize(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa<GroupsharedOp>(user) ||
           (isa<arith::ArithDialect>(user->getDialect()) &&
            isOnlySize(user->getResult(0)));
  });
}

void wave::lintWaveCountByDivision(LintedKernel &kernel, LintReport report) {
  if (!kernel.threads)
    return;
  const int64_t threads = *kernel.threads;
  kernel.kernel.walk([&](arith::DivUIOp division) {
    if (!isLaneCount(division.getRhs()))
      return;
    std::optional<Sum> sum = getSum(division.getLhs());
    if (!sum)
      return;
    const bool isRoundedUp = sum->lanes == 1 && sum->number == threads - 1;
    const bool isRoundedDown = sum->lanes == 0 && sum->number == threads;
    if ((!isRoundedUp && !isRoundedDown) || isNumberOfRounds(division) ||
        isOnlySize(division))
      return;
    report(
        {division,
         llvm::formatv("the group's {0} threads are divided by the wave size "
                       "to count its waves, but an implementation may launch "
                       "more waves than the threads fill",
                       threads),
         "use 'wave.group_wave_count'",
         {},
         "'wave.group_wave_count'"});
  });
}
