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
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace mlir::dxil::legalize {

/// An error that names the instruction, and its line where that is known.
llvm::Error refuse(const llvm::Instruction &at, const llvm::Twine &message);

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

/// Whether half and i16 have 16 bits. Else they have 16 or more, and an i16 that LLVM made
/// must not stay one.
bool hasNativeLowPrecision(const llvm::Module &module);

/// Whether DXIL computes with integers of this width.
bool isLegalWidth(const llvm::Module &module, unsigned width);

/// The least legal width that holds `width` bits and is not 1; 0 if there is none.
unsigned getLegalWidth(const llvm::Module &module, unsigned width);

/// Removes what has no users and no effects.
void eraseDeadInstructions(llvm::Function &function);

/// A literal integer's value.
std::optional<uint64_t> getLiteral(const llvm::Metadata *node);
std::optional<uint64_t> getLiteral(const llvm::Value *value);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_KERNEL_H
