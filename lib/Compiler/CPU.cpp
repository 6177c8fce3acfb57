//===- CPU.cpp - Compiles text to an object file --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Target/CPU.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using compiler::Result;

/// The file that describes the checks of an instrumented object.
static constexpr StringLiteral kChecksFile = "checks.json";

/// Returns the kernel's name, which only the first stage has.
static std::string getKernelName(ModuleOp module) {
  StringRef name = "kernel";
  module->walk([&](FuncOp function) {
    if (function.getKernel())
      name = function.getSymName();
  });
  return name.str();
}

/// Returns the wave size of the functions in a module; 0 if it is not stated.
static int64_t getWaveSize(ModuleOp module) {
  auto global = module.lookupSymbol<LLVM::GlobalOp>("wave_kernel_info");
  auto info =
      global ? dyn_cast_or_null<DenseIntElementsAttr>(global.getValueAttr())
             : DenseIntElementsAttr();
  // The index in CPUKernelInfo.
  constexpr int64_t kWaveSizeField = 3;
  return info && info.getElementType().isInteger(64) &&
                 info.getNumElements() > kWaveSizeField
             ? info.getValues<int64_t>()[kWaveSizeField]
             : 0;
}

Result compiler::compileToCPU(const Input &input, const std::string &cpu,
                              const std::string &features, bool stages,
                              int64_t waveSize) {
  Compilation compilation(input);
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module)
    return std::move(result);
  const std::string name = getKernelName(*module) + ".o";
  // Errors between our own passes are detected at the end.
  if (failed(compilation.lower(*module, stages, /*verify=*/input.upstream)))
    return std::move(result);
  if (module->getOps<LLVM::LLVMFuncOp>().empty()) {
    module->emitError("target \"cpu\" requires functions on vectors, but the "
                      "passes produced none [pipeline-result]");
    return std::move(result);
  }
  const int64_t has = getWaveSize(*module);
  if (has && waveSize && has != waveSize) {
    module->emitError("the functions on vectors are for waves of ")
        << has << " lanes, and this compile is for wave_size=" << waveSize
        << ": give a file for this wave size, or compile for the other "
           "[stage-file]";
    return std::move(result);
  }
  if (auto checks = (*module)->getAttrOfType<StringAttr>(kChecksName))
    result.files.emplace_back(kChecksFile, checks.str());
  if (failed(compilation.runPasses(*module,
                                   "builtin.module(convert-simd-to-llvm)")))
    return std::move(result);
  SmallVector<char, 0> object;
  std::string llvmIR;
  std::string assembly;
  if (failed(translateToObject(*module, {cpu, features}, object,
                               stages ? &llvmIR : nullptr,
                               stages ? &assembly : nullptr)))
    return std::move(result);
  if (stages) {
    result.stages.emplace_back("llvm", std::move(llvmIR));
    result.stages.emplace_back("assembly", std::move(assembly));
  }
  const StringRef bytes(object.data(), object.size());
  result.files.emplace_back(name, bytes);
  result.ok = true;
  return std::move(result);
}
