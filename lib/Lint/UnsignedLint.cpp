//===- UnsignedLint.cpp - Comparisons of unsigned differences -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

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
    if (!value || !value.getDefiningOp<arith::SubIOp>())
      return;
    const bool isAlways =
        predicate == Predicate::uge || predicate == Predicate::ule;
    report({compare,
            llvm::formatv("an unsigned difference wraps around: it is never "
                          "less than 0, so that this comparison is always {0}",
                          isAlways ? "true" : "false"),
            "compare the two values that are subtracted: a < b in place of "
            "a - b < 0",
            {},
            "compare the two values that are subtracted"});
  });
}
