//===- Optimize.cpp - LLVM's passes that leave lanes alone ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToLLVMIR.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace mlir;
using namespace mlir::dxil;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Blocks that only follow each other become one.
static void mergeBlocks(llvm::Function &function) {
  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
}

using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

/// A block that does nothing but jump on is left out. The edges of loops stay as they
/// are: with a second one back to its header a driver may see a second loop in the
/// first, whose lanes do not wait for the others.
static void removeEmptyBlocks(llvm::Function &function) {
  llvm::SmallVector<Edge> found;
  llvm::FindFunctionBackedges(function, found);
  llvm::SmallDenseSet<Edge> backEdges(found.begin(), found.end());
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> headers;
  for (Edge edge : found)
    headers.insert(edge.second);

  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function)) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (&block == &function.getEntryBlock() || !branch ||
        branch->isConditional() || headers.contains(&block) ||
        &*block.getFirstNonPHIIt() != branch)
      continue;
    llvm::BasicBlock *successor = branch->getSuccessor(0);
    // One edge comes into a loop.
    const bool staysOne = !headers.contains(successor) ||
                          (block.getSinglePredecessor() &&
                           !backEdges.contains({&block, successor}));
    if (staysOne)
      llvm::TryToSimplifyUncondBranchFromEmptyBlock(&block);
  }
}

/// Nothing else of the control flow changes: a jump threaded out of a loop would take the
/// operations in its block out of the loop, too, and other lanes would come to them.
static void simplifyBlocks(llvm::Function &function) {
  removeEmptyBlocks(function);
  for (llvm::BasicBlock &block : function)
    llvm::ConstantFoldTerminator(&block);
  mergeBlocks(function);
}

void dxil::optimize(llvm::Module &module) {
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager callGraphAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses,
                               callGraphAnalyses, moduleAnalyses);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::ADCEPass());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    mergeBlocks(function);
    passes.run(function, functionAnalyses);
    simplifyBlocks(function);
  }
}
