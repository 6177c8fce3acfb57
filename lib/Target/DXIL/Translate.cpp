//===- Translate.cpp - From dxil.module to a container --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL.h"

#include "../ManifestText.h"
#include "EntryMetadata.h"
#include "ToLLVMIR.h"

#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/InitAll.h"
#include "WaveDialect/Target/DXIL/BitcodeWriter.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/DXIL/Legalize.h"
#include "WaveDialect/Target/DXIL/ShaderFlags.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::wave;

/// 16-bit and 64-bit types have natural alignment, because DXIL's readers use
/// the layout to compute sizes.
static constexpr StringLiteral kDataLayout =
    "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-"
    "n8:16:32:64";
static constexpr StringLiteral kTriple = "dxil-ms-dx";

void wave::registerDXILTarget(DialectRegistry &registry) {
  registry.insert<dxil::DXILDialect, LLVM::LLVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  dxil::registerDXILTranslation(registry);
}

//===----------------------------------------------------------------------===//
// Source lines in the listing
//===----------------------------------------------------------------------===//

namespace {
/// Prints the source location of an instruction after it, as a comment:
/// `; from kernel.py:7:5, called from kernel.py:20:9`.
class PlaceWriter final : public llvm::AssemblyAnnotationWriter {
public:
  void note(llvm::Module &module) {
    for (llvm::Function &function : module)
      for (llvm::Instruction &inst : llvm::instructions(function))
        if (const llvm::DILocation *location = inst.getDebugLoc())
          places[&inst] = location;
  }

  void printInfoComment(const llvm::Value &value,
                        llvm::formatted_raw_ostream &stream) final {
    const llvm::DILocation *location = places.lookup(&value);
    // The optimizer uses line 0 for code merged from several lines.
    if (!location || location->getLine() == 0)
      return;
    StringRef separator = " ; from ";
    for (; location; location = location->getInlinedAt()) {
      SmallString<64> path(location->getDirectory());
      llvm::sys::path::append(path, location->getFilename());
      stream << separator << path << ':' << location->getLine() << ':'
             << location->getColumn();
      separator = ", called from ";
    }
  }

private:
  DenseMap<const llvm::Value *, const llvm::DILocation *> places;
};
} // namespace

//===----------------------------------------------------------------------===//
// The container
//===----------------------------------------------------------------------===//

/// LLVM IR before its legalization, or null.
static std::unique_ptr<llvm::Module> translateToLLVM(dxil::ModuleOp module,
                                                     llvm::LLVMContext &context,
                                                     bool optimize) {
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, context, module.getSymName());
  if (!code)
    return nullptr;
  code->setTargetTriple(llvm::Triple(kTriple));
  code->setDataLayout(kDataLayout);
  dxil::addMetadata(module, *code);
  if (optimize)
    dxil::optimize(*code);
  return code;
}

/// The line of what the legalization refuses. LLVM's instructions have lines only on
/// request, so a copy of the module is translated with them.
static Location findRefused(dxil::ModuleOp module, bool optimize) {
  Location loc = module.getLoc();
  OwningOpRef<mlir::ModuleOp> copy = mlir::ModuleOp::create(loc);
  copy->push_back(module->clone());
  copy->walk([](Operation *op) {
    Location unknown = UnknownLoc::get(op->getContext());
    FileLineColLoc source = findSource(op->getLoc());
    op->setLoc(source ? Location(source) : unknown);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(unknown);
  });
  PassManager manager(module.getContext());
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  if (failed(manager.run(*copy)))
    return loc;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateToLLVM(
      *copy->getOps<dxil::ModuleOp>().begin(), context, optimize);
  if (!code)
    return loc;
  llvm::handleAllErrors(
      dxil::legalizeForDXIL(*code),
      [&](const dxil::UnsupportedInputError &refused) {
        if (refused.line != 0)
          loc = FileLineColLoc::get(module.getContext(), refused.file,
                                    refused.line, refused.column);
      },
      [](const llvm::ErrorInfoBase &) {});
  return loc;
}

FailureOr<DXILBinary> wave::translateToContainer(dxil::ModuleOp module,
                                                 bool optimize, bool withText) {
  if (!hasManifest(module) || !module.getEntry())
    return module.emitError("was not made by convert-wave-to-dxil: run the "
                            "pipeline wave-to-dxil first [module-origin]");
  auto report = [&](llvm::Error error) -> LogicalResult {
    if (error.isA<dxil::EndlessLoopError>()) {
      llvm::consumeError(std::move(error));
      return module.emitError(
          "the kernel has a loop that never ends, which DXIL does not "
          "allow: leave it by a condition [endless-loop]");
    }
    llvm::handleAllErrors(
        std::move(error),
        [&](const dxil::UnsupportedInputError &refused) {
          emitError(findRefused(module, optimize)) << refused.message;
        },
        [&](const llvm::ErrorInfoBase &other) {
          module.emitError("cannot write the container: ") << other.message();
        });
    return failure();
  };
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateToLLVM(module, context, optimize);
  if (!code)
    return failure();
  PlaceWriter places;
  if (llvm::Error error =
          dxil::legalizeForDXIL(*code, [&] { places.note(*code); }))
    return report(std::move(error));
  dxil::addShaderFlags(*code);

  DXILBinary binary;
  llvm::Expected<dxil::EntryMetadata> entry = dxil::readEntryMetadata(*code);
  if (!entry)
    return report(entry.takeError());
  binary.features = dxil::getFeatureInfo(entry->flags);
  if (withText) {
    llvm::raw_string_ostream stream(binary.llvmIR);
    code->print(stream, &places);
  }
  SmallVector<char> bitcode;
  if (llvm::Error error = dxil::writeBitcode(*code, bitcode))
    return report(std::move(error));
  if (llvm::Error error =
          dxil::writeContainer(*code, bitcode, binary.container))
    return report(std::move(error));
  return binary;
}

