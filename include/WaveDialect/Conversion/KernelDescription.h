//===- KernelDescription.h - What a kernel states, after it became a gpu.func ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_KERNELDESCRIPTION_H
#define WAVEDIALECT_CONVERSION_KERNELDESCRIPTION_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// The attributes of a `wave.func` that outlive it: `convert-wave-to-gpu` writes them
/// as the dictionary `wave.kernel`, the conversions to a target read them.
struct KernelDescription {
  Stage stage = Stage::Compute;
  /// X of num_waves(X), 0 for num_threads.
  int64_t numWaves = 0;
  /// Empty under num_waves.
  SmallVector<int32_t> numThreads;
  /// In lanes, ascending; empty where a num_threads kernel states none.
  SmallVector<int32_t> waveSizes;
  std::optional<int32_t> preferredWaveSize;
  /// Dictionaries of size and reason.
  ArrayAttr droppedWaveSizes;

  static KernelDescription get(FuncOp kernel);
  /// Reads `wave.kernel`; none where `op` is not such a function.
  static std::optional<KernelDescription> get(gpu::GPUFuncOp function);
  DictionaryAttr toAttribute(MLIRContext *context) const;
};

/// Whether a module of the kernel's name can be in the outermost module.
LogicalResult verifyKernelName(FunctionOpInterface kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_KERNELDESCRIPTION_H
