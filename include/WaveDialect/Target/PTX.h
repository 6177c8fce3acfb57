//===- PTX.h - From nvvm operations to PTX --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_PTX_H
#define WAVEDIALECT_TARGET_PTX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

#include <string>

namespace mlir::wave {

/// The code of a kernel.
struct PTXCode {
  std::string ptx;
  /// The LLVM IR from which the PTX is generated; empty unless it was requested.
  std::string llvmIR;
};

/// Adds the LLVM and NVVM dialects and their translations.
void registerPTXTarget(DialectRegistry &registry);

/// Translates the module of a kernel that `convert-wave-to-nvvm` created and
/// `convert-ptx-to-llvm` lowered to the LLVM dialect. With `optimize` LLVM
/// simplifies the code.
FailureOr<PTXCode> translateToPTX(ModuleOp kernel, bool optimize,
                                  bool wantsLLVMIR = false);

/// Returns the manifest of a kernel's module as JSON, with the same bytes for
/// the same kernel.
std::string getManifestText(ModuleOp kernel);

/// Returns the name of the bundle's file for this module.
std::string getFileName(ModuleOp kernel);

/// Registers `--wave-to-ptx` with the translation tool.
void registerWaveToPTXTranslation();

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_PTX_H