//===----------------------------------------------------------------------===//
// The manifest
//===----------------------------------------------------------------------===//

/// Returns the LLVM names of the features in a word of flags.
static SmallVector<StringRef> getFeatureNames(uint64_t features) {
  SmallVector<StringRef> names;
#define SHADER_FEATURE_FLAG(feature, bit, name, text)                          \
  if ((features >> feature) & 1)                                               \
    names.push_back(#name);
#include "llvm/BinaryFormat/DXContainerConstants.def"
  return names;
}

std::string wave::getManifestText(dxil::ModuleOp module,
                                  const DXILBinary &binary) {
  NamedAttrList list(getManifest(module));
  Builder builder(module.getContext());
  list.append("feature_flags",
              builder.getI64IntegerAttr(static_cast<int64_t>(binary.features)));
  list.append("features",
              builder.getStrArrayAttr(getFeatureNames(binary.features)));
  return printManifest(list.getDictionary(module.getContext()));
}

std::string wave::getFileName(dxil::ModuleOp module) {
  return getModuleFileName(getManifest(module));
}

//===----------------------------------------------------------------------===//
// wave-translate --wave-to-dxil
//===----------------------------------------------------------------------===//

/// Runs the pipeline first on kernels that are still wave IR.
static LogicalResult lowerKernels(Operation *op,
                                  const WaveToDXILOptions &options) {
  // The location of the kernel is more useful than a print of the whole module.
  op->getContext()->printOpOnDiagnostic(false);
  if (!dxil::parseShaderModel(options.shaderModel))
    return op->emitError("there is no shader model \"")
           << options.shaderModel << "\": use one of 6.0 to 6."
           << dxil::kNewestMinor << " [shader-model-unknown]";
  PassManager manager(op->getContext());
  const bool hasKernels =
      op->walk([](FuncOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (hasKernels)
    buildWaveToDXILPipeline(manager, options);
  manager.addPass(createConvertDXILToLLVM());
  return runPasses(manager, op);
}

void wave::registerWaveToDXILTranslation() {
  static llvm::cl::opt<std::string> shaderModel(
      "shader-model",
      llvm::cl::desc(
          "DXIL: the shader model, from 6.0 to 6.10; 6.6 by default"),
      llvm::cl::init("6.6"));
  static llvm::cl::opt<unsigned> waveSize(
      "wave-size",
      llvm::cl::desc("DXIL: the wave size that the container requires, if each "
                     "size has its own container"),
      llvm::cl::init(0));
  static llvm::cl::opt<unsigned> optLevel(
      "opt-level",
      llvm::cl::desc(
          "DXIL: 0: legalize only; 1: also fold, simplify and remove "
          "code that is proved unnecessary"),
      llvm::cl::init(1));
  auto translate = [](Operation *op, llvm::raw_ostream &output,
                      bool manifest) -> LogicalResult {
    WaveToDXILOptions options;
    options.shaderModel = shaderModel;
    options.waveSize = waveSize;
    options.optLevel = optLevel;
    if (failed(lowerKernels(op, options)))
      return failure();
    SmallVector<dxil::ModuleOp> modules;
    op->walk([&](dxil::ModuleOp module) { modules.push_back(module); });
    if (modules.empty())
      return op->emitError("has no kernel: give wave IR, or the result of the "
                           "pipeline wave-to-dxil [one-kernel]");
    if (modules.size() != 1)
      return op->emitError("a container holds one kernel, got ")
             << modules.size()
             << ": split the input into one kernel per file [one-kernel]";
    FailureOr<DXILBinary> binary = translateToContainer(
        modules.front(), /*optimize=*/optLevel > 0, /*withText=*/false);
    if (failed(binary))
      return failure();
    if (manifest)
      output << getManifestText(modules.front(), *binary);
    else
      output.write(binary->container.data(), binary->container.size());
    return success();
  };
  static TranslateFromMLIRRegistration binary(
      "wave-to-dxil",
      "Compile a wave kernel, or the result of the pipeline wave-to-dxil, to "
      "a signed container for Direct3D",
      [translate](Operation *op, llvm::raw_ostream &output) {
        return translate(op, output, /*manifest=*/false);
      },
      [](DialectRegistry &registry) {
        wave::registerAllDialects(registry);
        wave::registerDXILTarget(registry);
      });
  static TranslateFromMLIRRegistration manifest(
      "wave-to-dxil-manifest",
      "Write the manifest (JSON) that a host needs to launch the container "
      "of a wave kernel",
      [translate](Operation *op, llvm::raw_ostream &output) {
        return translate(op, output, /*manifest=*/true);
      },
      [](DialectRegistry &registry) {
        wave::registerAllDialects(registry);
        wave::registerDXILTarget(registry);
      });
}
