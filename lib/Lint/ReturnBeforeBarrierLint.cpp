//===- ReturnBeforeBarrierLint.cpp - Lanes that a barrier does not reach --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This compiler keeps lanes that returned at the barriers; dxc does not, and
// Direct3D does not define a barrier that not all lanes of a group reach.
//
//===----------------------------------------------------------------------===//

#include "Lint.h"

using namespace mlir;
using namespace mlir::wave;

void wave::lintReturnBeforeBarrier(LintedKernel &kernel, LintReport report) {
  // dxc does not compile kernels with num_waves.
  if (!kernel.settings.dxc || !kernel.threads)
    return;
  for (RetireIfOp retire : kernel.retires) {
    // All lanes of the group return, or none does.
    if (kernel.uniformity.getControl(retire).isGroupUniform() &&
        kernel.uniformity.get(retire.getCondition()).isGroupUniform())
      continue;
    BarrierOp reached;
    kernel.kernel.walk([&](BarrierOp barrier) {
      if (!barrier.synchronizesGroup() || !mayPrecede(retire, barrier))
        return WalkResult::advance();
      reached = barrier;
      return WalkResult::interrupt();
    });
    if (reached)
      report(
          {retire,
           "lanes that return here do not reach a later barrier: here the "
           "barrier waits for the other lanes, and with dxc this is undefined",
           "keep all lanes to the last barrier: put the work, not the "
           "barrier, under the condition",
           {{reached, "the barrier"}}});
  }
}
