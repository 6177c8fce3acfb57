//===- IntegerRanges.h - The ranges of integers ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis, for a DataFlowSolver, with two differences. It takes few steps: an
// operation whose result has changed often may give any number, where upstream may take a
// step for each. And the number of a loop that compares without a sign has a range without
// a sign; upstream gives it one with a sign.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_INTEGERRANGES_H
#define WAVEDIALECT_ANALYSIS_INTEGERRANGES_H

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

/// Of what is in one operation; it asks which blocks are live (DeadCodeAnalysis), and that
/// needs constants (SparseConstantPropagation).
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
