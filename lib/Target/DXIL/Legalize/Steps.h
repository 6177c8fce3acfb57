//===- Steps.h - The legalization, step by step --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_STEPS_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_STEPS_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ModRef.h"

namespace llvm {
class Attribute;
class Module;
} // namespace llvm

namespace mlir::dxil::legalize {

// MLIR has its own of these names.
using llvm::Attribute;
using llvm::DataLayout;
using llvm::MemoryEffects;
using llvm::Type;
using llvm::Value;

#define DXIL_STEP(NAME, FUNCTION) llvm::Error FUNCTION(llvm::Module &module);
#include "Steps.def"

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_STEPS_H
