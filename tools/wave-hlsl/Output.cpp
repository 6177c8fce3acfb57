//===- Output.cpp - The files that wave-hlsl writes -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/Pipelines/Pipelines.h"
#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/SPIRV.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns "6.8" for "cs_6_8", and for the default profile.
static std::string getShaderModel(StringRef profile) {
  auto [major, minor] = profile.split('_').second.split('_');
  return profile.empty() ? "6.8" : (major + "." + minor).str();
}

/// Also returns the manifest, which has what a host cannot see in the binary: the
/// layout of the root constants, with the lengths of the buffers.
static LogicalResult writeDXIL(ModuleOp module, const OutputOptions &options,
                               llvm::raw_ostream &output,
                               std::string &manifest) {
  PassManager manager(module.getContext());
  WaveToDXILOptions pipeline;
  pipeline.shaderModel = getShaderModel(options.profile);
  pipeline.waveSize = options.waveSize;
  buildWaveToDXILPipeline(manager, pipeline);
  manager.addPass(createConvertDXILToLLVM());
  if (failed(runPasses(manager, module)))
    return failure();
  dxil::ModuleOp result = *module.getOps<dxil::ModuleOp>().begin();
  FailureOr<DXILBinary> binary =
      translateToContainer(result, options.optimize, /*withText=*/false);
  if (failed(binary))
    return failure();
  manifest = getManifestText(result, *binary);
  output.write(binary->container.data(), binary->container.size());
  return success();
}

/// The same for SPIR-V, with push constants.
static LogicalResult writeSPIRV(ModuleOp module, const OutputOptions &options,
                                llvm::raw_ostream &output,
                                std::string &manifest) {
  PassManager manager(module.getContext());
  ShiftBindingsOptions shift;
  shift.shifts.assign(options.shifts.begin(), options.shifts.end());
  manager.addPass(createShiftBindings(shift));
  buildWaveToSPIRVPipeline(manager, WaveToSPIRVOptions());
  SmallVector<uint32_t> words;
  if (failed(runPasses(manager, module)))
    return failure();
  spirv::ModuleOp result = *module.getOps<spirv::ModuleOp>().begin();
  SPIRVBinaryOptions binary;
  binary.maximalReconvergence = options.maximalReconvergence;
  if (failed(translateToBinary(result, binary, words)))
    return failure();
  manifest = getManifestText(result);
  output.write(reinterpret_cast<const char *>(words.data()),
               words.size() * sizeof(uint32_t));
  return success();
}

static LogicalResult writeFile(MLIRContext &context, StringRef file,
                               StringRef bytes) {
  std::error_code error;
  llvm::ToolOutputFile output(file, error, llvm::sys::fs::OF_None);
  if (!error) {
    output.os() << bytes;
    output.os().flush();
    error = output.os().error();
    output.os().clear_error();
  }
  if (error)
    return emitError(UnknownLoc::get(&context))
           << "cannot write '" << file << "': " << error.message()
           << " [output-file]";
  output.keep();
  return success();
}

std::optional<Output> wave::compileOutput(ModuleOp module,
                                          const OutputOptions &options) {
  Output output;
  llvm::raw_string_ostream stream(output.bytes);
  switch (options.format) {
  case Format::Wave:
    module.print(stream);
    stream << "\n";
    break;
  case Format::SPIRV:
    if (failed(writeSPIRV(module, options, stream, output.manifest)))
      return std::nullopt;
    break;
  case Format::DXIL:
    if (failed(writeDXIL(module, options, stream, output.manifest)))
      return std::nullopt;
    break;
  }
  return output;
}

LogicalResult wave::writeOutput(MLIRContext &context, const Output &output,
                                StringRef file) {
  if (failed(writeFile(context, file, output.bytes)))
    return failure();
  // The standard output, and devices, have no place beside them.
  if (output.manifest.empty() || file == "-" ||
      (llvm::sys::fs::exists(file) && !llvm::sys::fs::is_regular_file(file)))
    return success();
  return writeFile(context, (file + ".json").str(), output.manifest);
}
