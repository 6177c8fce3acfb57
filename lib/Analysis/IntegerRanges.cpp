//===- IntegerRanges.cpp - The ranges of integers ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/IntegerRanges.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;
using dataflow::IntegerValueRangeLattice;

/// After more changes of its results, an operation gets the full range.
static constexpr unsigned kMostVisits = 32;

LogicalResult IntegerRanges::visitOperation(
    Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
    ArrayRef<IntegerValueRangeLattice *> results) {
  if (++visits[op] <= kMostVisits)
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  setAllToEntryStates(results);
  return success();
}

void IntegerRanges::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || !loop.getUnsignedCmp() || successor.isParent()) {
    IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, arguments,
                                                       firstIndex);
    return;
  }
  ProgramPoint *start = getProgramPointBefore(loop.getBody());
  auto getRange = [&](Value bound) {
    return getLatticeElementFor(start, bound)->getValue();
  };
  const IntegerValueRange lower = getRange(loop.getLowerBound()),
                          upper = getRange(loop.getUpperBound());
  // The solver visits the loop again when more is known.
  if (lower.isUninitialized() || upper.isUninitialized())
    return;
  IntegerValueRangeLattice *number = getLatticeElement(loop.getInductionVar());
  const APInt least = lower.getValue().umin(), end = upper.getValue().umax();
  if (least.uge(end)) {
    setAllToEntryStates(number);
    return;
  }
  propagateIfChanged(number,
                     number->join(IntegerValueRange(
                         ConstantIntRanges::fromUnsigned(least, end - 1))));
}
