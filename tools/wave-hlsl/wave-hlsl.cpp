//===- wave-hlsl.cpp - Compiles HLSL --------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolHelp.h"

#include "WaveDialect/Frontend/HLSL.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::wave;

static void print(const compiler::Diagnostic &diagnostic) {
  llvm::errs() << diagnostic.file << ":" << diagnostic.line << ":"
               << diagnostic.column << ": " << diagnostic.severity << ": "
               << diagnostic.message << "\n";
  for (const compiler::Diagnostic &note : diagnostic.notes)
    print(note);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  hideLinkedOptions();
  llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                   llvm::cl::desc("shader.hlsl"));
  llvm::cl::opt<std::string> entry("E", llvm::cl::desc("The entry point"));
  llvm::cl::ParseCommandLineOptions(argc, argv);
  DialectRegistry registry;
  hlsl::registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  hlsl::Options options;
  options.file = input;
  options.entry = entry;
  hlsl::Result result = hlsl::importHLSL(context, options);
  for (const compiler::Diagnostic &diagnostic : result.diagnostics)
    print(diagnostic);
  if (result.ok)
    result.module->print(llvm::outs());
  return !result.ok;
}
