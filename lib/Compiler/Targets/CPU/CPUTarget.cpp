//===- CPUTarget.cpp - Compiles for a CPU ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files: <kernel>.o, and checks.json for instrumented code. Stages: wave, simd,
// llvm, assembly. `cpu` and `features` are LLVM's names. A stage file with functions
// for another wave size than `wave_size` is an error; 0 accepts any wave size.

#include "WaveDialect/Compiler/Target.h"

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Target/CPU.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

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

namespace {
struct CPUTranslation final : Translation {
  void readInput(ModuleOp module) override {
    fileName = getKernelName(module) + ".o";
  }

  LogicalResult write(ModuleOp module, Operation *, Output &output) override {
    const int64_t has = getWaveSize(module);
    if (has && waveSize && has != waveSize)
      return module.emitError("the functions on vectors are for waves of ")
             << has << " lanes, and this compile is for wave_size=" << waveSize
             << ": give a file for this wave size, or compile for the other "
                "[stage-file]";
    if (auto checks = module->getAttrOfType<StringAttr>(kChecksName))
      output.addFile(kChecksFile.str(), checks.str());
    if (failed(
            output.runPasses(module, "builtin.module(convert-simd-to-llvm)")))
      return failure();
    const bool stages = output.wantsStages();
    SmallVector<char, 0> object;
    std::string llvmIR;
    std::string assembly;
    if (failed(translateToObject(module, cpu, object,
                                 stages ? &llvmIR : nullptr,
                                 stages ? &assembly : nullptr)))
      return failure();
    if (stages) {
      output.addStage("llvm", std::move(llvmIR));
      output.addStage("assembly", std::move(assembly));
    }
    output.addFile(fileName, std::string(object.data(), object.size()));
    return success();
  }

  wave::CPU cpu;
  int64_t waveSize = 0;
  /// After the passes no operation has the kernel's name.
  std::string fileName;
};

struct CPUTarget final : Target {
  CPUTarget()
      : Target("cpu", {"llvm.func", "functions on vectors", /*container=*/"",
                       // LLVM's conversion and verifier detect invalid IR.
                       /*isVerified=*/false}) {}

  void registerDialects(DialectRegistry &registry) const override {
    registerCPUTarget(registry);
  }

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<CPUTranslation>();
    if (failed(readOptions(options,
                           {{"cpu", &translation->cpu.name},
                            {"features", &translation->cpu.features},
                            {"wave_size", &translation->waveSize}},
                           error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(CPU)
