//===- AppendLint.cpp - Appends of lanes with nothing to append -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// Collects the summands of a store's index, and the conditions of their use.
static void collectSummands(Value index, SmallVectorImpl<Value> &summands,
                            SmallVectorImpl<Value> &conditions) {
  for (Value summand : getSummands(index)) {
    Operation *op = summand.getDefiningOp();
    // The index of a vector is a multiple of its position.
    if (auto mul = dyn_cast_or_null<arith::MulIOp>(op)) {
      if (getConstant(mul.getRhs()))
        collectSummands(mul.getLhs(), summands, conditions);
      else if (getConstant(mul.getLhs()))
        collectSummands(mul.getRhs(), summands, conditions);
    } else if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
      // The other value is an out-of-bounds index, for instance.
      if (!getConstant(select.getFalseValue()))
        continue;
      conditions.push_back(select.getCondition());
      collectSummands(select.getTrueValue(), summands, conditions);
    } else {
      summands.push_back(summand);
    }
  }
}

/// Whether the values have a common source that is not a constant.
static bool shareSource(Value a, Value b) {
  return mentions(a, [&](Value each) {
    return !matchPattern(each, m_Constant()) && mentions(b, [&](Value other) {
      return areSameExpressions(each, other);
    });
  });
}

/// Whether lanes with a false `counted` do not reach `op`, or may not: any
/// construct around or before it that is related to the condition counts as a
/// guard.
static bool isGuarded(Operation *op, Value counted, ArrayRef<Value> conditions,
                      const LintedKernel &kernel) {
  auto decides = [&](Value condition) {
    return mentions(condition, [&](Value each) {
      return areSameExpressions(each, counted);
    });
  };
  if (llvm::any_of(conditions, decides))
    return true;
  for (Operation *place = op->getParentOp(); place != kernel.kernel;
       place = place->getParentOp()) {
    if (auto ifOp = dyn_cast<scf::IfOp>(place)) {
      // The same condition, computed again or split.
      if (decides(ifOp.getCondition()) ||
          shareSource(ifOp.getCondition(), counted))
        return true;
    } else if (auto forOp = dyn_cast<scf::ForOp>(place)) {
      if (shareSource(forOp.getUpperBound(), counted))
        return true;
    } else {
      // The condition of a `while` is arbitrary.
      return true;
    }
  }
  return llvm::any_of(kernel.retires, [&](RetireIfOp retire) {
    return mayPrecede(retire, op) &&
           shareSource(retire.getCondition(), counted);
  });
}

void wave::lintUnguardedAppend(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !access->writes || access->isAtomic() ||
        access->indices.size() != 1)
      return;
    SmallVector<Value> summands, conditions;
    collectSummands(access->indices.front(), summands, conditions);
    for (Value summand : summands) {
      Operation *count = summand.getDefiningOp();
      Value counted = getCountedBefore(count);
      if (!counted || matchPattern(counted, m_Constant()) ||
          isGuarded(op, counted, conditions, kernel))
        continue;
      LintFinding found{op,
                        "lanes that were not counted store here as well, at "
                        "the place of the next lane that was",
                        "put the store under the condition that was counted",
                        {{count, "the places are counted here"}}};
      if (isa<PrefixCountBitsOp>(count))
        found.fix = "this store under the condition that was counted";
      return report(found);
    }
  });
}
