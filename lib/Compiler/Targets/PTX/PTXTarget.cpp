//===- PTXTarget.cpp - Compiles for CUDA ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files: <kernel>.ptx and manifest.json. Stages: wave, nvvm, llvm, ptx. With
// `optimize` LLVM simplifies the code. With `debug_info` the code has source lines.

#include "WaveDialect/Compiler/Target.h"

#include "WaveDialect/Target/PTX.h"
#include "WaveDialect/Target/SourceLines.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

namespace {
struct PTXTranslation final : Translation {
  LogicalResult write(ModuleOp module, Operation *result,
                      Output &output) override {
    auto kernel = cast<ModuleOp>(result);
    if (failed(
            output.runPasses(module, "builtin.module(convert-ptx-to-llvm)")) ||
        (debugInfo && failed(addSourceLines(kernel, LineForm::Directives))))
      return failure();
    output.finishStep("passes");
    FailureOr<PTXCode> code =
        translateToPTX(kernel, optimize, output.wantsStages());
    if (failed(code))
      return failure();
    output.finishStep("bytes");
    if (output.wantsStages()) {
      output.addStage("llvm", std::move(code->llvmIR));
      output.addStage("ptx", code->ptx);
      output.finishStep("stages");
    }
    output.addFile(getFileName(kernel), std::move(code->ptx));
    output.addFile("manifest.json", getManifestText(kernel));
    return success();
  }

  bool optimize = true, debugInfo = false;
};

struct PTXTarget final : Target {
  PTXTarget()
      : Target("ptx",
               {"builtin.module", "one module of a kernel", "PTX file"}) {}

  void registerDialects(DialectRegistry &registry) const override {
    registerPTXTarget(registry);
  }

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<PTXTranslation>();
    if (failed(readOptions(options,
                           {{"optimize", &translation->optimize},
                            {"debug_info", &translation->debugInfo}},
                           error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(PTX)
