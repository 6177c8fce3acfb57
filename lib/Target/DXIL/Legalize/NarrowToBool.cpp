//===- NarrowToBool.cpp - What becomes a bool is compared with zero -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace mlir::dxil;

static void narrow(TruncInst &inst) {
  IRBuilder<> builder(&inst);
  Value *bit = builder.CreateAnd(inst.getOperand(0), 1);
  Value *isSet = builder.CreateIsNotNull(bit);
  if (isa<Instruction>(isSet))
    isSet->takeName(&inst);
  inst.replaceAllUsesWith(isSet);
  inst.eraseFromParent();
}

/// The lowest bit is tested: DXIL's compilers do not cut an integer down to a bool.
Error legalize::narrowToBool(Module &module) {
  for (Function &function : getBodies(module)) {
    for (Instruction &inst : make_early_inc_range(instructions(function)))
      if (isa<TruncInst>(inst) && inst.getType()->isIntegerTy(1))
        narrow(cast<TruncInst>(inst));
    eraseDeadInstructions(function);
  }
  return Error::success();
}
