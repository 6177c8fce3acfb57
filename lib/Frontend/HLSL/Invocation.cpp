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
#include "Diagnostics.h"
#include "Emit.h"
#include "EntryPoints.h"
#include "GlobalConstants.h"
#include "Prelude.h"
#include "ResourceStructs.h"
#include "SourceText.h"
#include "Syntax/DefaultElements.h"
#include "Syntax/IncompleteFields.h"
#include "Syntax/MatrixElements.h"
#include "Syntax/MatrixOrder.h"
#include "Syntax/NumWavesAttribute.h"
#include "Syntax/OperatorTokens.h"
#include "Syntax/ScalarLists.h"
#include "Syntax/ShaderAttribute.h"
#include "Syntax/TokenLimits.h"
#include "TypeNames.h"
#include "Types.h"
#include "Uninitialized.h"
#include "UnusedDeclarations.h"
#include "VulkanAttributes.h"

#include "WaveDialect/Compiler/Diagnostics.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
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

namespace {
/// What a pass of Clang yields.
struct Parse {
  Parse(const Options &options, const Profile &profile, llvm::BitVector parts)
      : options(options), profile(profile), parts(parts),
        collector(diagnostics), matrixOrder(options.rowMajor),
        wantedParts(std::move(parts)) {}

  const Options &options;
  const Profile &profile;
  /// The parts of the prelude that Clang reads.
  llvm::BitVector parts;
  /// The number of waves that GetGroupWaveCount() returns; none if it is not a
  /// constant.
  std::optional<int64_t> knownWaves;

  std::vector<compiler::Diagnostic> diagnostics;
  DiagnosticCollector collector;
  MatrixOrder matrixOrder;
  clang::DiagnosticOptions diagnosticOptions;
  std::vector<std::string> files;
  std::vector<std::string> entries;
  OwningOpRef<ModuleOp> module;
  /// Whether another pass has to know another number of waves, and which.
  bool wantsWaves = false;
  std::optional<int64_t> wantedWaves;
  /// Parts that were missing, if any: a second pass has to read them.
  llvm::BitVector wantedParts;
  /// Whether a file's text is not accepted.
  bool textErrors = false;
  /// The entry point that is emitted, for internal errors.
  compiler::Diagnostic place;
  /// What a pass notes after a crash, to find its reason.
  OperatorTokens *operators = nullptr;
};

struct Consumer final : clang::SemaConsumer {
  Consumer(Parse &parse, MLIRContext &context)
      : parse(parse), context(context) {}

  void InitializeSema(clang::Sema &used) override {
    sema = &used;
    spellTypesInDiagnostics(sema->getDiagnostics(), sema->Context);
    parse.collector.setContext(&sema->Context);
  }
  void ForgetSema() override {
    sema = nullptr;
    parse.collector.setContext(nullptr);
  }

  /// Clang 22 crashes at an operator whose operand is an enumerator, if a typedef
  /// such as `uint` names the integer type.
  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    if (auto *enumeration = dyn_cast<clang::EnumDecl>(tag))
      enumeration->setIntegerType(
          enumeration->getIntegerType().getCanonicalType());
    // Clang 22 crashes as it writes the assignment of a derived struct, which the
    // emitter does not need.
    auto *record = dyn_cast<clang::CXXRecordDecl>(tag);
    if (!record || record->isDependentContext() || record->getNumBases() == 0 ||
        !isInUserFile(sema->getSourceManager(), record->getLocation()))
      return;
    sema->ForceDeclarationOfImplicitMembers(record);
    for (clang::CXXMethodDecl *method : record->methods())
      if (method->isImplicit() && method->isCopyAssignmentOperator())
        method->setWillHaveBody();
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
  void HandleTranslationUnit(clang::ASTContext &ast) override;

