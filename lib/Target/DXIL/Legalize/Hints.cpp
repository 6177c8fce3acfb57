//===- Hints.cpp - What only tells the optimizer something ---------------===//
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
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace mlir::dxil;

/// What stands for an intrinsic without effects: its value, or nothing where it is kept.
static std::optional<Value *> getReplacement(IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::codeview_annotation:
  case Intrinsic::donothing:
  case Intrinsic::experimental_convergence_anchor:
  case Intrinsic::experimental_convergence_entry:
  case Intrinsic::experimental_convergence_loop:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::fake_use:
  case Intrinsic::invariant_end:
  case Intrinsic::invariant_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::pseudoprobe:
  case Intrinsic::sideeffect:
  case Intrinsic::var_annotation:
  // What comes after these is unreachable.
  case Intrinsic::debugtrap:
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    return nullptr;
  case Intrinsic::annotation:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::ptr_annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::strip_invariant_group:
    return call.getArgOperand(0);
  case Intrinsic::is_constant:
    return ConstantInt::getBool(call.getType(),
                                isa<Constant>(call.getArgOperand(0)));
  case Intrinsic::objectsize: {
    bool least = cast<ConstantInt>(call.getArgOperand(1))->isOne();
    return least ? ConstantInt::getNullValue(call.getType())
                 : ConstantInt::getAllOnesValue(call.getType());
  }
  default:
    if (isa<DbgInfoIntrinsic>(call))
      return nullptr;
    return std::nullopt;
  }
}

/// Lifetimes, assumptions, expectations, bundles and records of variables are dropped.
/// Lines stay for the errors of later steps.
Error legalize::dropHints(Module &module) {
  for (Function &function : getBodies(module)) {
    for (Instruction &inst : make_early_inc_range(instructions(function))) {
      inst.dropDbgRecords();
      auto *call = dyn_cast<CallInst>(&inst);
      if (!call || !call->hasOperandBundles())
        continue;
      CallInst *plain = CallInst::Create(call, {}, call->getIterator());
      plain->copyMetadata(*call);
      plain->takeName(call);
      call->replaceAllUsesWith(plain);
      call->eraseFromParent();
    }
    SmallVector<Instruction *> hints;
    for (Instruction &inst : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&inst);
      if (!call)
        continue;
      std::optional<Value *> replacement = getReplacement(*call);
      if (!replacement)
        continue;
      if (*replacement)
        call->replaceAllUsesWith(*replacement);
      hints.push_back(call);
    }
    for (Instruction *hint : hints) {
      if (!hint->use_empty())
        hint->replaceAllUsesWith(PoisonValue::get(hint->getType()));
      hint->eraseFromParent();
    }
    eraseDeadInstructions(function);
  }
  return Error::success();
}
