//===- CodeGeneration.cpp - LLVM's passes and code generators -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGeneration.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::wave;

void wave::collectErrors(llvm::LLVMContext &context, std::string &error) {
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *info, void *text) {
        if (info->getSeverity() != llvm::DS_Error)
          return;
        llvm::raw_string_ostream stream(*static_cast<std::string *>(text));
        llvm::DiagnosticPrinterRawOStream printer(stream);
        info->print(printer);
      },
      &error);
}

void wave::runPasses(llvm::Module &module, llvm::FunctionPassManager &passes,
                     llvm::TargetMachine *machine) {
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager callGraphAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder(machine);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses,
                               callGraphAnalyses, moduleAnalyses);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functionAnalyses);
}

bool wave::emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                    llvm::CodeGenFileType kind, SmallVectorImpl<char> &code) {
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind,
                                  /*DisableVerify=*/true))
    return false;
  passes.run(module);
  return true;
}
