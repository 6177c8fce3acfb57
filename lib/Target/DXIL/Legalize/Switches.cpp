//===- Switches.cpp - Switches over 32 bits ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace mlir::dxil;

/// The i32 that was extended to the condition, if every case is one, too.
static Value *findNarrow(SwitchInst &branch) {
  auto *cast = dyn_cast<CastInst>(branch.getCondition());
  if (!cast || !isa<ZExtInst, SExtInst>(cast) ||
      !cast->getSrcTy()->isIntegerTy(32))
    return nullptr;
  bool isSigned = isa<SExtInst>(cast);
  bool fits = all_of(branch.cases(), [&](const auto &edge) {
    const APInt &value = edge.getCaseValue()->getValue();
    return isSigned ? value.isSignedIntN(32) : value.isIntN(32);
  });
  return fits ? cast->getOperand(0) : nullptr;
}

static void copyCases(SwitchInst &branch, Value *condition) {
  IRBuilder<> builder(&branch);
  SwitchInst *other = builder.CreateSwitch(condition, branch.getDefaultDest(),
                                           branch.getNumCases());
  for (const auto &edge : branch.cases())
    other->addCase(
        ConstantInt::get(branch.getContext(),
                         edge.getCaseValue()->getValue().zextOrTrunc(32)),
        edge.getCaseSuccessor());
  other->copyMetadata(branch);
  branch.eraseFromParent();
}

/// One comparison after the other.
static void compareCases(SwitchInst &branch) {
  BasicBlock *head = branch.getParent();
  Function *function = head->getParent();
  IRBuilder<> builder(&branch);
  struct Edge {
    ConstantInt *value;
    BasicBlock *target;
  };
  SmallVector<Edge> edges;
  for (const auto &edge : branch.cases())
    edges.push_back({edge.getCaseValue(), edge.getCaseSuccessor()});
  BasicBlock *from = head, *rest = branch.getDefaultDest();
  auto moveEdge = [&](BasicBlock *target, BasicBlock *to) {
    for (PHINode &phi : target->phis())
      phi.setIncomingBlock(phi.getBasicBlockIndex(head), to);
  };
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> moved;
  for (auto [i, edge] : enumerate(edges)) {
    bool isLast = i + 1 == edges.size();
    BasicBlock *next = isLast
                           ? rest
                           : BasicBlock::Create(branch.getContext(), "",
                                                function, head->getNextNode());
    builder.CreateCondBr(
        builder.CreateICmpEQ(branch.getCondition(), edge.value), edge.target,
        next);
    moved.push_back({edge.target, from});
    if (isLast)
      moved.push_back({rest, from});
    else
      builder.SetInsertPoint(from = next);
  }
  branch.eraseFromParent();
  // The edges that stay at the head are among these.
  for (auto [target, block] : moved)
    if (block != head)
      moveEdge(target, block);
}

/// A switch over i64 would need the feature of 64-bit integers even where its condition was
/// an i32; a true one becomes comparisons. A switch over a bool is a branch.
Error legalize::lowerSwitches(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<SwitchInst *> switches;
    for (BasicBlock &block : function)
      if (auto *branch = dyn_cast<SwitchInst>(block.getTerminator()))
        switches.push_back(branch);
    for (SwitchInst *branch : switches) {
      unsigned width = branch->getCondition()->getType()->getIntegerBitWidth();
      if (branch->getNumCases() == 0) {
        BranchInst::Create(branch->getDefaultDest(), branch->getIterator());
        branch->eraseFromParent();
      } else if (width == 1 || width > 32) {
        if (Value *narrow = findNarrow(*branch))
          copyCases(*branch, narrow);
        else
          compareCases(*branch);
      }
    }
    eraseDeadInstructions(function);
  }
  return Error::success();
}
