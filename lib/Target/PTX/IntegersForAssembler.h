//===- IntegersForAssembler.h - Integers that ptxas compiles incorrectly --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_PTX_INTEGERSFORASSEMBLER_H
#define WAVEDIALECT_LIB_TARGET_PTX_INTEGERSFORASSEMBLER_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::wave {

/// Returns the PTX without the instructions that NVIDIA's assembler compiles
/// incorrectly.
std::string replaceMiscompiledInstructions(StringRef ptx);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TARGET_PTX_INTEGERSFORASSEMBLER_H
