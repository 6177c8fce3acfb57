//===- UnsignedLint.cpp - Comparisons of unsigned values with 0 -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether a loop carries the value and subtracts from it.
static bool isDecreasedByLoop(Value value) {
  // In an iteration a condition may decide whether the value is decreased.
  auto ifOp = value.getDefiningOp<scf::IfOp>();
  const bool isCarried = isa<BlockArgument>(value) ||
                         (ifOp && ifOp->getParentOfType<LoopLikeOpInterface>());
  return isCarried &&
         derivesFrom(
             value, [](Operation *op) { return isa<arith::SubIOp>(op); },
             [](Operation *) { return false; });
}

Value wave::getLimitedDifference(Operation *op) {
  auto max = dyn_cast<arith::MaxUIOp>(op);
  if (!max)
    return {};
  for (auto [value, limit] : {std::pair(max.getLhs(), max.getRhs()),
                              std::pair(max.getRhs(), max.getLhs())})
    if (value.getDefiningOp<arith::SubIOp>() && getConstant(limit) == 0)
      return value;
  return {};
}

void wave::lintUnsignedComparison(LintedKernel &kernel, LintReport report) {
  using Predicate = arith::CmpIPredicate;
  kernel.kernel.walk([&](arith::CmpIOp compare) {
    // `x < 0` and `x >= 0`, or the same with the sides exchanged.
    const Predicate predicate = compare.getPredicate();
    Value value;
    if (getConstant(compare.getRhs()) == 0 &&
        (predicate == Predicate::ult || predicate == Predicate::uge))
      value = compare.getLhs();
    else if (getConstant(compare.getLhs()) == 0 &&
             (predicate == Predicate::ugt || predicate == Predicate::ule))
      value = compare.getRhs();
    // A bound that is 0 in this kernel may differ elsewhere; a difference that
    // is compared with 0 is intended to become negative.
    if (!value)
      return;
    const bool isAlways =
        predicate == Predicate::uge || predicate == Predicate::ule;
    if (isDecreasedByLoop(value)) {
      report({compare,
              llvm::formatv("the loop decreases an unsigned value, which wraps "
                            "around: it is never less than 0, so that this "
                            "comparison is always {0}",
                            isAlways ? "true" : "false"),
              "count down from one more, with a test for more than 0, or use a "
              "signed type",
              {}});
      return;
    }
    if (!value.getDefiningOp<arith::SubIOp>())
      return;
    report({compare,
            llvm::formatv("an unsigned difference wraps around: it is never "
                          "less than 0, so that this comparison is always {0}",
                          isAlways ? "true" : "false"),
            "compare the two values that are subtracted: a < b in place of "
            "a - b < 0",
            {},
            "compare the two values that are subtracted"});
  });
  kernel.kernel.walk([&](arith::MaxUIOp max) {
    if (getLimitedDifference(max))
      report(
          {max,
           "an unsigned difference wraps around: it is never less than 0, so "
           "that a limit of 0 has no effect",
           "convert the two values to a signed type before the subtraction",
           {}});
  });
}
