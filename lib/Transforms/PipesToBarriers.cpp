//===- PipesToBarriers.cpp - Pipes as barriers of the group ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"

#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PIPESTOBARRIERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct PipesToBarriers final
    : wave::impl::PipesToBarriersBase<PipesToBarriers> {
  using PipesToBarriersBase::PipesToBarriersBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() &&
          (!function.getOps<PipeOp>().empty() || ordersSomeWaves(function)))
        ok &= succeeded(Lockstep(function).run());
    });
    if (!ok)
      signalPassFailure();
  }
};
} // namespace
