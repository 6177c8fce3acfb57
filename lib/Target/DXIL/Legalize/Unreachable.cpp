//===- Unreachable.cpp - Branches to where no thread comes ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace mlir::dxil;

static bool endsUnreachable(const BasicBlock &block) {
  return isa<UnreachableInst>(block.getTerminator());
}

/// Whether the thread may end before it comes to the end of the block.
static bool mayEnd(const BasicBlock &block) {
  constexpr uint32_t dispatchMesh = 173;
  return any_of(block, [&](const Instruction &inst) {
    auto *call = dyn_cast<CallInst>(&inst);
    return call && (call->doesNotReturn() ||
                    legalize::getOpcode(*call) == dispatchMesh);
  });
}

static void makeUnreachable(Instruction *terminator) {
  new UnreachableInst(terminator->getContext(), terminator->getIterator());
  terminator->eraseFromParent();
}

static void removeEdge(BranchInst &branch, BasicBlock &block) {
  bool toTrue = branch.getSuccessor(0) == &block;
  if (branch.isUnconditional() ||
      branch.getSuccessor(0) == branch.getSuccessor(1))
    return makeUnreachable(&branch);
  BranchInst *other = BranchInst::Create(branch.getSuccessor(toTrue ? 1 : 0),
                                         branch.getIterator());
  other->setDebugLoc(branch.getDebugLoc());
  branch.eraseFromParent();
}

static bool removeEdgesTo(BasicBlock &block) {
  if (block.isEntryBlock() || mayEnd(block))
    return false;
  SmallSetVector<BasicBlock *, 4> predecessors(pred_begin(&block),
                                               pred_end(&block));
  if (!all_of(predecessors, [](const BasicBlock *predecessor) {
        return isa<BranchInst>(predecessor->getTerminator());
      }))
    return false;
  for (BasicBlock *predecessor : predecessors)
    removeEdge(cast<BranchInst>(*predecessor->getTerminator()), block);
  // What it held is never executed.
  return !predecessors.empty();
}

/// A branch to an unreachable block goes elsewhere; an unreachable end that is left, after
/// what ends the thread, is a return. LLVM ends a block at a store whose place is the result
/// of a division by zero.
Error legalize::removeUnreachable(Module &module) {
  for (Function &function : getBodies(module)) {
    removeUnreachableBlocks(function);
    if (none_of(function, endsUnreachable)) {
      eraseDeadInstructions(function);
      continue;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock &block : function)
        if (endsUnreachable(block) && removeEdgesTo(block))
          changed = true;
      removeUnreachableBlocks(function);
    }
    for (BasicBlock &block : function)
      if (endsUnreachable(block)) {
        Instruction *end = block.getTerminator();
        ReturnInst::Create(module.getContext(), nullptr, end->getIterator());
        end->eraseFromParent();
      }
    for (BasicBlock &block : make_early_inc_range(function))
      MergeBlockIntoPredecessor(&block);
    eraseDeadInstructions(function);
  }
  return Error::success();
}
