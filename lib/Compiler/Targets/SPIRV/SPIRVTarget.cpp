//===- SPIRVTarget.cpp - Compiles for Vulkan ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files: <kernel>.spv or <kernel>.w<lanes>.spv, and manifest.json. Stages: wave,
// gpu, spirv, assembly. With `debug_info` the binary has names and source lines.

#include "WaveDialect/Compiler/Target.h"

#include "WaveDialect/Target/SPIRV.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

namespace {
struct SPIRVTranslation final : Translation {
  LogicalResult write(ModuleOp, Operation *result, Output &output) override {
    auto module = cast<spirv::ModuleOp>(result);
    SmallVector<uint32_t> words;
    if (failed(translateToBinary(module, options, words)))
      return failure();
    output.finishStep("bytes");
    if (output.wantsStages()) {
      output.addStage("assembly", disassembleBinary(words));
      output.finishStep("stages");
    }
    output.addFile(getFileName(module),
                   std::string(reinterpret_cast<const char *>(words.data()),
                               words.size() * sizeof(uint32_t)));
    output.addFile("manifest.json", getManifestText(module));
    return success();
  }

  SPIRVBinaryOptions options;
};

struct SPIRVTarget final : Target {
  SPIRVTarget()
      : Target("spirv", {"spirv.module", "one spirv.module", "SPIR-V file",
                         // The validator of the binary detects invalid IR.
                         /*isVerified=*/false}) {}

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<SPIRVTranslation>();
    SPIRVBinaryOptions &binary = translation->options;
    if (failed(readOptions(
            options,
            {{"maximal_reconvergence", &binary.maximalReconvergence},
             {"debug_info", &binary.debugInfo}},
            error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(SPIRV)
