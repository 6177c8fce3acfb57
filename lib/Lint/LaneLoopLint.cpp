//===- LaneLoopLint.cpp - Loops whose lanes count for themselves ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `range(start + lane, end, step)` the lanes of a wave leave the loop at
// different trips. The code for the CPU runs the trips of all lanes without
// masks, but not if the body has a loop, or if some lanes do not enter.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// The operands of a `range`.
struct LaneRange {
  Value start, end, step;
  bool isUnsigned;
};
} // namespace

/// Returns the range of a loop. A step that is not constant is turned into a
/// number of trips: start < end ? (end - start - 1) / step + 1 : 0.
static std::optional<LaneRange> getRange(scf::ForOp loop) {
  auto select = loop.getUpperBound().getDefiningOp<arith::SelectOp>();
  if (!select)
    return LaneRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                     loop.getUnsignedCmp()};
  auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
  auto trips = select.getTrueValue().getDefiningOp<arith::AddIOp>();
  if (!test || !trips || getConstant(loop.getLowerBound()) != 0 ||
      getConstant(select.getFalseValue()) != 0 ||
      getConstant(trips.getRhs()) != 1)
    return std::nullopt;
  const arith::CmpIPredicate predicate = test.getPredicate();
  const bool isUnsigned = predicate == arith::CmpIPredicate::ult;
  auto steps = trips.getLhs().getDefiningOp<arith::DivUIOp>();
  if (!steps || (!isUnsigned && predicate != arith::CmpIPredicate::slt))
    return std::nullopt;
  LaneRange range{test.getLhs(), test.getRhs(), steps.getRhs(), isUnsigned};
  auto last = steps.getLhs().getDefiningOp<arith::SubIOp>();
  auto length = last ? last.getLhs().getDefiningOp<arith::SubIOp>() : nullptr;
  if (!length || getConstant(last.getRhs()) != 1 ||
      length.getLhs() != range.end || length.getRhs() != range.start)
    return std::nullopt;
  return range;
}

/// Says how all lanes can count together; empty if the lanes are not
/// consecutive. Which threads a wave holds is up to the machine, so a thread
/// number is not the sum of the lane index and a number of the wave.
static std::string getAdvice(const LaneRange &range, LintedKernel &kernel) {
  std::optional<IndexForm> form = kernel.forms.get(range.start);
  if (form && form->lane == 1 && form->thread == 0)
    return llvm::formatv("count for the whole wave: start at the element of "
                         "lane 0, add 'wave.lane_index'{0} in the body, and "
                         "compare the sum with the end there",
                         range.isUnsigned ? "" : " as i32");
  if (form && form->lane == 0 && form->thread == 1)
    return "count for the whole group: start at 0, add the start of the thread "
           "in the body, and compare the sum with the end there";
  return "";
}

static bool hasLoop(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void wave::lintLaneLoop(LintedKernel &kernel, LintReport report) {
  auto isUniform = [&](Value value) {
    return kernel.uniformity.get(value).isWaveUniform();
  };
  Operation *entry = &kernel.kernel.getBody().front().front();
  kernel.kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    std::optional<LaneRange> range = getRange(loop);
    if (!range || isUniform(range->start) || !isUniform(range->end) ||
        !isUniform(range->step))
      return WalkResult::advance();
    std::string advice = getAdvice(*range, kernel);
    if (advice.empty())
      return WalkResult::advance();
    StringRef reason;
    if (hasLoop(loop))
      reason = "its body has a loop";
    else if (!kernel.lanes.areSameLanes(entry, loop))
      reason = "some lanes may not enter it";
    else
      return WalkResult::advance();
    report({loop,
            llvm::formatv("the lanes of a wave leave this loop at different "
                          "trips, and {0}: the CPU masks every trip",
                          reason),
            std::move(advice),
            {}});
    // The loops inside are masked in any case.
    return WalkResult::skip();
  });
}
