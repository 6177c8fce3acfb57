//===- Invocation.cpp - One run of Clang on a shader ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang parses the shader behind the prelude, both from memory. Where
// GetGroupWaveCount() is a constant, under numWaves, a pass has to know the number
// of waves: the text's first `numWaves(4)`, or what the pass before has found.

#include "WaveDialect/Frontend/HLSL.h"

#include "Crash.h"
#include "CrashingOperator.h"
#include "FirstPass.h"
#include "Parse.h"
#include "Prelude.h"
#include "SourceText.h"

#include "WaveDialect/Compiler/Diagnostics.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// Clang's newest shader model, and its oldest one with types of 16 bits, which
/// the prelude needs. Other ones have the same language.
static constexpr unsigned kNewestClangMinor = 9, kOldestClangMinor = 2;

/// The macro with the number of waves, for the prelude.
static constexpr StringLiteral kWaveCountMacro = "__hlsl_group_wave_count";

/// The most errors that are reported.
static constexpr size_t kMostErrors = 20;

/// A deeply nested shader needs more than a thread's usual stack.
static constexpr unsigned kStackSize = 256 << 20;

/// The dialects of kernels, for a function template that takes them.
#define WAVE_KERNEL_DIALECTS                                                   \
  WaveDialect, arith::ArithDialect, gpu::GPUDialect, math::MathDialect,        \
      memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect

void hlsl::registerDialects(DialectRegistry &registry) {
  registry.insert<WAVE_KERNEL_DIALECTS>();
}

//===----------------------------------------------------------------------===//
// One pass
//===----------------------------------------------------------------------===//

/// Adds the names of the user's files and checks the text of all but the main
/// file.
static void addFiles(Parse &parse, clang::SourceManager &sources) {
  std::vector<std::string> included;
  SmallVector<StringRef> texts;
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    StringRef name = it->first.getName();
    std::optional<StringRef> text = it->second->getBufferDataIfLoaded();
    if (!text || name == parse.options.file || name.starts_with(kVirtualFolder))
      continue;
    included.push_back(name.str());
    texts.push_back(*text);
    parse.textErrors |= !checkText(name, *text, parse.diagnostics);
  }
  llvm::sort(included);
  parse.files.push_back(parse.options.file);
  llvm::append_range(parse.files, included);
  // Errors are reported by a pass that knows all names.
  parse.wantedParts = parse.collector.hasErrors() ? getAllPreludeParts()
                                                  : selectPreludeParts(texts);
  parse.wantedParts |= parse.parts;
  if (!parse.collector.foundOperators.isEmpty() ||
      !parse.collector.foundConversions.isEmpty())
    parse.wantedParts |= selectMatrixOperators();
}

/// The file in the virtual folder that defines the user's macros.
static constexpr StringLiteral kMacrosFile = "Macros.hlsl";

