//===- DXILTarget.cpp - Compiles for Direct3D 12 --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Files: <kernel>.dxil or <kernel>.w<lanes>.dxil, and manifest.json. Stages: wave,
// dxil, llvm, container. With `optimize` LLVM runs CSE and removes dead code. With
// `debug_info` the stage llvm has source lines; the container never has them.

#include "WaveDialect/Compiler/Target.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

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

namespace {
struct DXILTranslation final : Translation {
  LogicalResult write(ModuleOp module, Operation *result,
                      Output &output) override {
    auto kernel = cast<dxil::ModuleOp>(result);
    if (failed(
            output.runPasses(module, "builtin.module(convert-dxil-to-llvm)")) ||
        (debugInfo && failed(keepLocations(module))))
      return failure();
    output.finishStep("passes");
    FailureOr<DXILBinary> binary =
        translateToContainer(kernel, optimize, output.wantsStages());
    if (failed(binary))
      return failure();
    output.finishStep("bytes");
    if (output.wantsStages()) {
      output.addStage("llvm", std::move(binary->llvmIR));
      output.addStage("container", dxil::listContainer(binary->container));
      output.finishStep("stages");
    }
    output.addFile(getFileName(kernel), std::string(binary->container.data(),
                                                    binary->container.size()));
    output.addFile("manifest.json", getManifestText(kernel, *binary));
    return success();
  }

  bool optimize = true, debugInfo = false;
};

struct DXILTarget final : Target {
  DXILTarget()
      : Target("dxil", {"dxil.module", "one dxil.module", "container"}) {}

  void registerDialects(DialectRegistry &registry) const override {
    registerDXILTarget(registry);
  }

  std::unique_ptr<Translation> begin(const Options &options,
                                     std::string &error) const override {
    auto translation = std::make_unique<DXILTranslation>();
    if (failed(readOptions(options,
                           {{"optimize", &translation->optimize},
                            {"debug_info", &translation->debugInfo}},
                           error)))
      return nullptr;
    return translation;
  }
};
} // namespace

WAVE_DEFINE_TARGET(DXIL)
