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

static LogicalResult writeDXIL(ModuleOp module, const OutputOptions &options,
                               llvm::raw_ostream &output) {
  PassManager manager(module.getContext());
  WaveToDXILOptions pipeline;
  pipeline.shaderModel = getShaderModel(options.profile);
  pipeline.waveSize = options.waveSize;
  buildWaveToDXILPipeline(manager, pipeline);
  manager.addPass(createConvertDXILToLLVM());
  if (failed(runPasses(manager, module)))
    return failure();
  FailureOr<DXILBinary> binary =
      translateToContainer(*module.getOps<dxil::ModuleOp>().begin(),
                           options.optimize, /*withText=*/false);
  if (failed(binary))
    return failure();
  output.write(binary->container.data(), binary->container.size());
  return success();
}

static LogicalResult writeSPIRV(ModuleOp module, const OutputOptions &options,
                                llvm::raw_ostream &output) {
  PassManager manager(module.getContext());
  ShiftBindingsOptions shift;
  shift.shifts.assign(options.shifts.begin(), options.shifts.end());
  manager.addPass(createShiftBindings(shift));
  buildWaveToSPIRVPipeline(manager, WaveToSPIRVOptions());
  SmallVector<uint32_t> words;
  if (failed(runPasses(manager, module)) ||
      failed(translateToBinary(*module.getOps<spirv::ModuleOp>().begin(), {},
                               words)))
    return failure();
  output.write(reinterpret_cast<const char *>(words.data()),
               words.size() * sizeof(uint32_t));
  return success();
}

std::optional<std::string> wave::compileOutput(ModuleOp module,
                                               const OutputOptions &options) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  switch (options.format) {
  case Format::Wave:
    module.print(stream);
    stream << "\n";
    break;
  case Format::SPIRV:
    if (failed(writeSPIRV(module, options, stream)))
      return std::nullopt;
    break;
  case Format::DXIL:
    if (failed(writeDXIL(module, options, stream)))
      return std::nullopt;
    break;
  }
  return bytes;
}

LogicalResult wave::writeOutput(MLIRContext &context, StringRef bytes,
                                StringRef file) {
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