  Parse &parse;
  MLIRContext &context;
  clang::Sema *sema = nullptr;
};

/// Keeps Clang from entering thousands of names of builtin functions into its tables,
/// which takes 3 % of the time of a small kernel. Clang enters no names if there is an
/// external source of declarations, and then replaces a source that is not a semantic
/// one by its source of HLSL's types.
void skipBuiltins(clang::CompilerInstance &instance) {
  instance.getASTContext().setExternalSource(
      llvm::makeIntrusiveRefCnt<clang::ExternalASTSource>());
}

struct Action final : clang::ASTFrontendAction {
  Action(Parse &parse, MLIRContext &context) : parse(parse), context(context) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &instance, StringRef) override {
    addAttributesInOtherCase();
    addVulkanAttributes();
    if (!usesBuiltins(parse.parts))
      skipBuiltins(instance);
    clang::Preprocessor &preprocessor = instance.getPreprocessor();
    std::vector<std::unique_ptr<TokenRule>> rules;
    rules.push_back(std::make_unique<TokenLimits>(preprocessor));
    rules.push_back(std::make_unique<IncompleteFields>(instance));
    rules.push_back(std::make_unique<ScalarLists>(instance, context));
    if (parse.operators)
      rules.push_back(
          std::make_unique<OperatorWatch>(preprocessor, *parse.operators));
    rules.push_back(std::make_unique<MatrixElements>(
        preprocessor, parse.collector.knownElements));
    rules.push_back(std::make_unique<ShaderAttribute>(preprocessor));
    rules.push_back(std::make_unique<DefaultElements>(instance));
    watchTokens(instance, std::move(rules));
    parse.matrixOrder.watch(preprocessor);
    return std::make_unique<Consumer>(parse, context);
  }

  Parse &parse;
  MLIRContext &context;
};
} // namespace

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
}

/// Whether a file of the user contains a name.
static bool mentions(clang::SourceManager &sources, StringRef name) {
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it)
    if (!it->first.getName().starts_with(kVirtualFolder))
      if (std::optional<StringRef> text = it->second->getBufferDataIfLoaded();
          text && text->contains(name))
        return true;
  return false;
}

/// Sorts the diagnostics of the emitter, which visits functions where they are called,
/// by their places: those of included files first. Removes duplicates: a function that
/// is called twice is emitted twice.
static void sortDiagnostics(Parse &parse, size_t first) {
  auto getKey = [&](const compiler::Diagnostic &each) {
    return std::tuple(each.file == parse.options.file, StringRef(each.file),
                      each.line, each.column, StringRef(each.message));
  };
  auto begin = parse.diagnostics.begin() + first;
  std::sort(begin, parse.diagnostics.end(), [&](const auto &a, const auto &b) {
    return getKey(a) < getKey(b);
  });
  parse.diagnostics.erase(std::unique(begin, parse.diagnostics.end(),
                                      [&](const auto &a, const auto &b) {
                                        return getKey(a) == getKey(b);
                                      }),
                          parse.diagnostics.end());
}

void Consumer::HandleTranslationUnit(clang::ASTContext &ast) {
  clang::SourceManager &sources = ast.getSourceManager();
  completeGlobalConstants(ast);
  SmallVector<clang::FunctionDecl *> entries = findEntryPoints(ast);
  for (clang::FunctionDecl *entry : findGroups(entries))
    parse.entries.push_back(entry->getName().str());
  // The next pass rewrites these uses, which are errors of Clang in this one.
  if (!parse.collector.foundElements.isEmpty())
    return;
  // Errors of the shader may be why an entry point is missing.
  SmallVector<clang::SourceRange> incomplete;
  clang::FunctionDecl *entry = nullptr;
  if (!parse.collector.hasErrors() || !entries.empty())
    entry = chooseEntryPoint(ast, entries, parse.options.entry);
  if (parse.collector.hasErrors())
    incomplete = dropUnusedErrors(*sema, entry, parse.collector);
  if (!entry)
    return;
  std::optional<int64_t> waves = getNumWaves(entry);
  if (waves != parse.knownWaves && mentions(sources, "GetGroupWaveCount")) {
    parse.wantsWaves = true;
    parse.wantedWaves = waves;
    return;
  }
  // Without -T the attribute decides.
  Profile profile = parse.profile;
  if (parse.options.profile.empty() && findAmplification(entry))
    profile.stage = Stage::Amplification;
  if (!checkEntryPoint(entry, profile) || parse.collector.hasErrors() ||
      !checkNesting(ast))
    return;
  clang::PresumedLoc place = sources.getPresumedLoc(entry->getLocation());
  parse.place.file = place.getFilename();
  parse.place.line = place.getLine();
  parse.place.column = place.getColumn();
  const size_t first = parse.diagnostics.size();
  const Types types(ast, context);
  UninitializedVariables uninitialized(types);
  for (clang::FunctionDecl *function : findFunctions(ast))
    if (llvm::none_of(incomplete, [&](clang::SourceRange range) {
          return sources.isPointWithin(function->getLocation(),
                                       range.getBegin(), range.getEnd());
        }))
      uninitialized.find(function);
  parse.module = emitKernel(
      ast, entry,
      {profile.stage, waves, parse.options.denormals == "ftz",
       parse.options.specialization, &parse.matrixOrder, &uninitialized, sema},
      context);
  sortDiagnostics(parse, first);
}

