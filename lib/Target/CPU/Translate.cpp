//===- Translate.cpp - LLVM dialect to object code ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is compiled while a user waits. The input is already SIMD code, so
// the optimizer only cleans up: no vectorizer, no unrolling. Most of the time
// is spent in the code generator.
//
//===----------------------------------------------------------------------===//

#include "../CodeGeneration.h"
#include "NativeTarget.h"

#include "WaveDialect/Target/CPU.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::wave;

void wave::registerCPUTarget(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const CPU &cpu, std::string &error) {
  if (failed(checkCPU(cpu, error)))
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      getNativeTarget(error)->createTargetMachine(
          getHostTriple(), cpu.name, cpu.features, llvm::TargetOptions(),
          llvm::Reloc::PIC_, llvm::CodeModel::Small,
          llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

/// The passes read the functions' attributes, not those of the target machine.
static void setAttributes(llvm::Module &module, const CPU &cpu) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", cpu.name);
    function.addFnAttr("target-features", cpu.features);
    function.addFnAttr("tune-cpu", cpu.name);
    function.setDoesNotThrow(); // Otherwise it would get unwind tables.
  }
}

/// Whether each call of the kernel runs one wave, on a stack that the runtime
/// makes. Only such code calls these functions.
static bool hasStackOfRuntime(const llvm::Module &module) {
  return module.getFunction("wave_pipe_step") ||
         module.getFunction("wave_check_enter");
}

namespace {
/// Leaves out the pass of the code generator that moves operations into the block
/// of their use. Each access with a test of bounds ends a block, so that all sums
/// of loaded values would move behind the last test, and the loaded vectors would
/// not fit into registers.
class NoMachineSinking final : public llvm::OptPassGate {
public:
  bool shouldRunPass(StringRef pass, StringRef) const override {
    return pass != "machine-sink";
  }
  bool isEnabled() const override { return true; }
};
} // namespace

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(
      std::move(loops), /*UseMemorySSA=*/true));
  functions.addPass(llvm::GVNPass());
  functions.addPass(llvm::DSEPass());
  functions.addPass(llvm::ADCEPass()); // Unused loop-carried values.
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::InstCombinePass());
  runPasses(module, functions, &machine);
}

LogicalResult wave::translateToObject(ModuleOp module, const CPU &named,
                                      SmallVectorImpl<char> &object,
                                      std::string *llvmIR,
                                      std::string *assembly) {
  const CPU cpu = getTunedCPU(named);
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(cpu, error);
  if (!machine)
    return module.emitError() << error;

  llvm::LLVMContext context;
  NoMachineSinking gate;
  context.setOptPassGate(gate);
  collectErrors(context, error);
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, context, "kernel");
  if (!code)
    return failure();
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  setAttributes(*code, cpu);
  // The object states the sizes of its frames, for the size of the stack.
  machine->Options.EmitStackSizeSection = hasStackOfRuntime(*code);
  optimize(*code, *machine);
  if (llvmIR)
    llvm::raw_string_ostream(*llvmIR) << *code;
  if (assembly) {
    SmallVector<char, 0> text;
    (void)emitCode(*llvm::CloneModule(*code), *machine,
                   llvm::CodeGenFileType::AssemblyFile, text);
    assembly->assign(text.begin(), text.end());
  }
  if (!emitCode(*code, *machine, llvm::CodeGenFileType::ObjectFile, object))
    error = "LLVM writes no object files for this machine";
  if (!error.empty())
    return module.emitError() << error;
  return success();
}