static std::shared_ptr<clang::CompilerInvocation>
makeInvocation(const Parse &parse, clang::DiagnosticsEngine &diagnostics,
               const std::string &languageVersion) {
  const Options &options = parse.options;
  // Clang knows fewer semantics of amplification shaders than the proposals.
  const std::string triple =
      ("dxil-pc-shadermodel6." +
       Twine(std::clamp(parse.profile.minor, kOldestClangMinor,
                        kNewestClangMinor)) +
       "-compute")
          .str();
  const std::string standard = "-std=" + languageVersion;
  const std::string prelude = (kVirtualFolder + "/Prelude.hlsl").str();
  const std::string macros = (kVirtualFolder + "/" + kMacrosFile).str();
  std::vector<const char *> arguments = {
      "-x", "hlsl", "-triple", triple.c_str(), standard.c_str(),
      // The 370 macros that every language of Clang has, such as __INT_MAX__, are
      // none of HLSL's, and take 4 % of the time of a small kernel.
      "-undef",
      // Arrays without elements, which the messages make errors.
      "-Wzero-length-array",
      // `a < b < c`, an error of Clang 22.
      "-Wno-error=parentheses",
      // Nothing is printed, not even the number of errors.
      "-fno-caret-diagnostics", "-fbracket-depth", "256"};
  // The prelude needs `short`, under another name, in any case.
  arguments.push_back("-fnative-int16-type");
  if (options.enable16BitTypes)
    arguments.push_back("-fnative-half-type");
  // `#include <dx/linalg.h>` is that of the prelude.
  const std::string headers = (kVirtualFolder + "/include").str();
  arguments.insert(arguments.end(), {"-I", headers.c_str()});
  for (const std::string &directory : options.includeDirectories)
    arguments.insert(arguments.end(), {"-I", directory.c_str()});
  // Clang may not have a group of dxc's.
  std::vector<std::string> warnings = {"-Wno-unknown-warning-option"};
  for (const std::string &name : options.disabledWarnings) {
    warnings.push_back("-Wno-" + name);
    // These are groups of their own in Clang, but not in dxc.
    if (name == "conversion")
      warnings.insert(warnings.end(),
                      {"-Wno-vector-conversion", "-Wno-matrix-conversion"});
  }
  if (warnings.size() > 1)
    for (const std::string &warning : warnings)
      arguments.push_back(warning.c_str());
  arguments.insert(arguments.end(), {"-include", prelude.c_str(), "-include",
                                     macros.c_str(), "shader"});
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments,
                                                 diagnostics))
    return nullptr;
  // Not an argument, where a name that begins with `-` would be an option.
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(options.file, clang::Language::HLSL)};
  // Which function is the entry point is known only after parsing.
  invocation->getTargetOpts().HLSLEntry = "";
  invocation->getFrontendOpts().DisableFree = false;

  clang::PreprocessorOptions &preprocessor = invocation->getPreprocessorOpts();
  auto redefine = [&](StringRef macro, const Twine &value) {
    preprocessor.addMacroUndef(macro);
    preprocessor.addMacroDef((macro + "=" + value).str());
  };
  preprocessor.addMacroDef("__clang__=1");
  // Shaders ask these whether the compiler is not fxc, and has HLSL 2021 and Shader Model
  // 6.8, as dxc 1.8.
  for (const char *macro : {"__hlsl_dx_compiler=1", "__DXC_VERSION_MAJOR=1",
                            "__DXC_VERSION_MINOR=8", "__DXC_VERSION_RELEASE=0",
                            "__DXC_VERSION_COMMITS=0"})
    preprocessor.addMacroDef(macro);
  redefine("__SHADER_TARGET_MINOR", Twine(parse.profile.minor));
  if (parse.profile.stage == Stage::Amplification)
    redefine("__SHADER_TARGET_STAGE", "__SHADER_STAGE_AMPLIFICATION");
  if (parse.knownWaves)
    preprocessor.addMacroDef(
        (kWaveCountMacro + "=" + Twine(*parse.knownWaves)).str());
  return invocation;
}

/// Returns the text that defines the user's macros. It follows the prelude, whose
/// names they must not replace.
static std::string defineMacros(const Options &options) {
  std::string text;
  for (const auto &[name, value] : options.defines) {
    std::string line = ("#define " + Twine(name) + " " + value).str();
    llvm::replace(line, '\n', ' ');
    text += line + "\n";
  }
  return text;
}

/// Returns the real files with the prelude and the shader's text above them.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
makeFiles(const Options &options, const llvm::BitVector &parts) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  // Gives the files in memory the working directory, before they are added.
  all->pushOverlay(memory);
  for (const auto &[name, text] : getPreludeFiles(parts))
    memory->addFile(kVirtualFolder + "/" + name, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(text, name));
  // The prelude declares what a shader names in any case.
  memory->addFile(kVirtualFolder + "/include/dx/linalg.h", 0,
                  llvm::MemoryBuffer::getMemBuffer("", "linalg.h"));
  memory->addFile(
      kVirtualFolder + "/" + kMacrosFile, 0,
      llvm::MemoryBuffer::getMemBufferCopy(defineMacros(options), kMacrosFile));
  memory->addFile(
      options.file, 0,
      llvm::MemoryBuffer::getMemBuffer(*options.text, options.file));
  return all;
}

