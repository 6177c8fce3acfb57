//===- Compiler.cpp - Text in, artifacts and diagnostics out ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/Compiler.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/InitAll.h"
#include "WaveDialect/Target/CPU.h"
#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/SPIRV.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::wave;
using compiler::Result;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static StringRef getSeverityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("every severity is above");
}

static compiler::Diagnostic convertDiagnostic(mlir::Diagnostic &diagnostic) {
  compiler::Diagnostic result;
  result.severity = getSeverityName(diagnostic.getSeverity());
  result.message = diagnostic.str();
  if (FileLineColLoc source = findSource(diagnostic.getLocation())) {
    result.file = source.getFilename().str();
    result.line = source.getLine();
    result.column = source.getColumn();
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(convertDiagnostic(note));
  // An inlined helper's line says little without the line that called it.
  for (FileLineColLoc caller : findCallers(diagnostic.getLocation()))
    result.notes.push_back({"note",
                            "called from here",
                            caller.getFilename().str(),
                            static_cast<int>(caller.getLine()),
                            static_cast<int>(caller.getColumn()),
                            {}});
  return result;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    wave::registerAllDialects(result);
    wave::registerCPUTarget(result);
    wave::registerDXILTarget(result);
    return result;
  }();
  return registry;
}

static void registerPassesOnce() {
  static const bool done = [] {
    wave::registerAllPasses();
    mlir::registerTransformsPasses();
    return true;
  }();
  (void)done;
}

static std::string printModule(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op << "\n";
  return text;
}

/// The manifest is a file of its own.
static std::string printWithoutManifest(Operation *op) {
  SmallVector<std::pair<Operation *, Attribute>> manifests;
  op->walk([&](dxil::ModuleOp module) {
    manifests.emplace_back(module, module->removeAttr("wave.manifest"));
  });
  std::string text = printModule(op);
  for (auto [module, manifest] : manifests)
    if (manifest)
      module->setAttr("wave.manifest", manifest);
  return text;
}

namespace {
/// Keeps the module's text after the pass that ends a stage.
struct StageRecorder final : PassInstrumentation {
  explicit StageRecorder(Result &result) : result(result) {}
  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == "convert-wave-to-gpu")
      result.stages.emplace_back("gpu", printModule(op));
    else if (pass->getArgument() == "convert-wave-to-spirv")
      result.stages.emplace_back("spirv", printModule(op));
    else if (pass->getArgument() == "convert-wave-to-dxil")
      result.stages.emplace_back("dxil", printWithoutManifest(op));
    else if (pass->getArgument() == "convert-wave-to-simd")
      result.stages.emplace_back("simd", printModule(op));
  }
  Result &result;
};

/// One compile: its context and where its diagnostics go.
struct Compilation {
  Compilation()
      : context(getRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [this](mlir::Diagnostic &diagnostic) {
          result.diagnostics.push_back(convertDiagnostic(diagnostic));
        }) {
    registerPassesOnce();
    context.printOpOnDiagnostic(false);
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    return parseSourceString<ModuleOp>(text, ParserConfig(&context));
  }

  /// `verify` finds the pass that leaves invalid IR, which is a bug, at the price of
  /// a look at all of it after each.
  LogicalResult run(ModuleOp module, const std::string &pipeline,
                    bool recordStages, bool verify = true) {
    std::string message;
    llvm::raw_string_ostream stream(message);
    FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, stream);
    if (failed(parsed)) {
      emitError(UnknownLoc::get(&context)) << message;
      return failure();
    }
    PassManager manager(&context, parsed->getOpAnchorName());
    static_cast<OpPassManager &>(manager) = std::move(*parsed);
    manager.enableVerifier(verify);
    if (recordStages)
      manager.addInstrumentation(std::make_unique<StageRecorder>(result));
    return manager.run(module);
  }

  MLIRContext context;
  Result result;
  ScopedDiagnosticHandler handler;
};
} // namespace

Result compiler::runPipeline(const std::string &text,
                             const std::string &pipeline) {
  Compilation compilation;
  OwningOpRef<ModuleOp> module = compilation.parse(text);
  if (!module ||
      failed(compilation.run(*module, pipeline, /*recordStages=*/false)))
    return std::move(compilation.result);
  compilation.result.stages.emplace_back("result", printModule(*module));
  compilation.result.ok = true;
  return std::move(compilation.result);
}

