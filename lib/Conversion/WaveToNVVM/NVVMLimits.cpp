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

/// Variables in shared memory have at most these bytes; more needs an attribute of the
/// launch.
static constexpr int64_t kMaxSharedBytes = 48 << 10;

/// The GPUs that code can be made for. They begin where the machine reduces integers of
/// a wave; code for one GPU runs on newer ones, unless its name ends in a letter.
static constexpr StringLiteral kGPUs[] = {
    "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a"};

LogicalResult nvvm::verifyGPU(FuncOp kernel, StringRef sm) {
  if (llvm::is_contained(kGPUs, sm))
    return success();
  InFlightDiagnostic error = kernel.emitOpError("is compiled for '")
                             << sm << "', but the GPUs are ";
  llvm::interleaveComma(kGPUs, error);
  return error << " [sm-unknown]";
}

bool nvvm::hasFloatReductions(StringRef sm) { return sm == "sm_100a"; }

bool nvvm::hasWaitsForBarriers(StringRef sm) {
  unsigned generation = 0;
  return sm.consume_front("sm_") && !sm.consumeInteger(10, generation) &&
         generation >= 90;
}

LogicalResult nvvm::verifyGroupshared(FuncOp kernel) {
  const int64_t bytes = countGroupsharedBytes(kernel);
  if (bytes <= kMaxSharedBytes)
    return success();
  return kernel.emitOpError("uses ")
         << bytes << " bytes of groupshared memory; the limit of CUDA is "
         << kMaxSharedBytes << " [groupshared-limit]";
}
