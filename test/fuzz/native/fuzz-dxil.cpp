//===- fuzz-dxil.cpp - Writes arbitrary LLVM IR as DXIL -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// LLVM IR that LLVM's verifier accepts is legalized, written and listed, or
// rejected with an error.

#include "WaveDialect/Target/DXIL/BitcodeWriter.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/DXIL/Legalize.h"
#include "WaveDialect/Target/DXIL/ShaderFlags.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  LLVMContext context;
  context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module =
      parseAssemblyString(text, diagnostic, context);
  if (!module || verifyModule(*module))
    return 0;
  if (Error error = mlir::dxil::legalizeForDXIL(*module)) {
    consumeError(std::move(error));
    return 0;
  }
  mlir::dxil::addShaderFlags(*module);
  SmallVector<char> bitcode, container;
  if (Error error = mlir::dxil::writeBitcode(*module, bitcode)) {
    consumeError(std::move(error));
    return 0;
  }
  if (Error error = mlir::dxil::writeContainer(*module, bitcode, container)) {
    consumeError(std::move(error));
    return 0;
  }
  mlir::dxil::listContainer(container);
  return 0;
}
