//===- Entry.cpp - One function and nothing else -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace mlir::dxil;

/// The sizes and alignments that every offset in the module is counted by.
static constexpr StringLiteral dataLayout =
    "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:"
    "32:64";

static Function *findEntry(Module &module) {
  if (Function *entry = legalize::findNamedEntry(module))
    return entry;
  for (Function &function : legalize::getBodies(module))
    if (!function.hasLocalLinkage())
      return &function;
  return nullptr;
}

/// Leaves one function with a body, `void name()`.
Error legalize::isolateEntry(Module &module) {
  if (module.getDataLayoutStr().empty())
    module.setDataLayout(dataLayout);
  if (module.getDataLayout() != DataLayout(dataLayout))
    return createStringError("the data layout is not DXIL's: '" +
                             module.getDataLayoutStr() + "'");
  module.setTargetTriple(Triple("dxil-ms-dx"));
  Function *entry = findEntry(module);
  if (!entry || entry->isDeclaration())
    return createStringError("the module has no entry");
  if (!entry->getReturnType()->isVoidTy() || !entry->arg_empty() ||
      entry->isVarArg())
    return createStringError("the entry has a result or parameters: '" +
                             entry->getName() + "'");
  entry->setLinkage(GlobalValue::ExternalLinkage);
  for (const Function &function : legalize::getBodies(module))
    if (&function != entry)
      return legalize::refuseInstruction(
          function, "write its code into the entry function");
  removeUnreachableBlocks(*entry);
  legalize::eraseDeadInstructions(*entry);
  return Error::success();
}
