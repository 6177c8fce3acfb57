//===- TestAtomicResults.cpp - Prints where results of atomics get to -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/AtomicResults.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// A remark at each memory that is reached, where it is made: `reaches argument 0`, and
/// `reaches the array`. Others have none.
struct TestAtomicResults final
    : PassWrapper<TestAtomicResults, OperationPass<FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestAtomicResults)

  StringRef getArgument() const final { return "test-wave-atomic-results"; }
  StringRef getDescription() const final {
    return "Emits a remark at each memory that results of atomics reach";
  }

  void runOnOperation() final {
    AtomicResults results(getOperation());
    for (BlockArgument argument : getOperation().getArguments())
      if (results.reaches(argument))
        emitRemark(argument.getLoc())
            << "reaches argument " << argument.getArgNumber();
    getOperation().walk([&](Operation *op) {
      if (isa<GroupsharedOp, memref::AllocaOp>(op) &&
          results.reaches(op->getResult(0)))
        op->emitRemark("reaches the array");
    });
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace mlir::wave {
void registerTestAtomicResults() { PassRegistration<TestAtomicResults>(); }
} // namespace mlir::wave
