//===- wave-test-dxil.cpp - LLVM IR to DXIL, step by step ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tests feed LLVM IR, or a container, to the single steps of the emitter.

#include "WaveDialect/Target/DXIL/BitcodeWriter.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/DXIL/Legalize.h"
#include "WaveDialect/Target/DXIL/ShaderFlags.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;

static cl::opt<std::string> input(cl::Positional, cl::init("-"),
                                  cl::desc("<LLVM IR>"));
static cl::opt<std::string> output("o", cl::init("-"), cl::desc("Output file"));
static cl::opt<std::string> passes("passes", cl::init("none"),
                                   cl::desc("Passes of the legalization, or "
                                            "none"));
static cl::opt<std::string> emit("emit", cl::init("ll"),
                                 cl::desc("ll, bitcode, container, listing"));
static cl::opt<bool> flags("shader-flags",
                           cl::desc("Compute the shader's flags"));

static int fail(const Twine &message) {
  errs() << "wave-test-dxil: " << message << "\n";
  return 1;
}

static Error runPasses(Module &module) {
  PassBuilder builder;
  mlir::dxil::registerDXILPasses(builder);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  ModulePassManager manager;
  if (Error error = builder.parsePassPipeline(manager, passes))
    return error;
  manager.run(module, modules);
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "LLVM IR to DXIL, step by step\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print("wave-test-dxil", errs());
    return 1;
  }
  if (passes == "dxil-legalize") {
    if (Error error = mlir::dxil::legalizeForDXIL(*module))
      return fail(toString(std::move(error)));
  } else if (passes != "none") {
    if (Error error = runPasses(*module))
      return fail(toString(std::move(error)));
  }
  if (flags)
    mlir::dxil::addShaderFlags(*module);
  std::error_code code;
  ToolOutputFile file(output, code, sys::fs::OF_None);
  if (code)
    return fail(code.message());
  if (emit == "ll") {
    file.os() << *module;
    file.keep();
    return 0;
  }
  SmallVector<char> bitcode, container;
  if (Error error = mlir::dxil::writeBitcode(*module, bitcode))
    return fail(toString(std::move(error)));
  if (emit != "bitcode")
    if (Error error = mlir::dxil::writeContainer(*module, bitcode, container))
      return fail(toString(std::move(error)));
  if (emit == "bitcode")
    file.os().write(bitcode.data(), bitcode.size());
  else if (emit == "container")
    file.os().write(container.data(), container.size());
  else if (emit == "listing")
    file.os() << mlir::dxil::listContainer(container);
  else
    return fail("--emit is one of ll, bitcode, container, listing");
  file.keep();
  return 0;
}
