//===- KernelFunction.h - The function that runs a range of groups --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_KERNELFUNCTION_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_KERNELFUNCTION_H

#include "WaveEmitter.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::wave::simd {

/// Appends to `module` the function `wave_kernel`, which unpacks the launch
/// block, and the function that it calls, which loops over groups. `frame`
/// describes the kernel. docs/cpu-abi.md describes the launch block.
LogicalResult emitKernelFunction(ModuleOp module, Frame &frame);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_KERNELFUNCTION_H
