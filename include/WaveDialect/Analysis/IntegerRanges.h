//===- IntegerRanges.h - The ranges of integers ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis, for a DataFlowSolver, with two differences. It takes few
// steps: after a limited number of changes, the result of an operation gets the
// full range, where upstream may take a step for each value. And the induction
// variable of a loop with unsigned comparison gets an unsigned range, where
// upstream infers a signed one.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_INTEGERRANGES_H
#define WAVEDIALECT_ANALYSIS_INTEGERRANGES_H

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

/// Covers the regions of one operation. It requires DeadCodeAnalysis for live
/// blocks, which in turn requires SparseConstantPropagation.
class IntegerRanges final : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::IntegerValueRangeLattice *> operands,
      ArrayRef<dataflow::IntegerValueRangeLattice *> results) override;

  void visitNonControlFlowArguments(
      Operation *op, const RegionSuccessor &successor,
      ArrayRef<dataflow::IntegerValueRangeLattice *> arguments,
      unsigned firstIndex) override;

private:
  llvm::DenseMap<Operation *, unsigned> visits;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_INTEGERRANGES_H
