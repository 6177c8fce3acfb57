//===- LintKernels.cpp - Runs the lints -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares a copy of the module, runs the lints on its kernels and converts
// their findings to diagnostics.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Lint/Passes.h"

#include "Expressions.h"
#include "GroupsharedTargets.h"
#include "Lint.h"

#include "WaveDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/FoldUtils.h"

namespace mlir::wave {
#define GEN_PASS_DEF_LINTKERNELS
#include "WaveDialect/Lint/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct Lint {
  StringLiteral id;
  DiagnosticSeverity severity;
  void (*run)(LintedKernel &, LintReport);
};
} // namespace

static constexpr Lint kLints[] = {
#define WAVE_LINT(FUNCTION, ID, SEVERITY)                                      \
  {ID, DiagnosticSeverity::SEVERITY, FUNCTION},
#include "Lints.def"
};

//===----------------------------------------------------------------------===//
// LintedKernel
//===----------------------------------------------------------------------===//

LintedKernel::LintedKernel(FuncOp kernel, const LintSettings &settings)
    : kernel(kernel), settings(settings), uniformity(kernel),
      lanes(kernel, uniformity), forms(kernel, uniformity), intervals(kernel),
      waveSizes(kernel.getWaveSizes()) {
  if (kernel.getWaveSize())
    judgedSizes = waveSizes;
  else
    judgedSizes.push_back(settings.targetWaveSize);
  if (std::optional<ArrayRef<int32_t>> extent = kernel.getNumThreads()) {
    threads = 1;
    for (int32_t number : *extent)
      *threads *= number;
  }
  kernel.walk([&](RetireIfOp retire) { retires.push_back(retire); });
}

int64_t LintedKernel::getWaves(int32_t waveSize) const {
  if (threads)
    return llvm::divideCeil(*threads, waveSize);
  return kernel.getNumWavesValue().value_or(1);
}

//===----------------------------------------------------------------------===//
// The copy that lints inspect
//===----------------------------------------------------------------------===//

/// Replaces each `scf.if` with a constant condition by its taken branch.
static void takeConstantBranches(FuncOp kernel) {
  SmallVector<scf::IfOp> ifs;
  kernel.walk<WalkOrder::PreOrder>([&](scf::IfOp ifOp) {
    if (matchPattern(ifOp.getCondition(), m_Constant()))
      ifs.push_back(ifOp);
  });
  // Innermost first: outer branches may be erased with their contents.
  for (scf::IfOp ifOp : llvm::reverse(ifs)) {
    Block *taken = matchPattern(ifOp.getCondition(), m_One())
                       ? ifOp.thenBlock()
                       : ifOp.elseBlock();
    if (taken) {
      Operation *yield = taken->getTerminator();
      ifOp.replaceAllUsesWith(yield->getOperands());
      yield->erase();
      ifOp->getBlock()->getOperations().splice(ifOp->getIterator(),
                                               taken->getOperations());
    }
    ifOp.erase();
  }
}

