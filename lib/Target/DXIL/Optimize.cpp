//===- Optimize.cpp - LLVM's passes that leave lanes alone ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToLLVMIR.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace mlir;
using namespace mlir::dxil;

/// Blocks that only follow each other become one. Nothing else of the control flow
/// changes: a jump threaded out of a loop would take the operations in its block out of
/// the loop, too, and other lanes would come to them.
static void mergeBlocks(llvm::Function &function) {
  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
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
  }
}
