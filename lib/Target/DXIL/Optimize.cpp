//===- Optimize.cpp - LLVM passes that preserve active lanes --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToLLVMIR.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace mlir;
using namespace mlir::dxil;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Merges blocks that only follow each other.
static void mergeBlocks(llvm::Function &function) {
  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
}

using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

/// Removes blocks that only branch to another block. Preserves the edges of
/// loops: with a second back edge to a header, a driver may see a second loop
/// inside the first, whose lanes do not wait for the other lanes.
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
    // A loop must keep a single entering edge.
    const bool staysOne = !headers.contains(successor) ||
                          (block.getSinglePredecessor() &&
                           !backEdges.contains({&block, successor}));
    if (staysOne)
      llvm::TryToSimplifyUncondBranchFromEmptyBlock(&block);
  }
}

/// Makes no other change of control flow: threading a jump out of a loop would
/// also move operations of its block out of the loop, where other lanes are
/// active.
static void simplifyBlocks(llvm::Function &function) {
  removeEmptyBlocks(function);
  for (llvm::BasicBlock &block : function)
    llvm::ConstantFoldTerminator(&block);
  mergeBlocks(function);
}

/// Registers what the two passes use. llvm::PassBuilder would link all passes of LLVM,
/// whose options each process creates before it starts.
static void registerAnalyses(llvm::FunctionAnalysisManager &analyses) {
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  analyses.registerPass([] { return llvm::TargetLibraryAnalysis(); });
}

void dxil::optimize(llvm::Module &module) {
  llvm::FunctionAnalysisManager analyses;
  registerAnalyses(analyses);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::ADCEPass());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    mergeBlocks(function);
    passes.run(function, analyses);
    simplifyBlocks(function);
  }
}
