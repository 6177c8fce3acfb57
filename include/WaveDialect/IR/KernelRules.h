//===- KernelRules.h - Rules that also apply to converted kernels -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_KERNELRULES_H
#define WAVEDIALECT_IR_KERNELRULES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::wave {

/// Checks rules C12 to C15 and C21 of `wave.func`, for a kernel that may
/// already be a function of another dialect.
LogicalResult verifyKernelArguments(FunctionOpInterface kernel);

/// Whether `size` is a valid number of lanes of a wave.
bool isWaveSize(int32_t size);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_KERNELRULES_H
