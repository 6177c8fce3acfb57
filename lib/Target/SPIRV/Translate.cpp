//===- Translate.cpp - From spirv.module to a validated binary --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "WaveDialect/InitAll.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult wave::translateToBinary(spirv::ModuleOp module,
                                      const SPIRVBinaryOptions &options,
                                      SmallVectorImpl<uint32_t> &words) {
  auto manifest = module->getAttrOfType<DictionaryAttr>("wave.manifest");
  if (!manifest)
    return module.emitError("was not made by convert-wave-to-spirv: run the "
                            "pipeline wave-to-spirv first [module-origin]");
  if (failed(spirv::serialize(module, words)))
    return failure();
  int64_t numWaves = 0;
  if (auto waves = manifest.getAs<IntegerAttr>("num_waves"))
    numWaves = waves.getInt();
  std::string message;
  if (failed(completeBinary(words, numWaves, message)))
    return module.emitError("cannot complete the binary: ") << message;
  if (failed(validateBinary(words, message)))
    return module.emitError("the validator rejects the binary: ") << message;
  if (options.maximalReconvergence)
    addMaximalReconvergence(words);
  return success();
}

//===----------------------------------------------------------------------===//
// wave-translate --wave-to-spirv
//===----------------------------------------------------------------------===//

/// Kernels that are still wave IR go through the pipeline first.
static LogicalResult lowerKernels(Operation *op) {
  bool hasKernels =
      op->walk([](FuncOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (!hasKernels)
    return success();
  PassManager manager(op->getContext());
  buildWaveToSPIRVPipeline(manager, WaveToSPIRVOptions());
  return manager.run(op);
}

static LogicalResult translate(Operation *op, llvm::raw_ostream &output,
                               const SPIRVBinaryOptions &options,
                               bool printManifest) {
  if (failed(lowerKernels(op)))
    return failure();
  SmallVector<spirv::ModuleOp> modules;
  op->walk([&](spirv::ModuleOp module) { modules.push_back(module); });
  if (modules.size() != 1)
    return op->emitError("a SPIR-V file holds one kernel, got ")
           << modules.size()
           << ": split the input, one kernel a file [one-kernel]";
  SmallVector<uint32_t> words;
  if (failed(translateToBinary(modules.front(), options, words)))
    return failure();
  if (printManifest)
    output << getManifestText(modules.front());
  else
    output.write(reinterpret_cast<const char *>(words.data()),
                 words.size() * sizeof(uint32_t));
  return success();
}

void wave::registerWaveToSPIRVTranslation() {
  static llvm::cl::opt<bool> maximalReconvergence(
      "maximal-reconvergence",
      llvm::cl::desc("Add SPV_KHR_maximal_reconvergence, for devices with that "
                     "feature"),
      llvm::cl::init(false));
  static TranslateFromMLIRRegistration binary(
      "wave-to-spirv",
      "Wave kernel, or what the pipeline wave-to-spirv made of it, to a "
      "validated SPIR-V binary",
      [](Operation *op, llvm::raw_ostream &output) {
        return translate(op, output, {maximalReconvergence},
                         /*printManifest=*/false);
      },
      wave::registerAllDialects);
  static TranslateFromMLIRRegistration manifest(
      "wave-to-manifest",
      "Wave kernel to the manifest (JSON) that says how to launch its binary",
      [](Operation *op, llvm::raw_ostream &output) {
        return translate(op, output, {}, /*printManifest=*/true);
      },
      wave::registerAllDialects);
}
