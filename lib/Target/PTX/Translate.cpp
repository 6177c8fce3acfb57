//===- Translate.cpp - wave-translate --wave-to-ptx -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ManifestText.h"

#include "WaveDialect/InitAll.h"
#include "WaveDialect/Target/PTX.h"
#include "WaveDialect/Target/SourceLines.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::wave;

/// Lowers kernels that are still wave IR with the pipeline.
static LogicalResult lowerKernels(Operation *op, StringRef sm) {
  bool hasKernels =
      op->walk([](FuncOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (!hasKernels)
    return success();
  PassManager manager(op->getContext());
  WaveToPTXOptions options;
  options.sm = sm.str();
  buildWaveToPTXPipeline(manager, options);
  return runPasses(manager, op);
}

/// Returns the module of the only kernel.
static FailureOr<ModuleOp> findKernel(Operation *op) {
  SmallVector<ModuleOp> kernels;
  op->walk([&](ModuleOp module) {
    if (hasManifest(module))
      kernels.push_back(module);
  });
  if (kernels.empty())
    return op->emitError("has no kernel: give wave IR, or the result of the "
                         "pipeline wave-to-ptx [one-kernel]");
  if (kernels.size() != 1)
    return op->emitError("a PTX file holds one kernel, got ")
           << kernels.size()
           << ": split the input into one kernel per file [one-kernel]";
  return kernels.front();
}

void wave::registerWaveToPTXTranslation() {
  static llvm::cl::opt<std::string> sm(
      "sm",
      llvm::cl::desc("The oldest GPU that runs the code, from sm_80 to "
                     "sm_100a"),
      llvm::cl::init("sm_80"));
  static llvm::cl::opt<bool> optimize(
      "optimize-ptx",
      llvm::cl::desc("Let LLVM simplify the code before it becomes PTX"),
      llvm::cl::init(true));
  static const llvm::cl::opt<bool> &debugInfo = getDebugInfoOption();
  static TranslateFromMLIRRegistration text(
      "wave-to-ptx",
      "Compile a wave kernel, or the result of the pipeline wave-to-ptx, to "
      "PTX for CUDA",
      [](Operation *op, llvm::raw_ostream &output) {
        if (failed(lowerKernels(op, sm)))
          return failure();
        FailureOr<ModuleOp> kernel = findKernel(op);
        if (failed(kernel))
          return failure();
        PassManager manager(op->getContext());
        manager.addPass(createConvertPTXToLLVM());
        if (failed(runPasses(manager, op)) ||
            (debugInfo &&
             failed(addSourceLines(*kernel, LineForm::Directives))))
          return failure();
        FailureOr<PTXCode> code = translateToPTX(*kernel, optimize);
        if (failed(code))
          return failure();
        output << code->ptx;
        return success();
      },
      [](DialectRegistry &registry) {
        wave::registerAllDialects(registry);
        registerPTXTarget(registry);
      });
}
