//===- BarrierLint.cpp - Barriers that not all waves reach ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether the barrier is the last operation of a condition that all waves
/// reach and that has no else branch and no results.
static bool isLastOfCondition(BarrierOp barrier, Operation *decision,
                              const LintedKernel &kernel) {
  auto ifOp = dyn_cast<scf::IfOp>(decision);
  return ifOp && barrier->getBlock() == ifOp.thenBlock() &&
         barrier->getNextNode() == ifOp.thenYield() && !ifOp.getNumResults() &&
         !ifOp.elseBlock() && kernel.retires.empty() &&
         kernel.uniformity.getControl(ifOp).isGroupUniform();
}

/// The rule of `wave-verify`, which rejects such a barrier at the end: the lint
/// reports it before earlier passes may move code, and with a fix.
void wave::lintDivergentBarrier(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](BarrierOp barrier) {
    if (!barrier.synchronizesGroup())
      return;
    for (const Decision &decision : kernel.uniformity.getDecisions(barrier)) {
      const Uniformity &uniformity = decision.uniformity;
      // The programmer may know more about values loaded from one address.
      const bool isLoadedByLane =
          !uniformity.isWaveUniform() && uniformity.fromNumbers;
      if (uniformity.isGroupUniform() || uniformity.isOfWaveSizeOnly() ||
          (uniformity.fromMemory && !isLoadedByLane))
        continue;
      LintFinding found{
          barrier,
          uniformity.fromMemory
              ? "whether this barrier is reached depends on what each lane "
                "loads, and all waves of the group must reach it"
          : uniformity.isWaveUniform()
              ? "some waves of the group never reach this barrier, and the "
                "others wait for them"
              : "some lanes of the group never reach this barrier",
          "end the condition or loop before the barrier, and begin it again "
          "behind it: every wave of the group has to come here",
          {{decision.op, isa<scf::IfOp>(decision.op)
                             ? "this condition differs between waves of a group"
                             : "this loop differs between waves of a group"}}};
      if (uniformity.origin)
        found.places.emplace_back(uniformity.origin, "because of this");
      if (isLastOfCondition(barrier, decision.op, kernel))
        found.fix = "this barrier after the condition";
      return report(found);
    }
  });
}
