//===- Denormals.h - The option -denorm ftz ---------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_DENORMALS_H
#define WAVEDIALECT_FRONTEND_HLSL_DENORMALS_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave::hlsl {

/// Makes zeros, which keep the sign, of the denormal floats of 32 bits that the
/// kernel's arithmetic reads or yields.
void flushDenormals(FuncOp kernel);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_DENORMALS_H
