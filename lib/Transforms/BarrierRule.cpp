//===- BarrierRule.cpp - Barriers in group-uniform control flow -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/BarrierRule.h"
#include "WaveDialect/Analysis/ExecutionOrder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether the lanes of a wave may decide differently. Lanes that load from the
/// same address usually decide the same.
static bool isOfLanes(const Decision &decision) {
  return !decision.uniformity.isWaveUniform() &&
         !decision.uniformity.fromMemory;
}

/// Whether each lane loads a value of its own for the decision.
static bool isOfLoadsByLanes(const Decision &decision) {
  return !decision.uniformity.isWaveUniform() &&
         decision.uniformity.fromMemory && decision.uniformity.fromNumbers;
}

/// Adds notes that show the decision and the origin of its divergence.
static void attachDecision(InFlightDiagnostic &diagnostic,
                           const Decision &decision) {
  diagnostic.attachNote(decision.op->getLoc())
      << (isa<scf::IfOp>(decision.op) ? "this condition" : "this loop")
      << " may differ between the "
      << (isOfLanes(decision) || isOfLoadsByLanes(decision)
              ? "lanes of a wave"
              : "waves of a group");
  if (Operation *origin = decision.uniformity.origin)
    diagnostic.attachNote(origin->getLoc())
        << "because of '" << origin->getName() << "' here";
}

static InFlightDiagnostic emitNotAllLanes(BarrierOp barrier,
                                          const Decision &decision) {
  InFlightDiagnostic error = barrier->emitError(
      "not all lanes of a wave reach this barrier: move it out of divergent "
      "control flow [barrier-divergent]");
  attachDecision(error, decision);
  return error;
}

/// No target waits for lanes of the wave that do not reach the barrier, so
/// control flow that depends on memory is left to the checker.
static LogicalResult verifyControlOfWave(BarrierOp barrier,
                                         const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(barrier))
    if (isOfLanes(decision))
      return emitNotAllLanes(barrier, decision);
  return success();
}

/// Adds the places of barriers with a warning to `warned`: copies of a barrier have
/// one place, and one warning.
static LogicalResult verifyControl(BarrierOp barrier,
                                   const UniformityAnalysis &uniformity,
                                   BarrierCheck check,
                                   DenseSet<Location> &warned) {
  SmallVector<Decision> decisions = uniformity.getDecisions(barrier);
  for (const Decision &decision : decisions) {
    if (decision.uniformity.isGroupUniform() ||
        decision.uniformity.fromMemory ||
        decision.uniformity.isOfWaveSizeOnly())
      continue;
    if (isOfLanes(decision))
      return emitNotAllLanes(barrier, decision);
    InFlightDiagnostic error = barrier->emitError(
        "not all waves of the group reach this barrier: move it out of "
        "divergent control flow [barrier-divergent]");
    attachDecision(error, decision);
    return error;
  }
  if (check == BarrierCheck::BeforeLegalization)
    return success();
  for (const Decision &decision : decisions) {
    if (decision.uniformity.isGroupUniform())
      continue;
    if (!isa<UnknownLoc>(barrier.getLoc()) &&
        !warned.insert(barrier.getLoc()).second)
      return success();
    const bool isOfLanes = isOfLoadsByLanes(decision);
    InFlightDiagnostic warning = barrier->emitWarning("whether all ");
    warning << (isOfLanes ? "lanes" : "waves")
            << " of the group reach this barrier depends on ";
    if (isOfLanes)
      warning << "what each lane loads: if they do, say so with "
                 "group_uniform(...)";
    else if (decision.uniformity.isOfWaveSizeOnly())
      warning << "the wave size, which may differ between waves: state one "
                 "with wave_size";
    else
      warning << "memory: if they do, say so with group_uniform(...)";
    warning << " [barrier-unknown]";
    attachDecision(warning, decision);
    return success();
  }
  return success();
}

bool wave::holdsBarrier(FuncOp kernel) {
  return kernel.walk([](BarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

LogicalResult wave::verifyBarriers(FuncOp kernel,
                                   const UniformityAnalysis &uniformity,
                                   BarrierCheck check) {
  SmallVector<BarrierOp> barriers;
  SmallVector<RetireIfOp> retires;
  DenseSet<Location> warned;
  bool ok = true;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto retire = dyn_cast<RetireIfOp>(op))
      retires.push_back(retire);
    auto barrier = dyn_cast<BarrierOp>(op);
    if (!barrier || !barrier.getSync())
      return;
    if (barrier.synchronizesWave()) {
      // Legalization may put it under the condition that its lanes did not
      // return.
      if (check == BarrierCheck::BeforeLegalization)
        ok &= succeeded(verifyControlOfWave(barrier, uniformity));
      return;
    }
    barriers.push_back(barrier);
    ok &= succeeded(verifyControl(barrier, uniformity, check, warned));
  });
  if (check == BarrierCheck::BeforeLegalization)
    return success(ok);
  for (BarrierOp barrier : barriers) {
    for (RetireIfOp retire : retires) {
      if (!mayPrecede(retire, barrier))
        continue;
      InFlightDiagnostic error =
          barrier->emitError("lanes that have retired do not reach this "
                             "barrier: run wave-legalize-barriers first "
                             "[barrier-after-retire]");
      error.attachNote(retire.getLoc()) << "they retire here";
      ok = false;
      break;
    }
  }
  return success(ok);
}
