//===- KernelDescription.cpp - Attributes of a kernel after conversion ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Conversion/KernelDescription.h"

#include "WaveDialect/IR/Coarsening.h"
#include "WaveDialect/IR/ExtraWaves.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/KernelRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether quads depend on how threads are distributed over lanes, and threads
/// have only linear indices (`wave-place-quads`). In one dimension, lanes take
/// the threads in this order; otherwise a driver may begin a new wave with each
/// row of threads.
static bool isLaunchedInOneDimension(FuncOp kernel) {
  bool hasQuads = false;
  WalkResult result = kernel.walk([&](Operation *op) {
    hasQuads |= op->hasTrait<Quadwise>();
    return isa<GroupThreadIdOp, DispatchThreadIdOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return hasQuads && !result.wasInterrupted();
}

KernelDescription KernelDescription::get(FuncOp kernel) {
  KernelDescription result;
  result.stage = kernel.getStageOrDefault();
  if (std::optional<int64_t> waves = kernel.getNumWavesValue())
    result.numWaves = *waves - getExtraWaves(kernel);
  if (std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads())
    result.numThreads.assign(threads->begin(), threads->end());
  result.launchedThreads = result.numThreads;
  if (!result.numThreads.empty() && isLaunchedInOneDimension(kernel))
    result.launchedThreads = {llvm::product_of(result.numThreads), 1, 1};
  if (result.numWaves || kernel.getWaveSize())
    result.waveSizes = kernel.getWaveSizes();
  result.preferredWaveSize = kernel.getPreferredWaveSize();
  result.droppedWaveSizes = getDroppedWaveSizes(kernel);
  if (std::optional<ArrayRef<int32_t>> factors = getCoarsening(kernel))
    result.coarsening.assign(factors->begin(), factors->end());
  result.leastCoarsened = getLeastCoarsened(kernel);
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
  auto getNumbers = [&](StringRef name) {
    auto numbers = dictionary.getAs<DenseI32ArrayAttr>(name);
    return numbers ? SmallVector<int32_t>(numbers.asArrayRef())
                   : SmallVector<int32_t>();
  };
  result.numThreads = getNumbers("num_threads");
  result.launchedThreads = getNumbers("launched_threads");
  if (result.launchedThreads.empty())
    result.launchedThreads = result.numThreads;
  result.waveSizes = getNumbers("wave_sizes");
  result.preferredWaveSize = getNumber("preferred_wave_size");
  result.droppedWaveSizes = dictionary.getAs<ArrayAttr>("dropped_wave_sizes");
  result.coarsening = getNumbers("coarsening");
  result.leastCoarsened = getNumber("coarsening_least");
  auto isPositive = [](int32_t n) { return n > 0; };
  if (!llvm::isInt<32>(result.numWaves) || result.numWaves < 0 ||
      !llvm::all_of(result.numThreads, isPositive) ||
      !llvm::all_of(result.launchedThreads, isPositive) ||
      result.launchedThreads.size() != result.numThreads.size() ||
      !llvm::all_of(result.coarsening, isPositive) ||
      (!result.coarsening.empty() && result.coarsening.size() != 3) ||
      result.leastCoarsened.value_or(1) < 1 ||
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
  if (launchedThreads != numThreads)
    list.append("launched_threads",
                builder.getDenseI32ArrayAttr(launchedThreads));
  if (!waveSizes.empty())
    list.append("wave_sizes", builder.getDenseI32ArrayAttr(waveSizes));
  if (preferredWaveSize)
    list.append("preferred_wave_size",
                builder.getI64IntegerAttr(*preferredWaveSize));
  if (droppedWaveSizes)
    list.append("dropped_wave_sizes", droppedWaveSizes);
  if (!coarsening.empty())
    list.append("coarsening", builder.getDenseI32ArrayAttr(coarsening));
  if (leastCoarsened)
    list.append("coarsening_least", builder.getI64IntegerAttr(*leastCoarsened));
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

LogicalResult wave::verifyWaveOperations(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    return !isa_and_present<WaveDialect>(op->getDialect()) ||
                   succeeded(op->getName().verifyInvariants(op))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static bool isBFloat16(Type type) {
  return getElementTypeOrSelf(type).isBF16();
}

LogicalResult wave::verifyNoBFloat16(FunctionOpInterface kernel, bool rounds) {
  auto refuse = [](Location loc) {
    return emitError(loc) << "bf16 has no code of its own: run "
                             "wave-expand-bfloat16 first [value-type]";
  };
  WalkResult result = kernel.getFunctionBody().walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      if (isBFloat16(argument.getType())) {
        refuse(argument.getLoc());
        return WalkResult::interrupt();
      }
    for (Operation &op : *block) {
      if (rounds && isa<arith::ConstantOp, arith::SIToFPOp, arith::TruncFOp,
                        arith::UIToFPOp, vector::BroadcastOp, vector::ExtractOp,
                        vector::FromElementsOp>(op))
        continue;
      if (llvm::any_of(op.getResultTypes(), isBFloat16)) {
        refuse(op.getLoc());
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
