//===- ControlFlow.cpp - The control flow that DXIL allows ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "WaveDialect/Target/DXIL/Legalize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace mlir::dxil;

char EndlessLoopError::ID;

/// Every edge back goes to a block that dominates its source, so that each cycle has one
/// entry, and each loop has an exit.
Error legalize::checkControlFlow(Module &module) {
  for (Function &function : getBodies(module)) {
    DominatorTree dominators(function);
    DenseMap<BasicBlock *, unsigned> order;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
      unsigned next = order.size();
      order[block] = next;
    }
    for (BasicBlock &block : function)
      for (BasicBlock *successor : successors(&block))
        if (order.lookup(successor) <= order.lookup(&block) &&
            !dominators.dominates(successor, &block))
          return refuse(*block.getTerminator(),
                        "a cycle that is entered in several places");
    LoopInfo loops(dominators);
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->hasNoExitBlocks())
        return make_error<EndlessLoopError>(toString(refuse(
            *loop->getHeader()->getTerminator(), "a loop without an end")));
  }
  return Error::success();
}
