//===- SPIRV.cpp - Compiles text to a SPIR-V module -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/Target/SPIRV.h"

using namespace mlir;
using namespace mlir::wave;
using compiler::Result;

Result compiler::compileToSPIRV(const Input &input, bool maximalReconvergence,
                                bool debugInfo, bool stages) {
  Compilation compilation(input);
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module || failed(compilation.lower(*module, stages)))
    return std::move(result);
  SmallVector<spirv::ModuleOp> modules(module->getOps<spirv::ModuleOp>());
  if (modules.empty()) {
    module->emitError("target \"spirv\" requires one spirv.module, but the "
                      "passes produced none [pipeline-result]");
    return std::move(result);
  }
  if (modules.size() != 1) {
    module->emitError("a SPIR-V file holds one kernel, got ")
        << modules.size() << " [one-kernel]";
    return std::move(result);
  }
  SmallVector<uint32_t> words;
  SPIRVBinaryOptions options;
  options.maximalReconvergence = maximalReconvergence;
  options.debugInfo = debugInfo;
  if (failed(translateToBinary(modules.front(), options, words)))
    return std::move(result);
  compilation.finishStep("bytes");
  if (stages) {
    result.stages.emplace_back("assembly", disassembleBinary(words));
    compilation.finishStep("stages");
  }
  result.files.emplace_back(
      getFileName(modules.front()),
      std::string(reinterpret_cast<const char *>(words.data()),
                  words.size() * sizeof(uint32_t)));
  result.files.emplace_back("manifest.json", getManifestText(modules.front()));
  compilation.finishStep("bytes");
  result.ok = true;
  return std::move(result);
}

std::string compiler::validateSPIRV(const std::string &bytes) {
  SmallVector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  llvm::copy(bytes, reinterpret_cast<char *>(words.data()));
  std::string message;
  return succeeded(validateBinary(words, message)) ? "" : message;
}
