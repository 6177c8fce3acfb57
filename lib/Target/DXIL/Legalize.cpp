//===- Legalize.cpp - From LLVM IR to the subset that DXIL can say -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL/Legalize.h"

#include "Legalize/Steps.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace mlir::dxil;

using Step = Error (*)(Module &);

namespace {
/// A step as a pass. What it refuses is an error diagnostic of the context.
template <Step step>
class StepPass : public PassInfoMixin<StepPass<step>> {
public:
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    if (Error error = step(module)) {
      std::string message = toString(std::move(error));
      module.getContext().diagnose(DiagnosticInfoGeneric(message));
    }
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }
};
} // namespace

Error mlir::dxil::legalizeForDXIL(Module &module) {
  return legalizeForDXIL(module, [] {});
}

Error mlir::dxil::legalizeForDXIL(Module &module,
                                  function_ref<void()> beforeStrip) {
#define DXIL_STEP(NAME, FUNCTION)                                              \
  if (StringRef(NAME) == "dxil-strip")                                         \
    beforeStrip();                                                             \
  if (Error error = legalize::FUNCTION(module))                                \
    return error;
#include "Legalize/Steps.def"
  return Error::success();
}

static bool addPass(StringRef name, ModulePassManager &manager,
                    ArrayRef<PassBuilder::PipelineElement>) {
  if (name == "dxil-legalize") {
    manager.addPass(StepPass<static_cast<Step>(mlir::dxil::legalizeForDXIL)>());
    return true;
  }
#define DXIL_STEP(NAME, FUNCTION)                                              \
  if (name == NAME) {                                                          \
    manager.addPass(StepPass<mlir::dxil::legalize::FUNCTION>());               \
    return true;                                                               \
  }
#include "Legalize/Steps.def"
  return false;
}

void mlir::dxil::registerDXILPasses(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(addPass);
}
