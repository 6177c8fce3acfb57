//===- TestHoistFromBranches.cpp - What other compilers hoist ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
/// What LLVM does when it simplifies control flow, and MLIR has no pass for: an
/// operation in a branch of `scf.if` that may be executed anyway is executed before the
/// condition. It asks the operation's interfaces, so that it is right wherever they are.
struct TestHoistFromBranches final
    : PassWrapper<TestHoistFromBranches, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestHoistFromBranches)

  StringRef getArgument() const final { return "test-hoist-from-branches"; }
  StringRef getDescription() const final {
    return "Executes operations of branches before their condition, where "
           "their effects allow it";
  }

  void runOnOperation() final {
    // Inner conditions first, so that what leaves them may go on.
    getOperation()->walk([](scf::IfOp condition) {
      for (Region *region : condition.getRegions()) {
        if (region->empty())
          continue;
        for (Operation &op :
             llvm::make_early_inc_range(region->front().without_terminator()))
          if (isPure(&op) && op.getNumRegions() == 0 &&
              llvm::all_of(op.getOperands(), [&](Value operand) {
                return !region->isAncestor(operand.getParentRegion());
              }))
            op.moveBefore(condition);
      }
    });
  }
};
} // namespace

namespace mlir::wave {
void registerTestHoistFromBranches() {
  PassRegistration<TestHoistFromBranches>();
}
} // namespace mlir::wave
