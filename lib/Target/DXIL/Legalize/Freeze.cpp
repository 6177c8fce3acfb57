//===- Freeze.cpp - Frozen values ----------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;

/// Nothing after this step makes use of an undefined value, so a value needs no freezing; a
/// constant one becomes zero, once for all its users.
Error legalize::dropFreeze(Module &module) {
  for (Function &function : getBodies(module))
    for (Instruction &inst : make_early_inc_range(instructions(function)))
      if (auto *freeze = dyn_cast<FreezeInst>(&inst)) {
        Value *operand = freeze->getOperand(0);
        if (isa<UndefValue>(operand))
          operand = Constant::getNullValue(operand->getType());
        freeze->replaceAllUsesWith(operand);
        freeze->eraseFromParent();
      }
  return Error::success();
}
