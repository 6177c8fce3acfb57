//===- KernelDescription.cpp - Attributes of a kernel after conversion ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Conversion/KernelDescription.h"

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/KernelRules.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

KernelDescription KernelDescription::get(FuncOp kernel) {
  KernelDescription result;
  result.stage = kernel.getStageOrDefault();
  result.numWaves = kernel.getNumWavesValue().value_or(0);
  if (std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads())
    result.numThreads.assign(threads->begin(), threads->end());
  if (result.numWaves || kernel.getWaveSize())
    result.waveSizes = kernel.getWaveSizes();
  result.preferredWaveSize = kernel.getPreferredWaveSize();
  result.droppedWaveSizes = getDroppedWaveSizes(kernel);
  return result;
}

std::optional<KernelDescription>
KernelDescription::get(gpu::GPUFuncOp function) {
  auto dictionary = function->getAttrOfType<DictionaryAttr>("wave.kernel");
  if (!dictionary)
    return std::nullopt;
  auto stage = dictionary.getAs<StageAttr>("stage");
  if (!stage)
    return std::nullopt;
  KernelDescription result;
  result.stage = stage.getValue();
  auto getNumber = [&](StringRef name) -> std::optional<int64_t> {
    auto number = dictionary.getAs<IntegerAttr>(name);
    if (!number || !number.getType().isSignlessInteger(64))
      return std::nullopt;
    return number.getInt();
  };
  result.numWaves = getNumber("num_waves").value_or(0);
  if (auto threads = dictionary.getAs<DenseI32ArrayAttr>("num_threads"))
    result.numThreads.assign(threads.asArrayRef().begin(),
                             threads.asArrayRef().end());
  if (auto sizes = dictionary.getAs<DenseI32ArrayAttr>("wave_sizes"))
    result.waveSizes.assign(sizes.asArrayRef().begin(),
                            sizes.asArrayRef().end());
  result.preferredWaveSize = getNumber("preferred_wave_size");
  result.droppedWaveSizes = dictionary.getAs<ArrayAttr>("dropped_wave_sizes");
  if (!llvm::isInt<32>(result.numWaves) || result.numWaves < 0 ||
      !llvm::all_of(result.numThreads, [](int32_t n) { return n > 0; }) ||
      !llvm::all_of(result.waveSizes, isWaveSize) ||
      !llvm::is_sorted(result.waveSizes))
    return std::nullopt;
  bool ofWaves = result.numWaves > 0 && !result.waveSizes.empty();
  if (hasGroups(result.stage, std::nullopt) && !ofWaves &&
      result.numThreads.size() != 3)
    return std::nullopt;
  return result;
}

DictionaryAttr KernelDescription::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList list;
  list.append("stage", StageAttr::get(context, stage));
  if (numWaves)
    list.append("num_waves", builder.getI64IntegerAttr(numWaves));
  if (!numThreads.empty())
    list.append("num_threads", builder.getDenseI32ArrayAttr(numThreads));
  if (!waveSizes.empty())
    list.append("wave_sizes", builder.getDenseI32ArrayAttr(waveSizes));
  if (preferredWaveSize)
    list.append("preferred_wave_size",
                builder.getI64IntegerAttr(*preferredWaveSize));
  if (droppedWaveSizes)
    list.append("dropped_wave_sizes", droppedWaveSizes);
  return list.getDictionary(context);
}

LogicalResult wave::verifyKernelName(FunctionOpInterface kernel) {
  auto outer = kernel->getParentOfType<ModuleOp>();
  Operation *other = outer.lookupSymbol(kernel.getName());
  if (!other || other == kernel ||
      other == kernel->getParentOfType<gpu::GPUModuleOp>())
    return success();
  InFlightDiagnostic error = kernel.emitError("another symbol is called '")
                             << kernel.getName()
                             << "': rename one of them [kernel-name-taken]";
  error.attachNote(other->getLoc()) << "it is here";
  return error;
}
