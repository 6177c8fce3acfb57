//===- TestUniformity.cpp - Prints what uniformity analysis found -----------===//
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

using namespace mlir;
using namespace mlir::wave;

static std::string getText(const Uniformity &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

namespace {
/// One remark a value, at the operation that defines it: `result 0: lane (numbers)`,
/// `argument 1: group` for what an `scf` operation's regions take, and
/// `decision: wave (numbers)` for what decides which lanes run them.
struct TestUniformity final
    : PassWrapper<TestUniformity, OperationPass<FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestUniformity)

  StringRef getArgument() const final { return "test-wave-uniformity"; }
  StringRef getDescription() const final {
    return "Emits a remark with the uniformity of every value and decision";
  }

  void runOnOperation() final {
    UniformityAnalysis uniformity(getOperation());
    for (BlockArgument argument : getOperation().getArguments())
      emitRemark(argument.getLoc())
          << "argument " << argument.getArgNumber() << ": "
          << getText(uniformity.get(argument));
    getOperation().getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) {
          for (OpResult result : op->getResults())
            op->emitRemark() << "result " << result.getResultNumber() << ": "
                             << getText(uniformity.get(result));
          for (Region &region : op->getRegions())
            for (BlockArgument argument : region.getArguments())
              op->emitRemark() << "argument " << argument.getArgNumber()
                               << " of region " << region.getRegionNumber()
                               << ": " << getText(uniformity.get(argument));
          if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op)) {
            // The innermost decision around anything inside is this operation's own.
            Operation *inside = &op->getRegion(0).front().front();
            op->emitRemark()
                << "decision: "
                << getText(uniformity.getDecisions(inside).front().uniformity);
          }
        });
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace mlir::wave {
void registerTestUniformity() { PassRegistration<TestUniformity>(); }
} // namespace mlir::wave
