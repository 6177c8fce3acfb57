//===- LegalizeBarriers.cpp - Leaves every barrier in uniform control flow --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RetiredLanes.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/Transforms/BarrierRule.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_LEGALIZEBARRIERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct LegalizeBarriers final
    : wave::impl::LegalizeBarriersBase<LegalizeBarriers> {
  using LegalizeBarriersBase::LegalizeBarriersBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        ok &= succeeded(legalize(function));
    });
    if (!ok)
      signalPassFailure();
  }

  /// The pass supports three operations with regions.
  static LogicalResult verifyStructure(FuncOp kernel) {
    WalkResult result = kernel.walk([&](Operation *op) {
      if (!isa<RetireIfOp, BarrierOp>(op))
        return WalkResult::advance();
      for (Operation *parent = op->getParentOp(); parent != kernel;
           parent = parent->getParentOp())
        if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp>(parent)) {
          op->emitOpError("stands in '")
              << parent->getName()
              << "': use scf.if, scf.for and scf.while "
                 "[operation-not-supported]";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult legalize(FuncOp kernel) {
    if (failed(verifyStructure(kernel)))
      return failure();
    // Treat each return as if all waves took it together.
    if (returnsOnly)
      return removeRetires(kernel, findRetires(kernel),
                           /*together=*/true);
    UniformityAnalysis uniformity(kernel);
    if (failed(verifyBarriers(kernel, uniformity,
                              BarrierCheck::BeforeLegalization)) ||
        failed(verifyMeshCounts(kernel, uniformity)))
      return failure();
    if (!kernel->walk([](RetireIfOp) { return WalkResult::interrupt(); })
             .wasInterrupted())
      return success();
    if (succeeded(tryAllTogether(kernel)))
      return success();
    return removeAll(kernel, findTogether(kernel, /*endlessOnly=*/true));
  }

  /// Replaces every return that all waves take together by plain control flow.
  /// Lanes that took an earlier return must then compute its condition; if they
  /// cannot, the kernel does not change.
  static LogicalResult tryAllTogether(FuncOp kernel) {
    return tryOnCopy(kernel, [](FuncOp attempt) {
      return removeAll(attempt, findTogether(attempt, /*endlessOnly=*/false));
    });
  }

  /// Applies `change` to the kernel, or reports nothing and does not change it.
  static LogicalResult tryOnCopy(FuncOp kernel,
                                 function_ref<LogicalResult(FuncOp)> change) {
    FuncOp attempt = kernel.clone();
    ScopedDiagnosticHandler quiet(kernel.getContext(),
                                  [](Diagnostic &) { return success(); });
    LogicalResult result = change(attempt);
    if (succeeded(result))
      kernel.getBody().takeBody(attempt.getBody());
    attempt.erase();
    return result;
  }

  static RetireSet findRetires(FuncOp kernel) {
    RetireSet retires;
    kernel.walk([&](RetireIfOp retire) { retires.insert(retire); });
    return retires;
  }

  /// Removes first the returns that all waves take together, so that they may
  /// end a loop with a barrier, then all others.
  static LogicalResult removeAll(FuncOp kernel, RetireSet together) {
    if (!together.empty() && failed(removeRetires(kernel, std::move(together),
                                                  /*together=*/true)))
      return failure();
    if (findRetires(kernel).empty())
      return success();
    auto removeOthers = [](FuncOp changed) {
      return removeRetires(changed, findRetires(changed),
                           /*together=*/false);
    };
    if (!findDispatchMesh(kernel))
      return removeOthers(kernel);
    // If one wave always stays, all lanes may be able to compute the counts.
    if (keepsFirstWave(kernel) && succeeded(tryOnCopy(kernel, removeOthers)))
      return success();
    shareMeshCounts(kernel);
    return removeOthers(kernel);
  }

  /// Returns the retires that all waves of a group take together; with
  /// `endlessOnly` only those without which a loop with a barrier would never
  /// end. If only memory decides in such a loop, the waves are assumed to
  /// agree, and `wave-verify` warns.
  static RetireSet findTogether(FuncOp kernel, bool endlessOnly) {
    UniformityAnalysis uniformity(kernel);
    RetireSet together;
    kernel.walk([&](RetireIfOp retire) {
      Uniformity decision = uniformity.getControl(retire).join(
          uniformity.get(retire.getCondition()));
      bool ends = !decision.fromNumbers && isInEndlessLoop(retire);
      // No lane has retired before a guard, so all lanes can compute its
      // condition.
      if (ends || retire->hasAttr(kGuardAttribute) ||
          (!endlessOnly && decision.isGroupUniform()))
        together.insert(retire);
    });
    return together;
  }

  static bool isInEndlessLoop(Operation *op) {
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp())
      if (isEndless(parent) && holdsGroupBarrier(parent))
        return true;
    return false;
  }
};
} // namespace
