//===- TestActiveLanes.cpp - Prints which lanes reach an operation ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/Uniformity.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// One remark at each operation that has the attribute `here`, a text: `whole wave` or
/// `part`, and `same lanes as` the texts of the others for which that holds.
struct TestActiveLanes final
    : PassWrapper<TestActiveLanes, OperationPass<FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestActiveLanes)

  StringRef getArgument() const final { return "test-wave-active-lanes"; }
  StringRef getDescription() const final {
    return "Emits a remark with what is known of the active lanes";
  }

  void runOnOperation() final {
    UniformityAnalysis uniformity(getOperation());
    ActiveLanes lanes(getOperation(), uniformity);
    SmallVector<Operation *> marked;
    getOperation().getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->hasAttr("here"))
        marked.push_back(op);
    });
    for (Operation *inner : marked) {
      InFlightDiagnostic remark = inner->emitRemark();
      remark << (lanes.isWholeWave(inner) ? "whole wave" : "part");
      StringRef separator = ", same lanes as ";
      for (Operation *outer : marked) {
        if (outer == inner || !lanes.areSameLanes(outer, inner))
          continue;
        remark << separator
               << outer->getAttrOfType<StringAttr>("here").getValue();
        separator = " ";
      }
    }
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace mlir::wave {
void registerTestActiveLanes() { PassRegistration<TestActiveLanes>(); }
} // namespace mlir::wave
