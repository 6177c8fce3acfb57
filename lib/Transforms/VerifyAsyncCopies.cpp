//===- VerifyAsyncCopies.cpp - The lanes of asynchronous copies -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rules follow inlining, because a helper's copies belong to the waves that
// call it.

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_VERIFYASYNCCOPIES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Whether lanes of a wave differ for another reason than memory, which may hold
/// the same value for all of them.
static bool mayDiffer(const Uniformity &how) {
  return !how.isWaveUniform() && !how.fromMemory;
}

static void attachOrigin(InFlightDiagnostic &error, const Uniformity &how) {
  if (how.origin)
    error.attachNote(how.origin->getLoc())
        << "because of '" << how.origin->getName() << "' here";
}

/// A1.
static LogicalResult verifyLanes(AsyncCopyOp copy,
                                 const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(copy)) {
    if (!mayDiffer(decision.uniformity))
      continue;
    InFlightDiagnostic error = copy.emitError(
        "not all lanes of a wave reach this asynchronous copy: move it out of "
        "divergent control flow [async-copy-divergent]");
    error.attachNote(decision.op->getLoc())
        << (isa<scf::IfOp>(decision.op) ? "this condition" : "this loop")
        << " may differ between the lanes of a wave";
    attachOrigin(error, decision.uniformity);
    return error;
  }
  return success();
}

/// A2.
static LogicalResult verifyOperands(AsyncCopyOp copy,
                                    const UniformityAnalysis &uniformity) {
  for (auto [name, value] :
       {std::pair("start in the array", copy.getStart()),
        std::pair("stride of the array", copy.getStride()),
        std::pair("place in the buffer", copy.getBase()),
        std::pair("pitch of the buffer", copy.getPitch()),
        std::pair("first row", copy.getRow()),
        std::pair("first column", copy.getColumn()),
        std::pair("number of rows that exist", copy.getRowBound()),
        std::pair("number of columns that exist", copy.getColumnBound()),
        std::pair("number of rows", copy.getRows()),
        std::pair("number of columns", copy.getColumns())}) {
    const Uniformity how = uniformity.get(value);
    if (!mayDiffer(how))
      continue;
    InFlightDiagnostic error =
        copy.emitError("the ")
        << name
        << " of this asynchronous copy differs between the lanes of a wave: "
           "the wave copies one tile, so give all lanes the same numbers "
           "[async-copy-divergent]";
    attachOrigin(error, how);
    return error;
  }
  return success();
}

namespace {
struct VerifyAsyncCopies final
    : wave::impl::VerifyAsyncCopiesBase<VerifyAsyncCopies> {
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

  static LogicalResult verify(FuncOp kernel) {
    std::optional<UniformityAnalysis> uniformity;
    bool ok = true;
    kernel.walk([&](AsyncCopyOp copy) {
      if (!uniformity)
        uniformity.emplace(kernel);
      ok &= succeeded(verifyLanes(copy, *uniformity)) &&
            succeeded(verifyOperands(copy, *uniformity));
    });
    return success(ok);
  }
};
} // namespace