/// Removes the prelude's functions and constants with the name of a global variable of the
/// shader, which hides them. Without this, each use of the name is ambiguous. The
/// prelude's own uses are resolved by now.
static void hideFunctions(clang::NamedDecl *variable) {
  clang::ASTContext &ast = variable->getASTContext();
  clang::IdentifierInfo &space = ast.Idents.get("hlsl");
  for (clang::NamedDecl *found : ast.getTranslationUnitDecl()->lookup(&space)) {
    auto *prelude = dyn_cast<clang::NamespaceDecl>(found);
    if (!prelude)
      continue;
    auto functions = llvm::to_vector(prelude->lookup(variable->getDeclName()));
    for (clang::NamedDecl *each : functions)
      if (isa<clang::FunctionDecl, clang::FunctionTemplateDecl, clang::VarDecl>(
              each))
        each->getDeclContext()->removeDecl(each);
  }
}

/// Lets push constants be copied and their methods be called, which Clang 22 refuses
/// for constant buffers. The emitter reports writes.
static void removeAddressSpace(clang::VarDecl *variable) {
  if (variable->hasAttr<clang::HLSLVkPushConstantAttr>())
    variable->setType(variable->getASTContext()
                          .removeAddrSpaceQualType(variable->getType())
                          .getUnqualifiedType());
}

bool Consumer::HandleTopLevelDecl(clang::DeclGroupRef group) {
  for (clang::Decl *each : group) {
    const clang::SourceManager &sources =
        each->getASTContext().getSourceManager();
    if (!isInUserFile(sources, each->getLocation()))
      continue;
    auto declare = [](clang::VarDecl *variable) {
      hideFunctions(variable);
      removeAddressSpace(variable);
      separateResources(variable);
    };
    if (auto *variable = dyn_cast<clang::VarDecl>(each))
      declare(variable);
    if (auto *buffer = dyn_cast<clang::HLSLBufferDecl>(each))
      for (clang::Decl *field : buffer->decls())
        if (auto *variable = dyn_cast<clang::VarDecl>(field))
          declare(variable);
  }
  return true;
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
      // Nothing is printed, not even the number of errors.
      "-fno-caret-diagnostics", "-fbracket-depth", "256"};
  // The prelude needs `short`, under another name, in any case.
  arguments.push_back("-fnative-int16-type");
  if (options.enable16BitTypes)
    arguments.push_back("-fnative-half-type");
  for (const std::string &directory : options.includeDirectories)
    arguments.insert(arguments.end(), {"-I", directory.c_str()});
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
    std::string line = "#define " + name + " " + value;
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
  Action action(parse, context);
  instance.ExecuteAction(action);
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