Result compiler::compileToSPIRV(const std::string &text,
                                const std::string &pipeline,
                                bool maximalReconvergence, bool debugInfo) {
  Compilation compilation;
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse(text);
  if (!module)
    return std::move(result);
  result.stages.emplace_back("wave", printModule(*module));
  if (failed(compilation.run(*module, pipeline, /*recordStages=*/true)))
    return std::move(result);
  SmallVector<spirv::ModuleOp> modules(module->getOps<spirv::ModuleOp>());
  if (modules.size() != 1) {
    module->emitError("a SPIR-V file holds one kernel, got ")
        << modules.size() << " [one-kernel]";
    return std::move(result);
  }
  SmallVector<uint32_t> words;
  SPIRVBinaryOptions options;
  options.maximalReconvergence = maximalReconvergence;
  options.debugInfo = debugInfo;
  if (failed(translateToBinary(modules.front(), options, words)))
    return std::move(result);
  result.stages.emplace_back("assembly", disassembleBinary(words));
  result.files.emplace_back(
      getFileName(modules.front()),
      std::string(reinterpret_cast<const char *>(words.data()),
                  words.size() * sizeof(uint32_t)));
  result.files.emplace_back("manifest.json", getManifestText(modules.front()));
  result.ok = true;
  return std::move(result);
}

/// What describes the checks of an object made with them.
//===----------------------------------------------------------------------===//
// Direct3D
//===----------------------------------------------------------------------===//

Result compiler::compileToDXIL(const std::string &text,
                               const std::string &pipeline, bool stages) {
  Compilation compilation;
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse(text);
  if (!module)
    return std::move(result);
  if (stages)
    result.stages.emplace_back("wave", printModule(*module));
  if (failed(compilation.run(*module, pipeline, stages)))
    return std::move(result);
  SmallVector<dxil::ModuleOp> modules(module->getOps<dxil::ModuleOp>());
  if (modules.size() != 1) {
    module->emitError("a container holds one kernel, got ")
        << modules.size() << " [one-kernel]";
    return std::move(result);
  }
  if (failed(compilation.run(*module, "builtin.module(convert-dxil-to-llvm)",
                             /*recordStages=*/false)))
    return std::move(result);
  FailureOr<DXILBinary> binary =
      translateToContainer(modules.front(), /*optimize=*/true, stages);
  if (failed(binary))
    return std::move(result);
  if (stages) {
    result.stages.emplace_back("llvm", std::move(binary->llvmIR));
    result.stages.emplace_back("container",
                               dxil::listContainer(binary->container));
  }
  result.files.emplace_back(
      getFileName(modules.front()),
      std::string(binary->container.data(), binary->container.size()));
  result.files.emplace_back("manifest.json",
                            getManifestText(modules.front(), *binary));
  result.ok = true;
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kChecksFile = "checks.json";

/// The name of the kernel, which no stage after the first has.
static std::string getKernelName(ModuleOp module) {
  StringRef name = "kernel";
  module->walk([&](FuncOp function) {
    if (function.getKernel())
      name = function.getSymName();
  });
  return name.str();
}

Result compiler::compileToCPU(const std::string &text,
                              const std::string &pipeline,
                              const std::string &cpu,
                              const std::string &features, bool stages,
                              const std::string &cacheDirectory) {
  // An entry is the file's name, a zero, what describes its checks, a zero, and its bytes.
  const ObjectCache cache(cacheDirectory);
  const std::string key = ObjectCache::getKey({text, pipeline, cpu, features});
  if (!stages) {
    if (std::optional<std::string> entry = cache.find(key)) {
      auto [name, rest] = StringRef(*entry).split('\0');
      auto [checks, bytes] = rest.split('\0');
      Result result;
      if (!checks.empty())
        result.files.emplace_back(kChecksFile, checks);
      result.files.emplace_back(name, bytes);
      result.ok = true;
      return result;
    }
  }

  Compilation compilation;
  Result &result = compilation.result;
  OwningOpRef<ModuleOp> module = compilation.parse(text);
  if (!module)
    return std::move(result);
  const std::string name = getKernelName(*module) + ".o";
  if (stages)
    result.stages.emplace_back("wave", printModule(*module));
  // What is wrong in between is found at the end.
  if (failed(compilation.run(*module, pipeline, stages, /*verify=*/false)))
    return std::move(result);
  std::string checks;
  if (auto described = (*module)->getAttrOfType<StringAttr>(kChecksName)) {
    checks = described.str();
    result.files.emplace_back(kChecksFile, checks);
  }
  if (failed(compilation.run(*module, "builtin.module(convert-simd-to-llvm)",
                             /*recordStages=*/false)))
    return std::move(result);
  SmallVector<char, 0> object;
  std::string llvmIR;
  std::string assembly;
  if (failed(translateToObject(*module, {cpu, features}, object,
                               stages ? &llvmIR : nullptr,
                               stages ? &assembly : nullptr)))
    return std::move(result);
  if (stages) {
    result.stages.emplace_back("llvm", std::move(llvmIR));
    result.stages.emplace_back("assembly", std::move(assembly));
  }
  const StringRef bytes(object.data(), object.size());
  result.files.emplace_back(name, bytes);
  result.ok = true;
  // What there was to say must be said each time.
  if (result.diagnostics.empty())
    cache.store(key, (name + Twine('\0') + checks + Twine('\0') + bytes).str());
  return std::move(result);
}
