//===- VerifyMatrices.cpp - Lanes that reach operations on matrices ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rules follow inlining, because a helper's operations belong to the lanes
// that call it. They precede all passes that move operations: an operation on
// matrices without effects may then move to any place that the wave reaches as a
// whole.

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/DXIL/ShaderModels.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_VERIFYMATRICES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static void addOrigin(InFlightDiagnostic &error, const Uniformity &how) {
  if (how.origin)
    error.attachNote(how.origin->getLoc())
        << "because of '" << how.origin->getName() << "' here";
}

/// M2.
static LogicalResult verifyLanes(Operation *op,
                                 const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(op)) {
    const Uniformity &how = decision.uniformity;
    if (how.isWaveUniform())
      continue;
    InFlightDiagnostic error = op->emitError(
        "not all lanes of a wave reach this operation on a matrix: move it out "
        "of divergent control flow [matrix-divergent]");
    error.attachNote(decision.op->getLoc())
        << (isa<scf::IfOp>(decision.op) ? "this condition" : "this loop")
        << " may differ between the lanes of a wave";
    addOrigin(error, how);
    return error;
  }
  return success();
}

/// M3.
static LogicalResult verifyOperands(Operation *op,
                                    const UniformityAnalysis &uniformity) {
  for (Value operand : op->getOperands()) {
    if (isa<MemRefType>(operand.getType()))
      continue;
    const Uniformity how = uniformity.get(operand);
    if (how.isWaveUniform())
      continue;
    if (isa<MatrixType>(operand.getType()))
      return op->emitError("the lanes of a wave may have chosen different "
                           "matrices for this operation [matrix-divergent]");
    InFlightDiagnostic error = op->emitError(
        "a scalar operand of an operation on a matrix may differ between the "
        "lanes of a wave [matrix-operand]");
    addOrigin(error, how);
    return error;
  }
  return success();
}

namespace {
struct VerifyMatrices final : wave::impl::VerifyMatricesBase<VerifyMatrices> {
  using VerifyMatricesBase::VerifyMatricesBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        ok &= succeeded(verify(function));
    });
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verify(FuncOp kernel) const {
    SmallVector<Operation *> operations;
    kernel.walk([&](Operation *op) {
      if (op->hasTrait<WholeWave>())
        operations.push_back(op);
    });
    if (operations.empty())
      return success();
    if (!hasMatrices)
      return refuse(operations.front());
    const UniformityAnalysis uniformity(kernel);
    bool ok = true;
    for (Operation *op : operations)
      ok &= succeeded(verifyLanes(op, uniformity)) &&
            succeeded(verifyOperands(op, uniformity));
    return success(ok);
  }

  /// M1.
  LogicalResult refuse(Operation *first) const {
    constexpr StringLiteral others =
        "run the kernel on the CPU, on CUDA, on Vulkan or in the interpreter "
        "[matrix-target]";
    if (shaderModel.empty())
      return first->emitError("the target does not support wave matrices: ")
             << others;
    const std::string least = dxil::getFirstModel(dxil::Feature::Matrices);
    return first->emitError("wave matrices need Shader Model ")
           << least << ", and the kernel is compiled for " << shaderModel
           << ": compile for " << least << ", or " << others;
  }
};
} // namespace
