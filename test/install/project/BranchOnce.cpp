//===- BranchOnce.cpp - A pass outside the project --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

namespace {
/// A branch that the waves of a group may take differently, but the lanes of a wave may
/// not, is decided by the first lane: a driver sees that it need not ask the others.
struct BranchOnce final : PassWrapper<BranchOnce, OperationPass<wave::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BranchOnce)

  StringRef getArgument() const final { return "example-branch-once"; }
  StringRef getDescription() const final {
    return "Takes branches that are the same for a wave from its first lane";
  }

  void runOnOperation() final {
    wave::UniformityAnalysis analysis(getOperation());
    getOperation().walk([&](scf::IfOp op) {
      Value condition = op.getCondition();
      const wave::Uniformity uniformity = analysis.get(condition);
      if (uniformity.step != wave::UniformityStep::Wave ||
          condition.getDefiningOp<wave::ReadFirstLaneOp>())
        return;
      OpBuilder builder(op);
      op.getConditionMutable().assign(wave::ReadFirstLaneOp::create(
          builder, condition.getLoc(), condition.getType(), condition));
    });
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "BranchOnce", "0.1",
          [] { PassRegistration<BranchOnce>(); }};
}