/// Folds constants and the wave count of `num_waves`, but not the wave size:
/// code that queries it is correct at every size.
static void foldConstants(FuncOp kernel) {
  if (std::optional<int64_t> waves = kernel.getNumWavesValue()) {
    SmallVector<GroupWaveCountOp> counts;
    kernel.walk([&](GroupWaveCountOp count) { counts.push_back(count); });
    for (GroupWaveCountOp count : counts) {
      OpBuilder builder(count);
      count->replaceAllUsesWith(ValueRange{arith::ConstantOp::create(
          builder, count.getLoc(), builder.getI32IntegerAttr(*waves))});
      count.erase();
    }
  }
  SmallVector<Operation *> ops;
  // Operands precede their users, so one walk folds whole chains.
  kernel.getBody().walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
        !isa<arith::ConstantOp>(op))
      ops.push_back(op);
  });
  OperationFolder folder(kernel.getContext());
  for (Operation *op : ops)
    if (!getLimitedDifference(op))
      (void)folder.tryToFold(op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether `op` or an operation around it suppresses the lint.
static bool isIgnored(Operation *op, StringRef id) {
  for (; op; op = op->getParentOp())
    if (auto ids = op->getAttrOfType<ArrayAttr>("wave.lint_ignore"))
      for (Attribute each : ids)
        if (auto text = dyn_cast<StringAttr>(each);
            text && (text == id || text == "all"))
          return true;
  return false;
}

static void emit(const Lint &lint, const LintFinding &found) {
  MLIRContext *context = found.op->getContext();
  // Not through the operation, which would print the copy as well.
  InFlightDiagnostic diagnostic =
      context->getDiagEngine().emit(found.op->getLoc(), lint.severity);
  diagnostic << found.message << " [" << lint.id << "]";
  for (const auto &[op, what] : found.places)
    diagnostic.attachNote(op->getLoc()) << what;
  diagnostic.attachNote(found.op->getLoc()) << "help: " << found.help;
  if (!found.fix.empty())
    diagnostic.attachNote((found.fixed ? found.fixed : found.op)->getLoc())
        << "fix: " << found.fix;
}

namespace {
struct LintKernels final : wave::impl::LintKernelsBase<LintKernels> {
  using LintKernelsBase::LintKernelsBase;

  void runOnWaveIR() override {
    markAllAnalysesPreserved();
    LintSettings settings;
    settings.targetWaveSize = targetWaveSize;
    settings.occupancy = occupancy;
    settings.dxc = dxc;
    settings.reportsFewThreads = isWanted("numthreads-too-small");
    settings.targets.assign(targets.begin(), targets.end());
    if (failed(verifyOptions()))
      return signalPassFailure();
    // In the module, because a pass may run nested passes only there.
    ModuleOp module = getOperation();
    ModuleOp copy = module.clone();
    module.push_back(copy);
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createInlineCalls());
    if (failed(runPipeline(manager, copy)))
      signalPassFailure();
    else
      copy.walk([&](FuncOp kernel) { lint(kernel, settings); });
    copy.erase();
  }

  void lint(FuncOp kernel, const LintSettings &settings) {
    if (!kernel.getKernel())
      return;
    foldConstants(kernel);
    takeConstantBranches(kernel);
    LintedKernel linted(kernel, settings);
    for (const Lint &lint : kLints)
      if (isWanted(lint.id))
        lint.run(linted, [&](const LintFinding &found) {
          if (!isIgnored(found.op, lint.id))
            emit(lint, found);
        });
  }

  bool isWanted(StringRef id) const {
    auto holds = [&](ArrayRef<std::string> ids) {
      return llvm::any_of(ids, [&](StringRef each) { return each == id; });
    };
    return (only.empty() || holds(only)) && !holds(ignore);
  }

  LogicalResult verifyOptions() {
    if (targetWaveSize < kMinWaveSize || targetWaveSize > kMaxWaveSize ||
        !llvm::isPowerOf2_32(targetWaveSize))
      return getOperation().emitError(
                 "target-wave-size must be a power of two from "
                 "4 to 128, got ")
             << targetWaveSize.getValue() << " [lint-option]";
    if (occupancy < 0 || occupancy > 100)
      return getOperation().emitError(
                 "occupancy must be from 0 to 100 percent, got ")
             << occupancy.getValue() << " [lint-option]";
    for (const auto *ids : {&only, &ignore})
      for (StringRef id : *ids)
        if (llvm::none_of(kLints,
                          [&](const Lint &lint) { return lint.id == id; }))
          return getOperation().emitError("there is no lint '")
                 << id << "': docs/lints.md lists them [lint-option]";
    for (StringRef target : targets)
      if (llvm::none_of(getGroupsharedTargets(), [&](const auto &each) {
            return each.name == target;
          })) {
        InFlightDiagnostic error =
            getOperation().emitError("there is no target '")
            << target << "' of groupshared memory, only ";
        llvm::interleaveComma(getGroupsharedTargets(), error,
                              [&](const auto &each) { error << each.name; });
        return error << " [lint-option]";
      }
    return success();
  }
};
} // namespace
