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

/// Lets MLIR's translation to LLVM IR know this dialect.
void registerDXILTranslation(DialectRegistry &registry);

/// Writes what the attributes of `op` say into `module` as DXIL's metadata.
void addMetadata(ModuleOp op, llvm::Module &module);

/// LLVM's passes that leave alone which lanes come to an operation.
void optimize(llvm::Module &module);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_TOLLVMIR_H
