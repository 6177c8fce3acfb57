//===- ToLLVMIR.h - DXIL's functions as calls in LLVM IR ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_TOLLVMIR_H
#define WAVEDIALECT_LIB_TARGET_DXIL_TOLLVMIR_H

namespace llvm {
class Module;
}

namespace mlir {
class DialectRegistry;
}

namespace mlir::dxil {

class ModuleOp;

/// Registers the translation of this dialect to LLVM IR.
void registerDXILTranslation(DialectRegistry &registry);

/// Writes the attributes of `op` to `module` as DXIL metadata.
void addMetadata(ModuleOp op, llvm::Module &module);

/// Runs LLVM passes that do not change which lanes are active at an operation.
void optimize(llvm::Module &module);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_TOLLVMIR_H
