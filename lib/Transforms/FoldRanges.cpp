//===- FoldRanges.cpp - Folds by the ranges of integers ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's patterns with our analysis. Upstream's own pass may take a step
// for each possible value of an integer: it limits the steps for values that an
// operation carries to the next iteration of a loop, but not for those that
// reach it through other regions.

#include "WaveDialect/Analysis/IntegerRanges.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FOLDRANGES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
/// Forgets the analysis state of erased operations: new operations may get the
/// same address.
class Forgetting final : public RewriterBase::Listener {
public:
  explicit Forgetting(DataFlowSolver &solver) : solver(solver) {}

  void notifyOperationErased(Operation *op) override {
    solver.eraseState(solver.getProgramPointAfter(op));
    for (Value result : op->getResults())
      solver.eraseState(result);
  }

private:
  DataFlowSolver &solver;
};

struct FoldRanges final : wave::impl::FoldRangesBase<FoldRanges> {
  void runOnWaveIR() override {
    DataFlowSolver solver;
    // Without constant propagation, no branch on an unknown condition would
    // count as taken.
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<IntegerRanges>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    arith::populateIntRangeOptimizationsPatterns(patterns, solver);
    Forgetting forgetting(solver);
    // Folding would create values without analysis state.
    GreedyRewriteConfig config;
    config.enableFolding(false).setListener(&forgetting);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
