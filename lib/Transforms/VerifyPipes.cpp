//===- VerifyPipes.cpp - Waves and lanes that reach the steps of pipes --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rules follow inlining, because a helper's steps belong to the waves that
// call it, and precede all passes that rewrite conditions on the wave index.

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_VERIFYPIPES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static StringRef getVerb(PipeStep step) {
  switch (step) {
  case PipeStep::Acquire:
    return "acquires a stage of";
  case PipeStep::Commit:
    return "commits a stage of";
  case PipeStep::Wait:
    return "waits for a stage of";
  case PipeStep::Release:
    return "releases a stage of";
  }
  llvm_unreachable("every step is above");
}

static bool isOfProducers(PipeStep step) {
  return step == PipeStep::Acquire || step == PipeStep::Commit;
}

/// P2. A condition that depends on memory may be the same for all lanes.
static LogicalResult verifyLanes(PipeStepInterface step,
                                 const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(step)) {
    const Uniformity &how = decision.uniformity;
    if (how.isWaveUniform() || how.fromMemory)
      continue;
    InFlightDiagnostic error = step->emitError(
        "not all lanes of a wave reach this step of a pipe: move it out of "
        "divergent control flow [pipe-divergent]");
    error.attachNote(decision.op->getLoc())
        << (isa<scf::IfOp>(decision.op) ? "this condition" : "this loop")
        << " may differ between the lanes of a wave";
    if (how.origin)
      error.attachNote(how.origin->getLoc())
          << "because of '" << how.origin->getName() << "' here";
    return error;
  }
  return success();
}

/// The maximum number of operations that decide whether a wave reaches a step.
/// It is large, because P3 takes an unknown condition for one that is true; a
/// set of all waves of a group takes some hundreds.
static constexpr unsigned kMostVisited = 1 << 14;

/// P3.
static LogicalResult verifyWaves(PipeStepInterface step,
                                 const WaveNumbers &numbers) {
  auto pipe = step.getPipe().getDefiningOp<PipeOp>();
  const bool isProducer = isOfProducers(step.getStep());
  WaveSet others = numbers.getReaching(step);
  for (int32_t wave : isProducer ? pipe.getProducers() : pipe.getConsumers())
    if (static_cast<unsigned>(wave) < others.size())
      others.reset(wave);
  if (others.none())
    return success();
  InFlightDiagnostic error = step->emitError("wave ")
                             << others.find_first() << " "
                             << getVerb(step.getStep())
                             << " a pipe and is not one of its "
                             << (isProducer ? "producers" : "consumers")
                             << ": let only these waves reach it [pipe-wave]";
  error.attachNote(pipe.getLoc()) << "the pipe is created here";
  return error;
}

namespace {
struct VerifyPipes final : wave::impl::VerifyPipesBase<VerifyPipes> {
  using VerifyPipesBase::VerifyPipesBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() && !function.getOps<PipeOp>().empty())
        ok &= succeeded(verify(function));
    });
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verify(FuncOp kernel) const {
    if (!hasPipes) { // P1
      PipeOp pipe = *kernel.getOps<PipeOp>().begin();
      return pipe.emitError(
          "the target does not support pipes: run the kernel "
          "on CUDA, on the CPU or in the interpreter [pipe-target]");
    }
    const UniformityAnalysis uniformity(kernel);
    const WaveNumbers numbers(kernel, kMostVisited);
    bool ok = true;
    kernel.walk([&](PipeStepInterface step) {
      ok &= succeeded(verifyLanes(step, uniformity));
      ok &= succeeded(verifyWaves(step, numbers));
    });
    return success(ok);
  }
};
} // namespace
