//===- Passes.h - Passes of lib/Conversion --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_PASSES_H
#define WAVEDIALECT_CONVERSION_PASSES_H

#include "WaveDialect/Transforms/WavePass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::wave {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "WaveDialect/Conversion/Passes.h.inc"

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_PASSES_H
