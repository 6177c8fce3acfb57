//===- SourceLines.cpp - Source lines of LLVM's instructions --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/SourceLines.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the location and its call sites without names, as LLVM represents
/// them.
static Location getPlainLocation(Location location) {
  Location plain = UnknownLoc::get(location.getContext());
  if (FileLineColLoc source = findSource(location))
    plain = source;
  SmallVector<FileLineColLoc> callers = findCallers(location);
  if (callers.empty())
    return plain;
  Location outer = callers.pop_back_val();
  while (!callers.empty())
    outer = CallSiteLoc::get(callers.pop_back_val(), outer);
  return CallSiteLoc::get(plain, outer);
}

LogicalResult wave::addSourceLines(ModuleOp module, LineForm form) {
  module->walk([](Operation *op) {
    op->setLoc(getPlainLocation(op->getLoc()));
    // A loop-carried value has a location only in the front end's text.
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(UnknownLoc::get(op->getContext()));
  });
  LLVM::DIScopeForLLVMFuncOpPassOptions options;
  if (form == LineForm::Directives)
    options.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  PassManager manager(module.getContext());
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass(options));
  return manager.run(module);
}

const llvm::cl::opt<bool> &wave::getDebugInfoOption() {
  static llvm::cl::opt<bool> option(
      "debug-info",
      llvm::cl::desc("Source lines in SPIR-V and PTX, and in SPIR-V names of "
                     "buffers, constants and values"),
      llvm::cl::init(false));
  return option;
}
