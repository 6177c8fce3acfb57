//===- Consumer.cpp - What a pass takes from Clang -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang reports declarations as it reads them, and the whole shader at the end.

#include "ClangMessages.h"
#include "Emit.h"
#include "EntryPoints.h"
#include "GlobalConstants.h"
#include "LiteralTypes.h"
#include "MixedIntegers.h"
#include "Parse.h"
#include "Prelude.h"
#include "ResourceMessages.h"
#include "ResourceStructs.h"
#include "Syntax/BitFields.h"
#include "Syntax/CastTypes.h"
#include "Syntax/DefaultElements.h"
#include "Syntax/IncompleteFields.h"
#include "Syntax/Interfaces.h"
#include "Syntax/LiteralSuffixes.h"
#include "Syntax/MatrixConversions.h"
#include "Syntax/MatrixElements.h"
#include "Syntax/MatrixOperators.h"
#include "Syntax/MissingSemicolons.h"
#include "Syntax/NamespaceVariables.h"
#include "Syntax/NumWavesAttribute.h"
#include "Syntax/OperatorTokens.h"
#include "Syntax/SamplerStates.h"
#include "Syntax/ScalarLists.h"
#include "Syntax/ShaderAttribute.h"
#include "Syntax/Splats.h"
#include "Syntax/TokenLimits.h"
#include "TypeNames.h"
#include "TypeRules.h"
#include "Types.h"
#include "Uninitialized.h"
#include "UnusedDeclarations.h"
#include "VulkanAttributes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The function that is a constant if a pass knows the number of waves.
static constexpr StringLiteral kWaveCount = "GetGroupWaveCount";