/// Finds the operator at which Clang crashes, which it does not with a comma in its
/// place.
static std::optional<compiler::Diagnostic>
findOperator(const Parse &crashed, const std::string &languageVersion,
             MLIRContext &context) {
  auto repeat = [&](OperatorTokens &tokens) {
    Parse parse(crashed.options, crashed.profile, crashed.parts);
    parse.knownWaves = crashed.knownWaves;
    parse.collector.knownElements = crashed.collector.knownElements;
    parse.operators = &tokens;
    return crash(parse, languageVersion, context);
  };
  OperatorTokens read;
  clang::CompilerInstance *instance = repeat(read);
  if (!instance)
    return std::nullopt;
  for (const OperatorTokens::Operator &each : read.inLastStatement()) {
    OperatorTokens without;
    without.replaced = each;
    if (!repeat(without) || without.count > read.count)
      return describeOperator(*instance, each.front());
  }
  return std::nullopt;
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
  compiler::Diagnostic error = describeCrash(*crashed, parse.place);
  if (parse.place.line == 0 &&
      StringRef(error.message).ends_with("[hlsl-internal]"))
    if (auto found = findOperator(parse, languageVersion, context))
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

static StringRef firstWord(StringRef text) {
  return text.ltrim().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Returns the number in the text's first `numWaves(4)`, or `numWaves(N)` with a
/// macro. It is most often that of the entry point and then saves a pass.
static std::optional<int64_t> guessWaves(const Options &options) {
  StringRef text = *options.text;
  if (!text.contains("GetGroupWaveCount"))
    return std::nullopt;
  constexpr StringRef kAttribute = "numwaves";
  size_t place;
  while ((place = text.find_insensitive(kAttribute)) != StringRef::npos) {
    text = text.substr(place + kAttribute.size()).ltrim();
    if (!text.consume_front("("))
      continue;
    StringRef word = firstWord(text);
    for (const auto &[name, value] : options.defines)
      if (name == word)
        word = firstWord(value);
    const std::string macro = ("#define " + word + " ").str();
    if (auto [before, definition] = StringRef(*options.text).split(macro);
        !definition.empty())
      word = firstWord(definition);
    uint32_t waves;
    if (!word.getAsInteger(10, waves) && waves != 0)
      return waves;
  }
  return std::nullopt;
}

using Files = llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>>;

/// Reads the files that a text includes by a literal name, and those that they
/// include. The preprocessor may skip some of them.
static void readIncluded(StringRef text, StringRef folder,
                         ArrayRef<std::string> directories, Files &files) {
  constexpr size_t kMostFiles = 100;
  while (!text.empty() && files.size() < kMostFiles) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.ltrim();
    if (!line.consume_front("#") ||
        !(line = line.ltrim()).consume_front("include"))
      continue;
    line = line.ltrim();
    if (!line.starts_with("\"") && !line.starts_with("<"))
      continue;
    StringRef name = line.drop_front().take_until(
        [](char c) { return c == '"' || c == '>'; });
    SmallVector<StringRef> folders = {folder};
    llvm::append_range(folders, directories);
    for (StringRef each : folders) {
      SmallString<128> path(each);
      llvm::sys::path::append(path, name);
      if (!llvm::sys::fs::is_regular_file(path))
        continue;
      auto [entry, isNew] = files.try_emplace(path);
      auto buffer = llvm::MemoryBuffer::getFile(path);
      if (!isNew || !buffer)
        break;
      entry->second = std::move(*buffer);
      readIncluded(entry->second->getBuffer(),
                   llvm::sys::path::parent_path(entry->first()), directories,
                   files);
      break;
    }
  }
}

/// Parses until a pass knows the parts of the prelude that included files use, and
/// the number of waves.
static std::unique_ptr<Parse> parseShader(const Options &options,
                                          const Profile &profile,
                                          const std::string &languageVersion,
                                          MLIRContext &context) {
  SmallVector<StringRef> texts = {*options.text};
  for (const auto &[name, value] : options.defines)
    texts.push_back(value);
  // Included files that are known in advance spare a pass.
  Files included;
  readIncluded(*options.text, llvm::sys::path::parent_path(options.file),
               options.includeDirectories, included);
  for (const auto &file : included)
    if (file.second)
      texts.push_back(file.second->getBuffer());
  auto parse =
      std::make_unique<Parse>(options, profile, selectPreludeParts(texts));
  parse->knownWaves = guessWaves(options);
  // Each pass can find one more: parts, all parts after errors, the number, and
  // elements of matrices, after each of the others and within another's indices.
  for (unsigned most = 12; most != 0; --most) {
    runSafely(*parse, languageVersion, context);
    const bool isOther =
        parse->wantedParts != parse->parts || parse->wantsWaves;
    const ElementUses &found = parse->collector.foundElements;
    if (parse->textErrors || (!isOther && found.isEmpty()))
      return parse;
    auto next = std::make_unique<Parse>(options, profile, parse->wantedParts);
    next->knownWaves =
        parse->wantsWaves ? parse->wantedWaves : parse->knownWaves;
    // Other parts or another number would move the places.
    if (!isOther) {
      next->collector.knownElements = parse->collector.knownElements;
      next->collector.knownElements.add(found);
    }
    parse = std::move(next);
  }
  parse->diagnostics.push_back(
      {"error",
       "numWaves cannot depend on GetGroupWaveCount() [num-waves-not-integer]",
       options.file,
       0,
       0,
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
