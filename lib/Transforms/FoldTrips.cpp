//===- FoldTrips.cpp - Folds loops with one iteration or none -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FOLDTRIPS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The number of iterations of a loop with constant bounds, computed in more
/// bits than the bounds have.
static std::optional<APInt> countTrips(scf::ForOp loop) {
  APInt lower, upper, step;
  if (loop.getLowerBound() == loop.getUpperBound())
    return APInt::getZero(1);
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return std::nullopt;
  const bool isUnsigned = loop.getUnsignedCmp();
  if (isUnsigned ? lower.uge(upper) : lower.sge(upper))
    return APInt::getZero(1);
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) || step.isZero() ||
      (!isUnsigned && step.isNegative()))
    return std::nullopt;
  const unsigned width = lower.getBitWidth() + 2;
  auto widen = [&](const APInt &bound) {
    return isUnsigned ? bound.zext(width) : bound.sext(width);
  };
  return llvm::APIntOps::RoundingUDiv(widen(upper) - widen(lower),
                                      step.zext(width), APInt::Rounding::UP);
}

/// Whether the iterations only pass on values from before the loop.
static bool isEmpty(scf::ForOp loop) {
  return loop.getBody()->without_terminator().empty() &&
         llvm::all_of(loop.getYieldedValues(), [&](Value value) {
           return loop.isDefinedOutsideOfLoop(value);
         });
}

namespace {
struct FoldTrips final : wave::impl::FoldTripsBase<FoldTrips> {
  void runOnWaveIR() override {
    IRRewriter rewriter(&getContext());
    // Inner loops first: outer loops are then checked with the changes inside
    // them.
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->getParentOfType<FuncOp>())
        fold(loop, rewriter);
    });
  }

  static void fold(scf::ForOp loop, IRRewriter &rewriter) {
    std::optional<APInt> trips = countTrips(loop);
    if (!trips)
      return;
    if (trips->isZero()) {
      rewriter.replaceOp(loop, loop.getInitArgs());
    } else if (trips->isOne()) {
      SmallVector<Value> arguments = {loop.getLowerBound()};
      llvm::append_range(arguments, loop.getInitArgs());
      Operation *end = loop.getBody()->getTerminator();
      rewriter.inlineBlockBefore(loop.getBody(), loop, arguments);
      SmallVector<Value> results(end->getOperands());
      rewriter.eraseOp(end);
      rewriter.replaceOp(loop, results);
    } else if (isEmpty(loop)) {
      rewriter.replaceOp(loop, SmallVector<Value>(loop.getYieldedValues()));
    }
  }
};
} // namespace
