//===- VerifyPipes.cpp - Waves and lanes that reach pipes and barriers --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rules follow inlining, because the steps and barriers of a helper belong to the
// waves that call it, and precede all passes that rewrite conditions on the wave index.

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <set>

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

/// P1. A condition that depends on memory may be the same for all lanes.
static LogicalResult verifyLanes(Operation *op,
                                 const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(op)) {
    const Uniformity &how = decision.uniformity;
    if (how.isWaveUniform() || how.fromMemory)
      continue;
    InFlightDiagnostic error =
        isa<PipeStepInterface>(op)
            ? op->emitError(
                  "not all lanes of a wave reach this step of a pipe: move it "
                  "out of divergent control flow [pipe-divergent]")
            : op->emitError(
                  "not all lanes of a wave reach this barrier: move it out of "
                  "divergent control flow [barrier-divergent]");
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

/// The first wave that reaches the operation and is not in the set.
static std::optional<int> findOther(Operation *op, ArrayRef<int32_t> set,
                                    const WaveNumbers &numbers) {
  WaveSet others = numbers.getReaching(op);
  for (int32_t wave : set)
    if (static_cast<unsigned>(wave) < others.size())
      others.reset(wave);
  if (others.none())
    return std::nullopt;
  return others.find_first();
}

/// P2.
static LogicalResult verifyWaves(PipeStepInterface step,
                                 const WaveNumbers &numbers) {
  auto pipe = step.getPipe().getDefiningOp<PipeOp>();
  const bool isProducer = isOfProducers(step.getStep());
  const std::optional<int> other = findOther(
      step, isProducer ? pipe.getProducers() : pipe.getConsumers(), numbers);
  if (!other)
    return success();
  InFlightDiagnostic error = step->emitError("wave ")
                             << *other << " " << getVerb(step.getStep())
                             << " a pipe and is not one of its "
                             << (isProducer ? "producers" : "consumers")
                             << ": let only these waves reach it [pipe-wave]";
  error.attachNote(pipe.getLoc()) << "the pipe is created here";
  return error;
}

/// P2.
static LogicalResult verifyWaves(WavesBarrierOp barrier,
                                 const WaveNumbers &numbers) {
  const std::optional<int> other =
      findOther(barrier, barrier.getWaves(), numbers);
  if (!other)
    return success();
  InFlightDiagnostic error = barrier->emitError("wave ")
                             << *other << " reaches a barrier of the waves ";
  llvm::interleaveComma(barrier.getSet(), error);
  return error << " and is not one of them: let only these waves reach it "
                  "[waves-barrier-wave]";
}

namespace {
struct VerifyPipes final : wave::impl::VerifyPipesBase<VerifyPipes> {
  using VerifyPipesBase::VerifyPipesBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() &&
          (!function.getOps<PipeOp>().empty() || ordersSomeWaves(function)))
        ok &= succeeded(verify(function));
    });
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verify(FuncOp kernel) const {
    const UniformityAnalysis uniformity(kernel);
    // An unknown condition counts as true.
    const WaveNumbers numbers(kernel, WaveNumbers::kExhaustive);
    bool ok = true;
    std::set<SmallVector<int32_t>> sets;
    kernel.walk([&](Operation *op) {
      if (!op->hasTrait<OrdersSomeWaves>())
        return;
      auto barrier = dyn_cast<WavesBarrierOp>(op);
      // A helper does not know the waves of its kernel.
      if (barrier && failed(barrier.verify())) {
        ok = false;
        return;
      }
      ok &= succeeded(verifyLanes(op, uniformity));
      if (!barrier) {
        ok &= succeeded(verifyWaves(cast<PipeStepInterface>(op), numbers));
        return;
      }
      ok &= succeeded(verifyWaves(barrier, numbers));
      const bool isNew = sets.insert(barrier.getSet()).second;
      if (isNew && sets.size() == kMaxBarrierSets + 1) { // P3
        barrier.emitError("the barriers of this kernel have more than ")
            << kMaxBarrierSets
            << " different sets of waves: use fewer sets [waves-barrier-set]";
        ok = false;
      }
    });
    return success(ok);
  }
};
} // namespace
