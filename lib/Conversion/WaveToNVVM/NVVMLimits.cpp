//===- NVVMLimits.cpp - GPUs by name, and what a block may have ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMKernel.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// Variables in shared memory have at most these bytes; more must be dynamic.
static constexpr int64_t kMaxStaticSharedBytes = 48 << 10;

namespace {
struct GPU {
  StringLiteral name;
  /// The shared memory of a block, in bytes.
  int64_t sharedBytes;
  /// Whether it moves registers between waves, whether it reduces floats of a wave, and
  /// whether its matrix units read groupshared memory.
  bool movesRegisters = false, reducesFloats = false,
       multipliesInMemory = false;
};
} // namespace

/// The GPUs that code can be made for. They begin where the machine reduces integers of
/// a wave; code for one GPU runs on newer ones, unless its name ends in a letter.
/// Source: the table of compute capabilities in the CUDA Programming Guide.
static constexpr GPU kGPUs[] = {
    {"sm_80", 163 << 10},  {"sm_86", 99 << 10},
    {"sm_87", 163 << 10},  {"sm_89", 99 << 10},
    {"sm_90", 227 << 10},  {"sm_90a", 227 << 10, true, false, true},
    {"sm_100", 227 << 10}, {"sm_100a", 227 << 10, true, true}};

static const GPU *findGPU(StringRef sm) {
  const GPU *found =
      llvm::find_if(kGPUs, [&](const GPU &gpu) { return gpu.name == sm; });
  return found == std::end(kGPUs) ? nullptr : found;
}

LogicalResult nvvm::verifyGPU(FuncOp kernel, StringRef sm) {
  if (findGPU(sm))
    return success();
  InFlightDiagnostic error = kernel.emitOpError("is compiled for '")
                             << sm << "', but the GPUs are ";
  llvm::interleaveComma(
      llvm::map_range(kGPUs, [](const GPU &gpu) { return gpu.name; }), error);
  return error << " [sm-unknown]";
}

bool nvvm::hasFloatReductions(StringRef sm) {
  return findGPU(sm)->reducesFloats;
}

bool nvvm::movesRegisters(StringRef sm) { return findGPU(sm)->movesRegisters; }

bool nvvm::multipliesInMemory(StringRef sm) {
  const GPU *gpu = findGPU(sm);
  return gpu && gpu->multipliesInMemory;
}

static bool isHopperOrLater(StringRef sm) {
  unsigned generation = 0;
  return sm.consume_front("sm_") && !sm.consumeInteger(10, generation) &&
         generation >= 90;
}

bool nvvm::hasWaitsForBarriers(StringRef sm) { return isHopperOrLater(sm); }

bool nvvm::hasTensorMaps(StringRef sm) { return isHopperOrLater(sm); }

bool nvvm::hasDynamicGroupshared(FuncOp kernel, StringRef sm) {
  return countGroupsharedBytes(kernel, sm) > kMaxStaticSharedBytes;
}

LogicalResult nvvm::verifyGroupshared(FuncOp kernel, StringRef sm) {
  const int64_t bytes = countGroupsharedBytes(kernel, sm);
  const int64_t limit = findGPU(sm)->sharedBytes;
  if (bytes <= limit)
    return success();
  return kernel.emitOpError("uses ")
         << bytes << " bytes of groupshared memory; the limit of " << sm
         << " is " << limit << " [groupshared-limit]";
}