static void runClang(Parse &parse, clang::CompilerInstance &instance,
                     MLIRContext &context) {
  instance.createFileManager();
  instance.ExecuteAction(*makeAction(parse, context));
  if (instance.hasSourceManager())
    addFiles(parse, instance.getSourceManager());
}

//===----------------------------------------------------------------------===//
// Internal errors
//===----------------------------------------------------------------------===//

/// Runs a parse. Returns what has crashed; null if nothing has.
static clang::CompilerInstance *
crash(Parse &parse, const std::string &languageVersion, MLIRContext &context) {
  auto invocationErrors = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), parse.diagnosticOptions,
      &parse.collector, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      makeInvocation(parse, *invocationErrors, languageVersion);
  if (!invocation)
    return nullptr;
  auto instance = std::make_unique<clang::CompilerInstance>(invocation);
  instance->setVirtualFileSystem(makeFiles(parse.options, parse.parts));
  instance->createDiagnostics(&parse.collector, /*ShouldOwnClient=*/false);

  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  if (recovery.RunSafelyOnThread([&] { runClang(parse, *instance, context); },
                                 kStackSize))
    return nullptr;
  // After a crash, a destructor could crash as well.
  (void)parse.module.release();
  return instance.release();
}

/// Runs a parse. A crash becomes an error that names the place.
static void runSafely(Parse &parse, const std::string &languageVersion,
                      MLIRContext &context) {
  clang::CompilerInstance *crashed = crash(parse, languageVersion, context);
  if (!crashed)
    return;
  parse.textErrors = true;
  // Clang 22 crashes after some errors, and the emitter goes on after its own with
  // values that no shader has: the errors are what the user has to see.
  if (parse.collector.hasErrors())
    return;
  auto repeat = [&](OperatorTokens &tokens) {
    Parse again(parse.options, parse.profile, parse.parts);
    again.knownWaves = parse.knownWaves;
    again.collector.knownElements = parse.collector.knownElements;
    again.collector.knownOperators = parse.collector.knownOperators;
    again.collector.knownConversions = parse.collector.knownConversions;
    again.collector.knownLiterals = parse.collector.knownLiterals;
    again.operators = &tokens;
    return crash(again, languageVersion, context);
  };
  compiler::Diagnostic error = describeCrash(*crashed, parse.place);
  if (parse.place.line == 0 &&
      StringRef(error.message).ends_with("[hlsl-internal]"))
    if (auto found = findCrashingOperator(repeat))
      error = std::move(*found);
  parse.diagnostics.push_back(std::move(error));
}

/// Checks what the front end produced; an error without a rule is its bug.
static bool verifyModule(Parse &parse, MLIRContext &context) {
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    compiler::Diagnostic error = compiler::convertDiagnostic(diagnostic);
    error.message = spellMessage(error.message);
    if (!StringRef(error.message).ends_with("]"))
      error.message += " [hlsl-internal]";
    parse.diagnostics.push_back(std::move(error));
  });
  return succeeded(verify(*parse.module));
}

//===----------------------------------------------------------------------===//
// All passes
//===----------------------------------------------------------------------===//

