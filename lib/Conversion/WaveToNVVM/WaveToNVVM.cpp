//===- WaveToNVVM.cpp - A kernel as code for NVIDIA GPUs -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "../BooleanComparisons.h"
#include "../ExpandMath.h"
#include "../ShortTables.h"
#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/Coarsening.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTWAVETONVVM
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The longest table that becomes selects.
static constexpr int64_t kMostSelects = 4;

static int64_t countStatedThreads(FuncOp kernel) {
  if (std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads())
    return int64_t((*threads)[0]) * (*threads)[1] * (*threads)[2];
  return *kernel.getNumWavesValue() * kWaveSize;
}

/// The identifiers of PTX; one has a meaning of its own.
static LogicalResult verifyEntryName(FuncOp kernel) {
  StringRef name = kernel.getName();
  auto isAllowed = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  if (llvm::all_of(name, isAllowed) && !name.empty() &&
      !llvm::isDigit(name.front()) && name != "_" && name != "$" &&
      name != "WARP_SZ")
    return success();
  return kernel.emitOpError("has a name that PTX cannot hold: use letters, "
                            "digits, _ and $, and begin with a letter "
                            "[kernel-name]");
}

static LogicalResult verifyKernel(FuncOp kernel) {
  const Stage stage = kernel.getStageOrDefault();
  if (stage != Stage::Compute)
    return kernel.emitOpError("is of stage ")
           << stringifyStage(stage)
           << ", and PTX is made for compute [stage-target]";
  const bool statesSizes = kernel.getNumWavesAttr() || kernel.getWaveSize();
  if (statesSizes && !llvm::is_contained(kernel.getWaveSizes(), kWaveSize))
    return kernel.emitOpError("is compiled for waves of ")
           << kWaveSize << " lanes, which is outside its range "
           << "[wave-size-not-in-range]";
  const int64_t threads = countStatedThreads(kernel);
  if (threads > kMaxThreads)
    return kernel.emitOpError("has ")
           << threads << " threads a group; the limit is " << kMaxThreads
           << " [num-threads-limit]";
  return success();
}

static LogicalResult convert(FuncOp kernel, StringRef sm) {
  if (failed(verifyGPU(kernel, sm)) || failed(verifyKernelName(kernel)) ||
      failed(verifyNoBFloat16(kernel, /*rounds=*/true)) ||
      failed(verifyEntryName(kernel)) || failed(verifyKernel(kernel)) ||
      failed(verifyGroupshared(kernel, sm)))
    return failure();
  // A register class of Direct3D may have the same numbers as another: the places of
  // parameters do not depend on them.
  FailureOr<ArgumentLayout> layout = ArgumentLayout::get(
      kernel, Numbering::ByKind,
      {.groupCount = getCoarsening(kernel).has_value(), .imageExtents = true});
  if (failed(layout))
    return failure();
  // Lowering changes the body, which the manifest describes too.
  SmallVector<TensorMap> tensorMaps = findTensorMaps(kernel, hasTensorMaps(sm));
  DictionaryAttr manifest = describeNVVMKernel(kernel, *layout, tensorMaps, sm);
  const unsigned registers = shareRegisters(kernel, sm);
  replaceLoops(kernel);
  selectGuardedAccesses(kernel);
  replaceBooleanComparisons(kernel);
  expandMath(kernel);
  selectFromShortTables(kernel, kMostSelects);
  NVVMKernel state(kernel, std::move(*layout), std::move(tensorMaps), sm);
  if (failed(lowerBody(state)))
    return failure();
  packRoundings(kernel);
  if (registers)
    state.setRegisters(registers);
  ModuleOp module = state.finish();
  NamedAttrList fields(manifest);
  fields.set(
      "dynamic_groupshared_bytes",
      Builder(module.getContext()).getI64IntegerAttr(state.getDynamicBytes()));
  module->setAttr(kManifestName, fields.getDictionary(module.getContext()));
  return success();
}

namespace {
struct ConvertWaveToNVVM final
    : wave::impl::ConvertWaveToNVVMBase<ConvertWaveToNVVM> {
  using ConvertWaveToNVVMBase::ConvertWaveToNVVMBase;

  void runOnWaveIR() override {
    // Passes may have turned values into constants that break a rule.
    if (failed(verifyWaveOperations(getOperation())))
      return signalPassFailure();
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    for (FuncOp kernel : kernels)
      if (failed(convert(kernel, sm)))
        return signalPassFailure();
    // Erase modules that became empty: each kernel now has its own module.
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      if (module.getBody()->empty())
        modules.push_back(module);
    });
    for (gpu::GPUModuleOp module : modules)
      module.erase();
  }
};
} // namespace
