//===- SIMDToLLVM.h - Conversion of vector code to the LLVM dialect -------===//
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

/// Converts the bodies of the `llvm.func`s in `module` to the LLVM dialect. The
/// bodies may use arith, cf, math, scf, ub and vector operations; vectors must
/// have rank 1, and vector operations must not access memory.
LogicalResult convertSIMDToLLVM(ModuleOp module);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_SIMDTOLLVM_H