/// Parses until a pass knows the parts of the prelude that included files use, and
/// the number of waves.
static std::unique_ptr<Parse> parseShader(const Options &options,
                                          const Profile &profile,
                                          const std::string &languageVersion,
                                          MLIRContext &context) {
  auto parse =
      std::make_unique<Parse>(options, profile, guessPreludeParts(options));
  parse->knownWaves = guessWaves(options);
  // Each pass can find one more: parts, all parts after errors, the number, and
  // elements and operators of matrices, after each of the others and within another.
  bool wantsWaves = false;
  compiler::Diagnostic place;
  for (unsigned most = 32; most != 0; --most) {
    runSafely(*parse, languageVersion, context);
    const bool isOther =
        parse->wantedParts != parse->parts || parse->wantsWaves;
    if (parse->textErrors || (!isOther && !parse->collector.hasFoundUses()))
      return parse;
    wantsWaves = parse->wantsWaves;
    place = parse->collector.firstFound;
    auto next = std::make_unique<Parse>(options, profile, parse->wantedParts);
    next->knownWaves =
        parse->wantsWaves ? parse->wantedWaves : parse->knownWaves;
    // Other parts or another number would move the places.
    if (!isOther)
      next->collector.addUses(parse->collector);
    parse = std::move(next);
  }
  const bool hasPlace = !wantsWaves && place.line != 0;
  parse->diagnostics.push_back(
      {"error",
       wantsWaves
           ? "numWaves cannot depend on GetGroupWaveCount() "
             "[num-waves-not-integer]"
           : "operators of matrices are nested too deep: split the expressions "
             "[hlsl-nesting]",
       hasPlace ? place.file : options.file,
       hasPlace ? place.line : 0,
       hasPlace ? place.column : 0,
       {}});
  return parse;
}

//===----------------------------------------------------------------------===//
// importHLSL
//===----------------------------------------------------------------------===//

Result hlsl::importHLSL(MLIRContext &context, const Options &givenOptions) {
  context.loadDialect<WAVE_KERNEL_DIALECTS>();
  Result result;
  Options options = givenOptions;
  auto fail = [&](std::string message) {
    result.diagnostics.push_back(
        {"error", std::move(message), options.file, 0, 0, {}});
    return std::move(result);
  };
  // Clang would read the standard input.
  if (options.file.empty() || (options.text && options.file == "-"))
    options.file = "<text>";
  std::string error;
  std::optional<Profile> profile = parseProfile(options.profile, error);
  if (!profile)
    return fail(error);
  std::optional<std::string> language =
      parseLanguageVersion(options.languageVersion, error);
  if (!language)
    return fail(error);
  if (options.denormals != "any" && options.denormals != "ftz")
    return fail("unknown mode of denormal floats '" + options.denormals +
                "': use any or ftz; GPUs cannot be asked to keep them "
                "[hlsl-denormals]");
  if (!options.text)
    options.text = readFile(options.file, result.diagnostics);
  result.files = {options.file};
  if (!options.text ||
      !checkText(options.file, *options.text, result.diagnostics))
    return result;

  std::unique_ptr<Parse> parse =
      parseShader(options, *profile, *language, context);
  Parse &last = *parse;
  result.ok = last.module && !last.textErrors && !last.collector.hasErrors() &&
              verifyModule(last, context);
  result.diagnostics = std::move(last.diagnostics);
  for (compiler::Diagnostic &diagnostic : result.diagnostics)
    if (diagnostic.file.empty())
      diagnostic.file = options.file;
  auto isDisabled = [&](const compiler::Diagnostic &each) {
    return each.severity == "warning" &&
           hasRule(each.message, options.disabledWarnings);
  };
  llvm::erase_if(result.diagnostics, isDisabled);
  size_t errors = 0;
  llvm::erase_if(result.diagnostics, [&](const auto &each) {
    return each.severity == "error" && ++errors > kMostErrors;
  });
  if (!result.ok && llvm::none_of(result.diagnostics, [](auto &each) {
        return each.severity == "error";
      }))
    return fail("the front end failed without an error: please report this "
                "bug with the shader [hlsl-internal]");
  result.files = std::move(last.files);
  result.entries = std::move(last.entries);
  if (result.ok)
    result.module = std::move(last.module);
  return result;
}
