//===- DXIL.cpp - Compiles text to a DXIL container -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::wave;
using compiler::Result;

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

/// Gives LLVM's instructions their source lines.
static LogicalResult keepLocations(ModuleOp module) {
  module->walk([](Operation *op) {
    op->setLoc(getPlainLocation(op->getLoc()));
    // A loop-carried value has a location only in the front end's text.
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(UnknownLoc::get(op->getContext()));
  });
  PassManager manager(module.getContext());
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  return manager.run(module);
}

Result compiler::compileToDXIL(const Input &input, bool optimize, bool stages,
                               bool debugInfo) {
  Compilation compilation(input);
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module || failed(compilation.lower(*module, stages)))
    return std::move(result);
  SmallVector<dxil::ModuleOp> modules(module->getOps<dxil::ModuleOp>());
  if (modules.empty()) {
    module->emitError("target \"dxil\" requires one dxil.module, but the "
                      "passes produced none [pipeline-result]");
    return std::move(result);
  }
  if (modules.size() != 1) {
    module->emitError("a container holds one kernel, got ")
        << modules.size() << " [one-kernel]";
    return std::move(result);
  }
  if (failed(compilation.runPasses(*module,
                                   "builtin.module(convert-dxil-to-llvm)")))
    return std::move(result);
  if (debugInfo && failed(keepLocations(*module)))
    return std::move(result);
  compilation.finishStep("passes");
  FailureOr<DXILBinary> binary =
      translateToContainer(modules.front(), optimize, stages);
  if (failed(binary))
    return std::move(result);
  compilation.finishStep("bytes");
  if (stages) {
    result.stages.emplace_back("llvm", std::move(binary->llvmIR));
    result.stages.emplace_back("container",
                               dxil::listContainer(binary->container));
    compilation.finishStep("stages");
  }
  result.files.emplace_back(
      getFileName(modules.front()),
      std::string(binary->container.data(), binary->container.size()));
  result.files.emplace_back("manifest.json",
                            getManifestText(modules.front(), *binary));
  compilation.finishStep("bytes");
  result.ok = true;
  return std::move(result);
}
