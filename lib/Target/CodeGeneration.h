//===- CodeGeneration.h - LLVM's passes and code generators ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_CODEGENERATION_H
#define WAVEDIALECT_TARGET_CODEGENERATION_H

#include "mlir/Support/LLVM.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CodeGen.h"

#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::wave {

/// Appends the text of errors in `context` to `error`, which must live as long. Without
/// this, LLVM ends the process on an error.
void collectErrors(llvm::LLVMContext &context, std::string &error);

/// Runs the passes on all functions with a body. `machine` may be null.
void runPasses(llvm::Module &module, llvm::FunctionPassManager &passes,
               llvm::TargetMachine *machine);

/// Emits code of the given kind; destroys the module. Returns false if LLVM does not emit
/// this kind for the machine.
bool emitCode(llvm::Module &module, llvm::TargetMachine &machine,
              llvm::CodeGenFileType kind, SmallVectorImpl<char> &code);

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_CODEGENERATION_H
