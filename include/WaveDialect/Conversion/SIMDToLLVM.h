//===- SIMDToLLVM.h - Vector code becomes the LLVM dialect ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_SIMDTOLLVM_H
#define WAVEDIALECT_CONVERSION_SIMDTOLLVM_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::wave {

/// Brings `llvm.func`s whose bodies hold arith, cf, math, scf, ub and vector (of rank 1,
/// and no memory) to the LLVM dialect alone.
LogicalResult convertSIMDToLLVM(ModuleOp module);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_SIMDTOLLVM_H
