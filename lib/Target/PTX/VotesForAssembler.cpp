//===- VotesForAssembler.cpp - Votes that ptxas moves ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's assembler (ptxas 13.0, and the one in the driver) takes a vote on a constant
// for something that it may compute where it is used, for instance in a branch that only
// some of the voting lanes take. These then wait for the others forever.
//
//===----------------------------------------------------------------------===//

#include "VotesForAssembler.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Returns what a vote on a constant has as its result; null for anything else.
static Value *foldVote(IntrinsicInst &vote) {
  switch (vote.getIntrinsicID()) {
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_uni_sync:
  case Intrinsic::nvvm_vote_ballot_sync:
    break;
  default:
    return nullptr;
  }
  auto *predicate = dyn_cast<ConstantInt>(vote.getArgOperand(1));
  if (!predicate)
    return nullptr;
  if (vote.getIntrinsicID() == Intrinsic::nvvm_vote_uni_sync)
    return ConstantInt::getTrue(vote.getContext());
  if (vote.getIntrinsicID() != Intrinsic::nvvm_vote_ballot_sync)
    return predicate;
  return predicate->isOne() ? vote.getArgOperand(0)
                            : ConstantInt::get(vote.getType(), 0);
}

void mlir::wave::foldVotesOnConstants(Module &module) {
  for (Function &function : module) {
    SmallSetVector<Instruction *, 32> work;
    for (Instruction &instruction : instructions(function))
      work.insert(&instruction);
    const SimplifyQuery query(module.getDataLayout());
    while (!work.empty()) {
      Instruction *instruction = work.pop_back_val();
      auto *call = dyn_cast<IntrinsicInst>(instruction);
      llvm::Value *result = call ? foldVote(*call) : nullptr;
      const bool isVote = result;
      if (!result && !instruction->getType()->isVoidTy())
        result = dyn_cast_or_null<Constant>(simplifyInstruction(
            instruction, query.getWithInstruction(instruction)));
      if (!result || result == instruction)
        continue;
      for (User *user : instruction->users())
        work.insert(cast<Instruction>(user));
      instruction->replaceAllUsesWith(result);
      if (isVote)
        instruction->eraseFromParent();
    }
  }
}
