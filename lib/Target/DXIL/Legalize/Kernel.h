//===- Kernel.h - What the steps ask of a module -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_KERNEL_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_KERNEL_H

#include "Steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace mlir::dxil::legalize {

/// An error that names the instruction, and its line where that is known.
llvm::Error refuse(const llvm::Instruction &at, const llvm::Twine &message);

/// UnsupportedInputErrors, each with its id. `advice` and `rule` say what to write instead.
llvm::Error refuseInstruction(const llvm::Value &at, const llvm::Twine &advice);
llvm::Error refuseType(const llvm::Instruction &at, const Type &type);
llvm::Error refuseMemory(const llvm::Value &at, const llvm::Twine &rule);

/// The functions with a body: the entry alone, after the first step.
inline auto getBodies(llvm::Module &module) {
  return llvm::make_filter_range(module, [](const llvm::Function &function) {
    return !function.isDeclaration();
  });
}

/// The function that dx.entryPoints names, or null.
llvm::Function *findNamedEntry(const llvm::Module &module);

/// The value of a tag in the entry's list of properties, or null.
llvm::Metadata *findEntryProperty(const llvm::Module &module, uint64_t tag);

/// n of Shader Model 6.n; 0 if the module does not say.
unsigned getShaderModelMinor(const llvm::Module &module);

/// Whether half and i16 have 16 bits. Else they have 16 or more.
bool hasNativeLowPrecision(const llvm::Module &module);

/// Whether DXIL computes with numbers of this type.
bool isLegalScalar(const llvm::Module &module, const Type *type);

/// Whether values of this type are matrices of a wave.
bool isMatrix(const llvm::Type *type);

/// Whether DXIL has this instruction, for some types.
bool isInstructionOfDXIL(const llvm::Instruction &inst);

/// Whether DXIL has this atomic operation on groupshared memory.
bool isAtomicOfDXIL(llvm::AtomicRMWInst::BinOp operation);

/// Removes what has no users and no effects.
void eraseDeadInstructions(llvm::Function &function);

/// A literal integer's value.
std::optional<uint64_t> getLiteral(const llvm::Metadata *node);
std::optional<uint64_t> getLiteral(const llvm::Value *value);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_KERNEL_H
