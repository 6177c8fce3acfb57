//===- InlineCalls.cpp - Inlines every helper -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Callees are processed first, so that each body is copied in its final form.
// Locations keep both positions: the helper's line, called from the caller's
// line.

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/CallGraph.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::wave {
#define GEN_PASS_DEF_INLINECALLS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static void inlineCall(CallOp call, FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  SmallVector<memref::CastOp> casts;
  for (auto [argument, operand] :
       llvm::zip_equal(callee.getArguments(), call.getOperands())) {
    // The operations of the helper accept an array of any length.
    auto cast = operand.getDefiningOp<memref::CastOp>();
    mapping.map(argument, cast ? cast.getSource() : operand);
    if (cast && !llvm::is_contained(casts, cast))
      casts.push_back(cast);
  }
  for (Operation &op : callee.getBody().front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *nested) {
      nested->setLoc(CallSiteLoc::get(nested->getLoc(), call.getLoc()));
    });
  }
  Operation *end = callee.getBody().front().getTerminator();
  for (auto [result, returned] :
       llvm::zip_equal(call.getResults(), end->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
  call.erase();
  for (memref::CastOp cast : casts)
    if (cast->use_empty())
      cast.erase();
}

/// A barrier of all waves of the group is the group's. A helper does not know whether a
/// set has all of them.
static void replaceBarriersOfAllWaves(FuncOp kernel) {
  const std::optional<int64_t> waves = getStatedWaves(kernel);
  SmallVector<WavesBarrierOp> barriers;
  kernel.walk([&](WavesBarrierOp barrier) {
    if (waves && static_cast<int64_t>(barrier.getWaves().size()) == *waves &&
        succeeded(barrier.verify()))
      barriers.push_back(barrier);
  });
  for (WavesBarrierOp barrier : barriers) {
    OpBuilder builder(barrier);
    BarrierOp::create(builder, barrier.getLoc(), BarrierScope::All,
                      /*sync=*/true);
    barrier.erase();
  }
}

namespace {
struct InlineCalls final : wave::impl::InlineCallsBase<InlineCalls> {
  void runOnWaveIR() override {
    CallGraph graph(getOperation());
    if (failed(graph.verify()))
      return signalPassFailure();
    for (FuncOp function : graph.getFunctionsCalleesFirst()) {
      SmallVector<CallOp> calls;
      function.walk([&](CallOp call) { calls.push_back(call); });
      for (CallOp call : calls)
        inlineCall(call, graph.getCallee(call));
    }
    for (FuncOp function : graph.getFunctionsCalleesFirst())
      if (function.getKernel())
        replaceBarriersOfAllWaves(function);
      else if (!function.getExported())
        function.erase();
  }
};
} // namespace
