//===- KernelDescription.h - Attributes of a kernel after conversion ------===//
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

/// The attributes of a `wave.func` that outlive it: `convert-wave-to-gpu`
/// stores them in the dictionary `wave.kernel`, and the conversions to targets
/// read them.
struct KernelDescription {
  Stage stage = Stage::Compute;
  /// The X of num_waves(X), or 0 for a kernel with num_threads.
  int64_t numWaves = 0;
  /// Empty for a kernel with num_waves.
  SmallVector<int32_t> numThreads;
  /// The extents with which a group is launched: those of `numThreads`, or all
  /// threads in one dimension.
  SmallVector<int32_t> launchedThreads;
  /// Ascending; empty if a num_threads kernel states no wave size.
  SmallVector<int32_t> waveSizes;
  std::optional<int32_t> preferredWaveSize;
  /// The groups of the program that a launched group runs in x, y and z; empty
  /// if it runs one.
  SmallVector<int32_t> coarsening;
  /// The least number of groups for which it does so; none if it always does.
  std::optional<int64_t> leastCoarsened;
  /// Each element is a dictionary with the size and the reason.
  ArrayAttr droppedWaveSizes;

  static KernelDescription get(FuncOp kernel);
  /// Reads `wave.kernel`; returns nothing if `function` lacks the attribute.
  static std::optional<KernelDescription> get(gpu::GPUFuncOp function);
  DictionaryAttr toAttribute(MLIRContext *context) const;
};

/// The attribute that a conversion attaches to the module of a kernel: a dictionary with
/// the fields of the manifest.
inline constexpr StringLiteral kManifestName = "wave.manifest";

/// Reports `kernel-name-taken` if the outermost module has another symbol with
/// the kernel's name, because the conversion creates a module of that name
/// there.
LogicalResult verifyKernelName(FunctionOpInterface kernel);

/// Checks the rules of each operation of the dialect: a pass may have turned a value
/// into a constant that breaks one. Less than MLIR's verifier, which also checks
/// blocks and dominance, and takes as long as a small pass.
LogicalResult verifyWaveOperations(Operation *root);

/// Reports the first value or memory of bf16, which `wave-expand-bfloat16`
/// replaces. Where a target `rounds` to bf16, the conversions that do so remain, and
/// constants to which they fold.
LogicalResult verifyNoBFloat16(FunctionOpInterface kernel, bool rounds = false);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_KERNELDESCRIPTION_H
