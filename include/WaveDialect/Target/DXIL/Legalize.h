//===- Legalize.h - From LLVM IR to the subset that DXIL can say --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_LEGALIZE_H
#define WAVEDIALECT_TARGET_DXIL_LEGALIZE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace mlir::dxil {

/// Brings a module to what DXIL can say, or names the first instruction that has no
/// form there.
llvm::Error legalizeForDXIL(llvm::Module &module);

/// Registers each step as a pass, and all of them as `dxil-legalize`.
void registerDXILPasses(llvm::PassBuilder &builder);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_LEGALIZE_H
