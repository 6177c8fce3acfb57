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
    const RetireSet retires = findRetires(kernel);
    if (retires.empty() && !holdsBarrier(kernel) && !findDispatchMesh(kernel))
      return success();
    UniformityAnalysis uniformity(kernel);
    // Treat each return as if all waves took it together.
    if (returnsOnly)
      return removeRetires(kernel, std::move(uniformity), retires,
                           /*together=*/true);
    if (failed(verifyBarriers(kernel, uniformity,
                              BarrierCheck::BeforeLegalization)) ||
        failed(verifyMeshCounts(kernel, uniformity)))
      return failure();
    if (retires.empty())
      return success();
    // The first attempt replaces every return that all waves take together by
    // plain control flow. Lanes that took an earlier return must then compute
    // its condition; if they cannot, the second attempt replaces fewer. Without
    // a barrier there is nothing to compute.
    if (!holdsGroupBarrier(kernel))
      return removeAll(kernel, std::move(uniformity), /*endlessOnly=*/false);
    if (succeeded(tryChange(kernel, [&] {
          return removeAll(kernel, std::move(uniformity),
                           /*endlessOnly=*/false);
        })))
      return success();
    return removeAll(kernel, UniformityAnalysis(kernel), /*endlessOnly=*/true);
  }

  /// Applies `change` to the kernel. If that fails, it reports nothing, and the
  /// body is a copy of the one before.
  static LogicalResult tryChange(FuncOp kernel,
                                 function_ref<LogicalResult()> change) {
    FuncOp before = kernel.clone();
    ScopedDiagnosticHandler quiet(kernel.getContext(),
                                  [](Diagnostic &) { return success(); });
    LogicalResult result = change();
    if (failed(result))
      kernel.getBody().takeBody(before.getBody());
    before.erase();
    return result;
  }

  static RetireSet findRetires(FuncOp kernel) {
    RetireSet retires;
    kernel.walk([&](RetireIfOp retire) { retires.insert(retire); });
    return retires;
  }

  /// Removes first the returns that all waves take together, so that they may
  /// end a loop with a barrier, then all others.
  static LogicalResult removeAll(FuncOp kernel, UniformityAnalysis uniformity,
                                 bool endlessOnly) {
    RetireSet together = findTogether(kernel, uniformity, endlessOnly);
    if (together.empty())
      return removeOthers(kernel, std::move(uniformity));
    if (failed(removeRetires(kernel, std::move(uniformity), std::move(together),
                             /*together=*/true)))
      return failure();
    if (findRetires(kernel).empty())
      return success();
    return removeOthers(kernel, UniformityAnalysis(kernel));
  }

  static LogicalResult removeOthers(FuncOp kernel,
                                    UniformityAnalysis uniformity) {
    auto remove = [&] {
      return removeRetires(kernel, std::move(uniformity), findRetires(kernel),
                           /*together=*/false);
    };
    if (!findDispatchMesh(kernel))
      return remove();
    // If one wave always stays, all lanes may be able to compute the counts.
    if (keepsFirstWave(kernel) && succeeded(tryChange(kernel, remove)))
      return success();
    shareMeshCounts(kernel);
    uniformity = UniformityAnalysis(kernel);
    return remove();
  }

  /// Returns the retires that all waves of a group take together; with
  /// `endlessOnly` only those without which a loop with a barrier would never
  /// end. If only memory decides in such a loop, the waves are assumed to
  /// agree, and `wave-verify` warns.
  static RetireSet findTogether(FuncOp kernel,
                                const UniformityAnalysis &uniformity,
                                bool endlessOnly) {
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