namespace {
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
    if (auto *enumeration = dyn_cast<clang::EnumDecl>(tag)) {
      enumeration->setIntegerType(
          enumeration->getIntegerType().getCanonicalType());
      // As dxc, operators compute with int.
      const clang::ASTContext &ast = tag->getASTContext();
      if (!enumeration->isFixed() &&
          enumeration->getIntegerType() == ast.UnsignedIntTy &&
          enumeration->getNumPositiveBits() < 32)
        enumeration->setIntegerType(ast.IntTy);
    }
    auto *record = dyn_cast<clang::CXXRecordDecl>(tag);
    if (!record || record->isDependentContext())
      return;
    checkBitFields(record);
    // Clang 22 crashes as it writes the assignment of a derived struct, which the
    // emitter does not need.
    if (record->getNumBases() == 0 ||
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

} // namespace

/// Keeps Clang from entering thousands of names of builtin functions into its tables,
/// which takes 3 % of the time of a small kernel. Clang enters no names if there is an
/// external source of declarations, and then replaces a source that is not a semantic
/// one by its source of HLSL's types.
static void skipBuiltins(clang::CompilerInstance &instance) {
  instance.getASTContext().setExternalSource(
      llvm::makeIntrusiveRefCnt<clang::ExternalASTSource>());
}

/// Removes the prelude's functions and constants with the name of a global variable of the
/// shader, which hides them. Without this, each use of the name is ambiguous. The
/// prelude's own uses are resolved by now. A variable of a namespace hides them there
/// without this.
static void hideFunctions(clang::VarDecl *variable) {
  if (!variable->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return;
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

/// Prepares the variables of a declaration, also those of a constant buffer or a
/// namespace.
static void prepareVariables(clang::Decl *declaration) {
  if (auto *variable = dyn_cast<clang::VarDecl>(declaration)) {
    hideFunctions(variable);
    freeStruct(variable);
  } else if (isa<clang::HLSLBufferDecl, clang::NamespaceDecl>(declaration)) {
    for (clang::Decl *inner : cast<clang::DeclContext>(declaration)->decls())
      prepareVariables(inner);
  }
}

namespace {
struct Action final : clang::ASTFrontendAction {
  Action(Parse &parse, MLIRContext &context) : parse(parse), context(context) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &instance, StringRef) override {
    addAttributesInOtherCase();
    addVulkanAttributes();
    // Clang warns of conversions to shorter vectors, but not to scalars.
    if (!llvm::is_contained(parse.options.disabledWarnings, "conversion"))
      instance.getDiagnostics().setSeverity(
          clang::diag::warn_impcast_vector_scalar,
          clang::diag::Severity::Warning, clang::SourceLocation());
    // dxc converts the arguments of templates, and the values of cases.
    instance.getDiagnostics().setSeverity(clang::diag::ext_cce_narrowing,
                                          clang::diag::Severity::Ignored,
                                          clang::SourceLocation());
    if (!usesBuiltins(parse.parts))
      skipBuiltins(instance);
    clang::Preprocessor &preprocessor = instance.getPreprocessor();
    std::vector<std::unique_ptr<TokenRule>> rules;
    rules.push_back(std::make_unique<LiteralOperators>(
        instance, parse.collector.knownLiterals,
        parse.collector.foundLiterals));
    if (hasUntypedLiterals(instance.getLangOpts()))
      rules.push_back(std::make_unique<LiteralSuffixes>(preprocessor));
    rules.push_back(std::make_unique<MissingSemicolons>(preprocessor));
    rules.push_back(std::make_unique<Splats>(instance));
    rules.push_back(std::make_unique<TokenLimits>(preprocessor));
    rules.push_back(std::make_unique<SamplerStates>(preprocessor));
    rules.push_back(std::make_unique<Interfaces>(preprocessor));
    rules.push_back(
        std::make_unique<NamespaceVariables>(instance, prepareVariables));
    rules.push_back(std::make_unique<IncompleteFields>(instance));
    rules.push_back(std::make_unique<BitFields>(instance, parse.hasBitFields));
    rules.push_back(std::make_unique<CastTypes>(instance));
    rules.push_back(std::make_unique<ScalarLists>(instance, context));
    if (parse.operators)
      rules.push_back(
          std::make_unique<OperatorWatch>(preprocessor, *parse.operators));
    rules.push_back(std::make_unique<MatrixConversions>(
        preprocessor, parse.collector.knownConversions));
    rules.push_back(std::make_unique<MatrixOperators>(
        preprocessor, parse.collector.knownOperators));
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

/// Removes the warnings inside of other entry points, if the user has named one.
static void dropOtherWarnings(Parse &parse,
                              ArrayRef<clang::FunctionDecl *> entries,
                              const clang::FunctionDecl *chosen,
                              const clang::SourceManager &sources) {
  if (parse.options.entry.empty())
    return;
  auto placeOf = [&](clang::SourceLocation location) {
    return sources.getPresumedLoc(sources.getFileLoc(location));
  };
  for (const clang::FunctionDecl *entry : entries) {
    // An entry point may call another one.
    if (entry == chosen || entry->isReferenced() || !entry->hasBody())
      continue;
    const clang::PresumedLoc begin = placeOf(entry->getBeginLoc()),
                             end = placeOf(entry->getEndLoc());
    if (begin.isInvalid() || end.isInvalid())
      continue;
    const std::pair first(begin.getLine(), begin.getColumn()),
        last(end.getLine(), end.getColumn());
    llvm::erase_if(parse.diagnostics, [&](const compiler::Diagnostic &each) {
      const std::pair place(static_cast<unsigned>(each.line),
                            static_cast<unsigned>(each.column));
      return each.severity == "warning" && each.file == begin.getFilename() &&
             place >= first && place <= last;
    });
  }
}

/// Says in notes why the number of waves is not a constant.
static void nameEntryPoint(std::vector<compiler::Diagnostic> &diagnostics,
                           StringRef entry) {
  for (compiler::Diagnostic &diagnostic : diagnostics)
    for (compiler::Diagnostic &note : diagnostic.notes)
      if (note.message == kNotConstant)
        note.message +=
            (", and the entry point '" + entry + "' states numthreads").str();
}

void Consumer::HandleTranslationUnit(clang::ASTContext &ast) {
  clang::SourceManager &sources = ast.getSourceManager();
  completeGlobalConstants(ast);
  SmallVector<clang::FunctionDecl *> entries = findEntryPoints(ast);
  for (clang::FunctionDecl *entry : findGroups(entries))
    parse.entries.push_back(entry->getName().str());
  parse.collector.endNotes();
  // The next pass rewrites these uses, which are errors of Clang in this one.
  if (parse.collector.hasFoundUses())
    return;
  if (!parse.collector.hasErrors()) {
    if (hasUntypedLiterals(ast.getLangOpts()))
      findLiteralTypes(ast, parse.collector.knownLiterals,
                       parse.collector.foundLiterals);
    // Literals with other types have operators with other types.
    if (!parse.collector.hasFoundUses())
      findMixedIntegers(ast, parse.collector.knownLiterals,
                        parse.collector.foundLiterals);
    if (parse.collector.hasFoundUses())
      return;
  }
  checkTypeRules(ast, parse.collector);
  // Errors of the shader may be why an entry point is missing.
  SmallVector<clang::SourceRange> incomplete;
  clang::FunctionDecl *entry = nullptr;
  if (!parse.collector.hasErrors() || !entries.empty())
    entry = chooseEntryPoint(ast, entries, parse.options.entry,
                             parse.collector.hasGroupSizeError());
  if (parse.collector.hasErrors()) {
    // The emitter would report them.
    const bool isMixed = reportRefusedVariables(ast);
    incomplete = dropUnusedErrors(*sema, entry, parse.collector,
                                  parse.knownWaves ? "" : kWaveCount);
    if (isMixed)
      sortDiagnostics(parse, 0);
  }
  if (!entry)
    return;
  std::optional<int64_t> waves = getNumWaves(entry);
  if (waves != parse.knownWaves && mentions(sources, kWaveCount)) {
    parse.wantsWaves = true;
    parse.wantedWaves = waves;
    return;
  }
  if (!waves)
    nameEntryPoint(parse.diagnostics, entry->getName());
  // Without -T the attribute decides.
  Profile profile = parse.profile;
  if (parse.options.profile.empty() && findAmplification(entry))
    profile.stage = Stage::Amplification;
  if (!checkEntryPoint(entry, profile, parse.collector.hasGroupSizeError()) ||
      parse.collector.hasErrors() || !checkNesting(ast))
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
  if (parse.hasBitFields)
    cutConstants(ast);
  parse.module =
      emitKernel(ast, entry,
                 {profile.stage, waves, parse.options.denormals == "ftz",
                  parse.options.specialization, &parse.matrixOrder,
                  &uninitialized, sema, parse.options.debug},
                 context);
  sortDiagnostics(parse, first);
  dropOtherWarnings(parse, entries, entry, sources);
}

bool Consumer::HandleTopLevelDecl(clang::DeclGroupRef group) {
  for (clang::Decl *each : group)
    if (isInUserFile(each->getASTContext().getSourceManager(),
                     each->getLocation()))
      prepareVariables(each);
  return true;
}

std::unique_ptr<clang::FrontendAction> hlsl::makeAction(Parse &parse,
                                                        MLIRContext &context) {
  return std::make_unique<Action>(parse, context);
}
