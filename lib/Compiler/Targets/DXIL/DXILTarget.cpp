//===- DXILTarget.cpp - Compiles for Direct3D 12 --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files: <kernel>.dxil or <kernel>.w<lanes>.dxil, and manifest.json. Stages: wave,
// dxil, llvm, container. With `optimize` LLVM runs CSE and removes dead code. With
// `debug_info` the stage llvm has source lines; the container never has them.

#include "WaveDialect/Compiler/Target.h"

#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/SourceLines.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

namespace {
struct DXILTranslation final : Translation {
  LogicalResult write(ModuleOp module, Operation *result,
                      Output &output) override {
    auto kernel = cast<dxil::ModuleOp>(result);
    if (failed(
            output.runPasses(module, "builtin.module(convert-dxil-to-llvm)")) ||
        (debugInfo && failed(addSourceLines(module, LineForm::Tables))))
      return failure();
    output.finishStep("passes");
    FailureOr<DXILBinary> binary =
        translateToContainer(kernel, optimize, output.wantsStages());
    if (failed(binary))
      return failure();
    output.finishStep("bytes");
    if (output.wantsStages()) {
      output.addStage("llvm", std::move(binary->llvmIR));
      output.addStage("container", dxil::listContainer(binary->container));
      output.finishStep("stages");
    }
    output.addFile(getFileName(kernel), std::string(binary->container.data(),
                                                    binary->container.size()));
    output.addFile("manifest.json", getManifestText(kernel, *binary));
    return success();
  }

  bool optimize = true, debugInfo = false;
};

struct DXILTarget final : Target {
  DXILTarget()
      : Target("dxil", {"dxil.module", "one dxil.module", "container"}) {}

  void registerDialects(DialectRegistry &registry) const override {
    registerDXILTarget(registry);
  }

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<DXILTranslation>();
    if (failed(readOptions(options,
                           {{"optimize", &translation->optimize},
                            {"debug_info", &translation->debugInfo}},
                           error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(DXIL)
