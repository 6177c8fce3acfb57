//===- Output.h - The files that wave-hlsl writes ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
#define WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::wave {

enum class Format { Wave, SPIRV, DXIL };

/// Compiles the kernel and writes it to a file, `-` for the standard output.
LogicalResult writeOutput(ModuleOp module, Format format, StringRef profile,
                          StringRef file);

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_WAVEHLSL_OUTPUT_H
