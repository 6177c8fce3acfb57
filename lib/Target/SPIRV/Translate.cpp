//===- Translate.cpp - From spirv.module to a validated binary ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SPIRV.h"

#include "../ManifestText.h"
#include "DebugInfo.h"
#include "WaveDialect/Conversion/SPIRVNames.h"

#include "WaveDialect/InitAll.h"
#include "WaveDialect/Target/SourceLines.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::wave;

/// Without names and lines, the binary depends only on the kernel's semantics.
static LogicalResult serialize(spirv::ModuleOp module, bool withDebugInfo,
                               SmallVectorImpl<uint32_t> &words) {
  spirv::SerializationOptions options;
  options.emitSymbolName = withDebugInfo;
  options.emitDebugInfo = withDebugInfo;
  if (!withDebugInfo)
    return spirv::serialize(module, words, options);
  OwningOpRef<spirv::ModuleOp> copy(module.clone());
  DebugInfo info(*copy);
  if (failed(spirv::serialize(*copy, words, options)))
    return failure();
  info.complete(words);
  return success();
}

/// The manifest that convert-wave-to-spirv attaches, or null with an error.
static DictionaryAttr readManifest(spirv::ModuleOp module) {
  if (hasManifest(module))
    return getManifest(module);
  module.emitError("is not a result of convert-wave-to-spirv: run the "
                   "pipeline wave-to-spirv first [module-origin]");
  return nullptr;
}

/// The number of the specialization constant of the wave size, if the module has
/// it.
static uint32_t getWaveSizeId(DictionaryAttr manifest) {
  auto constants = manifest.getAs<DictionaryAttr>("specialization");
  auto waveSize = constants ? constants.getAs<DictionaryAttr>(kWaveSizeConstant)
                            : DictionaryAttr();
  auto id = waveSize ? waveSize.getAs<IntegerAttr>("id") : IntegerAttr();
  return id ? static_cast<uint32_t>(id.getInt()) : kWaveSizeSpecId;
}

LogicalResult wave::translateToBinary(spirv::ModuleOp module,
                                      const SPIRVBinaryOptions &options,
                                      SmallVectorImpl<uint32_t> &words) {
  DictionaryAttr manifest = readManifest(module);
  if (!manifest)
    return failure();
  if (failed(serialize(module, options.debugInfo, words)))
    return failure();
  int64_t numWaves = 0;
  auto waves = manifest.getAs<IntegerAttr>("num_waves");
  if (waves && manifest.getAs<StringAttr>("form") == "specialized")
    numWaves = waves.getInt();
  std::string message;
  if (failed(completeBinary(words, numWaves, getWaveSizeId(manifest), message)))
    return module.emitError("cannot complete the binary: ") << message;
  bool isComplete = false;
  if (failed(validateBinary(words, message, &isComplete)))
    return module.emitError("the validator rejects the binary: ") << message;
  if (!isComplete && failed(verify(module)))
    return failure();
  if (options.maximalReconvergence)
    addMaximalReconvergence(words);
  return success();
}

//===----------------------------------------------------------------------===//
// wave-translate --wave-to-spirv
//===----------------------------------------------------------------------===//

/// Lowers kernels that are still wave IR with the pipeline.
static LogicalResult lowerKernels(Operation *op, unsigned fixedWaveSize) {
  bool hasKernels =
      op->walk([](FuncOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (!hasKernels)
    return success();
  PassManager manager(op->getContext());
  WaveToSPIRVOptions options;
  options.fixedWaveSize = fixedWaveSize;
  buildWaveToSPIRVPipeline(manager, options);
  return runPasses(manager, op);
}

/// The step after the pipeline: writes the binary, or the manifest.
using Writer = llvm::function_ref<LogicalResult(spirv::ModuleOp)>;

static LogicalResult translate(Operation *op, unsigned fixedWaveSize,
                               Writer write) {
  if (failed(lowerKernels(op, fixedWaveSize)))
    return failure();
  SmallVector<spirv::ModuleOp> modules;
  op->walk([&](spirv::ModuleOp module) { modules.push_back(module); });
  if (modules.empty())
    return op->emitError("has no kernel: give wave IR, or the result of the "
                         "pipeline wave-to-spirv [one-kernel]");
  if (modules.size() != 1)
    return op->emitError("a SPIR-V file holds one kernel, got ")
           << modules.size()
           << ": split the input into one kernel per file [one-kernel]";
  return write(modules.front());
}

void wave::registerWaveToSPIRVTranslation() {
  static llvm::cl::opt<bool> maximalReconvergence(
      "maximal-reconvergence",
      llvm::cl::desc("Add SPV_KHR_maximal_reconvergence, for devices with that "
                     "feature"),
      llvm::cl::init(false));
  static llvm::cl::opt<unsigned> fixedWaveSize(
      "fixed-wave-size",
      llvm::cl::desc("Lanes of a wave, for a binary of one wave size in SPIR-V "
                     "1.3; 0: one binary for all"),
      llvm::cl::init(0));
  static const llvm::cl::opt<bool> &debugInfo = getDebugInfoOption();
  static TranslateFromMLIRRegistration binary(
      "wave-to-spirv",
      "Compile a wave kernel, or the result of the pipeline wave-to-spirv, "
      "to a validated SPIR-V binary",
      [](Operation *op, llvm::raw_ostream &output) {
        auto write = [&](spirv::ModuleOp module) {
          SmallVector<uint32_t> words;
          SPIRVBinaryOptions options{maximalReconvergence, debugInfo};
          if (failed(translateToBinary(module, options, words)))
            return failure();
          output.write(reinterpret_cast<const char *>(words.data()),
                       words.size() * sizeof(uint32_t));
          return success();
        };
        return translate(op, fixedWaveSize, write);
      },
      wave::registerAllDialects);
  static TranslateFromMLIRRegistration manifest(
      "wave-to-manifest",
      "Write the manifest (JSON) that a host needs to launch the binary of a "
      "wave kernel",
      [](Operation *op, llvm::raw_ostream &output) {
        auto write = [&](spirv::ModuleOp module) {
          if (!readManifest(module))
            return failure();
          output << getManifestText(module);
          return success();
        };
        return translate(op, fixedWaveSize, write);
      },
      wave::registerAllDialects);
}
