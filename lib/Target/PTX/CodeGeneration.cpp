//===- CodeGeneration.cpp - LLVM dialect to PTX ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's compiler optimizes PTX, so that the passes here only clean up.
// None of them moves, merges or duplicates operations across lanes, which LLVM
// marks as convergent. There are no fast-math options: a sum of a product is
// contracted only where its instructions say that they may be, and subnormal
// numbers are kept.
//
//===----------------------------------------------------------------------===//

#include "../CodeGeneration.h"
#include "../ManifestText.h"
#include "IntegersForAssembler.h"
#include "VotesForAssembler.h"

#include "WaveDialect/Target/PTX.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/NewGVN.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <mutex>

using namespace mlir;
using namespace mlir::wave;

void wave::registerPTXTarget(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

static const llvm::Triple &getTriple() {
  static const llvm::Triple triple("nvptx64-nvidia-cuda");
  return triple;
}

template <typename OpT>
static bool contains(ModuleOp kernel) {
  return kernel.walk([](OpT) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Without a stated version of PTX, LLVM writes the oldest one that has `sm`. That of
/// sm_80 is too old for a test of a barrier in memory, and that of sm_90 for one that
/// counts bytes.
static StringRef getFeatures(ModuleOp kernel, StringRef sm) {
  if (sm == "sm_80" && contains<NVVM::MBarrierTestWaitOp>(kernel))
    return "+ptx71";
  if (sm == "sm_90" && contains<NVVM::MBarrierExpectTxOp>(kernel))
    return "+ptx80";
  return "";
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(ModuleOp kernel, StringRef sm, std::string &error) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(getTriple(), error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(getTriple(), sm, getFeatures(kernel, sm),
                                  llvm::TargetOptions(), std::nullopt));
}

/// Whether the kernel multiplies matrices by the matrix units. The registers of a matrix
/// that is constant along its rows are equal values.
static bool multipliesMatrices(ModuleOp kernel) {
  return contains<NVVM::MmaOp>(kernel) ||
         contains<LLVM::InlineAsmOp>(kernel); // wgmma
}

static void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                           bool hasEqualRegisters) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::GVNPass());
  if (hasEqualRegisters)
    functions.addPass(llvm::NewGVNPass()); // Merges equal loop-carried values.
  functions.addPass(llvm::ADCEPass());     // Unused loop-carried values.
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::InstCombinePass());
  runPasses(module, functions, &machine);
}

/// Erases tables that no code reads after all: LLVM would write them.
static void eraseUnusedTables(llvm::Module &module) {
  for (llvm::GlobalVariable &table :
       llvm::make_early_inc_range(module.globals())) {
    table.removeDeadConstantUsers();
    if (table.hasLocalLinkage() && table.use_empty())
      table.eraseFromParent();
  }
}

FailureOr<PTXCode> wave::translateToPTX(ModuleOp kernel, bool optimize,
                                        bool wantsLLVMIR) {
  DictionaryAttr manifest = getManifest(kernel);
  auto sm = manifest ? manifest.getAs<StringAttr>("sm") : StringAttr();
  if (!sm || !hasManifest(kernel))
    return kernel.emitError("is not a result of convert-wave-to-nvvm: run the "
                            "pipeline wave-to-ptx first [module-origin]");
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(kernel, sm.getValue(), error);
  if (!machine)
    return kernel.emitError() << error;

  llvm::LLVMContext context;
  collectErrors(context, error);
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(kernel, context, "kernel");
  if (!code)
    return failure();
  code->setTargetTriple(getTriple());
  code->setDataLayout(machine->createDataLayout());
  PTXCode result;
  if (optimize)
    optimizeModule(*code, *machine, multipliesMatrices(kernel));
  foldVotesOnConstants(*code);
  eraseUnusedTables(*code);
  if (wantsLLVMIR)
    llvm::raw_string_ostream(result.llvmIR) << *code;
  SmallVector<char, 0> ptx;
  if (!emitCode(*code, *machine, llvm::CodeGenFileType::AssemblyFile, ptx))
    error = "LLVM was built without a writer of PTX";
  if (!error.empty())
    return kernel.emitError() << error;
  result.ptx = replaceMiscompiledInstructions({ptx.data(), ptx.size()});
  return result;
}

std::string wave::getManifestText(ModuleOp kernel) {
  return printManifest(getManifest(kernel));
}

std::string wave::getFileName(ModuleOp kernel) {
  return getModuleFileName(getManifest(kernel));
}
