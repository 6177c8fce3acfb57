//===- EntryPoints.cpp - The entry points of a file and their rules -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "ClangMessages.h"
#include "Diagnostics.h"
#include "Syntax/NumWavesAttribute.h"
#include "Syntax/ShaderAttribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace mlir::wave;
using hlsl::kNoGroupSize;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// Reports an error; `text` ends in a rule id.
static DiagnosticBuilder report(ASTContext &ast, SourceLocation location,
                                StringRef text) {
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  return diagnostics.Report(location,
                            diagnostics.getDiagnosticIDs()->getCustomDiagID(
                                DiagnosticIDs::Error, text));
}

static DiagnosticBuilder addNote(ASTContext &ast, SourceLocation location,
                                 StringRef text) {
  DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  return diagnostics.Report(location,
                            diagnostics.getDiagnosticIDs()->getCustomDiagID(
                                DiagnosticIDs::Note, text));
}

//===----------------------------------------------------------------------===//
// Finding entry points
//===----------------------------------------------------------------------===//

namespace {
/// Collects the functions of the user's files that have a body.
struct FunctionFinder : RecursiveASTVisitor<FunctionFinder> {
  explicit FunctionFinder(ASTContext &ast) : ast(ast) {}

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody() &&
        function->getDeclName().isIdentifier() &&
        hlsl::isInUserFile(ast.getSourceManager(), function->getLocation()))
      functions.push_back(function);
    return true;
  }
  bool TraverseStmt(Stmt *) { return true; }

  ASTContext &ast;
  SmallVector<FunctionDecl *> functions;
};
} // namespace

static bool isEntryPoint(const FunctionDecl *function) {
  return !isa<CXXMethodDecl>(function) && !function->isTemplated() &&
         (function->hasAttr<HLSLNumThreadsAttr>() ||
          function->hasAttr<HLSLShaderAttr>() ||
          hlsl::findAmplification(function));
}

SmallVector<FunctionDecl *> hlsl::findFunctions(ASTContext &ast) {
  FunctionFinder finder(ast);
  for (Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (hlsl::isInUserFile(ast.getSourceManager(), declaration->getLocation()))
      finder.TraverseDecl(declaration);
  return std::move(finder.functions);
}

SmallVector<FunctionDecl *> hlsl::findEntryPoints(ASTContext &ast) {
  SmallVector<FunctionDecl *> functions = hlsl::findFunctions(ast);
  llvm::erase_if(functions,
                 [](FunctionDecl *each) { return !isEntryPoint(each); });
  return functions;
}

SmallVector<FunctionDecl *> hlsl::findGroups(ArrayRef<FunctionDecl *> entries) {
  auto statesSize = [](FunctionDecl *each) {
    return each->hasAttr<HLSLNumThreadsAttr>();
  };
  if (llvm::none_of(entries, statesSize))
    return llvm::to_vector(entries);
  return llvm::to_vector(llvm::make_filter_range(entries, statesSize));
}

/// Returns "'a', 'b' and 'c'".
static std::string listNames(ArrayRef<FunctionDecl *> functions) {
  std::string text;
  for (size_t index = 0; index < functions.size(); ++index) {
    if (index != 0)
      text += index + 1 == functions.size() ? " and " : ", ";
    text += ("'" + functions[index]->getName() + "'").str();
  }
  return text;
}

static SourceLocation getStart(ASTContext &ast) {
  SourceManager &sources = ast.getSourceManager();
  return sources.getLocForStartOfFile(sources.getMainFileID());
}

/// The function that is probably meant to be the entry point of a file that has none: `main`,
/// or the last one with a semantic or without parameters. Null if there is none.
static FunctionDecl *findCandidate(ASTContext &ast) {
  FunctionDecl *found = nullptr;
  for (FunctionDecl *function : hlsl::findFunctions(ast)) {
    if (isa<CXXMethodDecl>(function) || function->isTemplated() ||
        !function->getReturnType()->isVoidType() ||
        !ast.getSourceManager().isInMainFile(function->getLocation()))
      continue;
    if (function->getName() == "main")
      return function;
    if (llvm::all_of(function->parameters(), [](const ParmVarDecl *each) {
          return each->hasAttr<HLSLParsedSemanticAttr>();
        }))
      found = function;
  }
  return found;
}

static void reportNone(ASTContext &ast) {
  if (FunctionDecl *candidate = findCandidate(ast))
    report(ast, candidate->getLocation(),
           "the file has no entry point: write [numthreads(X, Y, Z)] or "
           "[numWaves(X)] before '%0' if it is one [hlsl-entry]")
        << candidate->getName();
  else
    report(ast, getStart(ast),
           "the file has no entry point: a function with [numWaves(X)] or "
           "[numthreads(X, Y, Z)] [hlsl-entry]");
}

/// Names the places of further entry points.
static void addPlaces(ASTContext &ast, ArrayRef<FunctionDecl *> entries) {
  constexpr size_t kMost = 8;
  for (FunctionDecl *entry : entries.take_front(kMost))
    addNote(ast, entry->getLocation(), "'%0' is here") << entry->getName();
}

/// The error for a name that no entry point has.
static void reportUnknown(ASTContext &ast, ArrayRef<FunctionDecl *> entries,
                          StringRef name, bool hasGroupSizeError) {
  SmallVector<FunctionDecl *> functions = hlsl::findFunctions(ast);
  for (FunctionDecl *function : functions)
    if (function->getName() == name) {
      if (isa<CXXMethodDecl>(function) || function->isTemplated())
        report(ast, function->getLocation(),
               "'%0' is a method or a template: an entry point is a function "
               "[hlsl-entry]")
            << name;
      else if (!hasGroupSizeError)
        report(ast, function->getLocation(), "'%0' " + kNoGroupSize.str())
            << name;
      return;
    }
  SmallVector<StringRef> names;
  for (FunctionDecl *entry : entries)
    names.push_back(entry->getName());
  if (entries.empty()) {
    FunctionDecl *candidate = findCandidate(ast);
    std::string help = ": the file has none";
    if (candidate)
      help += ("; write [numthreads(X, Y, Z)] or [numWaves(X)] before '" +
               candidate->getName() + "' if it is one")
                  .str();
    report(ast, candidate ? candidate->getLocation() : getStart(ast),
           "unknown entry point '%0'%1 [hlsl-entry]")
        << name << help;
    return;
  }
  const std::string help = hlsl::suggestName(name, names);
  const auto *meant = llvm::find_if(entries, [&](FunctionDecl *each) {
    return StringRef(help).contains(("'" + each->getName() + "'").str());
  });
  FunctionDecl *place = meant == entries.end() ? entries.front() : *meant;
  report(ast, place->getLocation(), "unknown entry point '%0'%1 [hlsl-entry]")
      << name << (help.empty() ? ": the file has " + listNames(entries) : help);
  if (help.empty())
    addPlaces(ast, entries.drop_front());
}

FunctionDecl *hlsl::chooseEntryPoint(ASTContext &ast,
                                     ArrayRef<FunctionDecl *> entries,
                                     StringRef name, bool hasGroupSizeError) {
  const bool isNamed = !name.empty();
  SmallVector<FunctionDecl *> groups = findGroups(entries);
  if (!isNamed && groups.size() == 1)
    return groups.front();
  if (!isNamed) {
    name = "main";
    entries = groups;
  }
  SmallVector<FunctionDecl *> found = llvm::to_vector(llvm::make_filter_range(
      entries, [&](FunctionDecl *each) { return each->getName() == name; }));
  if (found.size() == 1)
    return found.front();
  if (found.size() > 1) {
    report(ast, found[1]->getLocation(),
           "'%0' is the name of several entry points: rename all but one "
           "[hlsl-entry]")
        << name;
    addNote(ast, found[0]->getLocation(), "the first one is here");
  } else if (isNamed) {
    reportUnknown(ast, entries, name, hasGroupSizeError);
  } else if (entries.empty()) {
    reportNone(ast);
  } else {
    report(ast, entries.front()->getLocation(),
           "the file has several entry points, choose one: %0 [hlsl-entry]")
        << listNames(entries);
    addPlaces(ast, entries.drop_front());
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Rules of proposals 0054 and 0013
//===----------------------------------------------------------------------===//

static bool isThreadNumber(StringRef semantic) {
  return semantic.equals_insensitive("SV_DispatchThreadID") ||
         semantic.equals_insensitive("SV_GroupThreadID") ||
         semantic.equals_insensitive("SV_GroupIndex");
}

/// Reports the semantics of a parameter or a field, and of the fields of its
/// type, that number threads.
static bool checkSemantics(ASTContext &ast, const DeclaratorDecl *declaration) {
  bool ok = true;
  if (const auto *semantic = declaration->getAttr<HLSLParsedSemanticAttr>();
      semantic && isThreadNumber(semantic->getSemanticName())) {
    report(ast, semantic->getLocation(),
           "'%0' has no meaning under numWaves: use SV_GroupID, "
           "GetGroupWaveIndex() and WaveGetLaneIndex() "
           "[thread-id-under-num-waves]")
        << semantic->getSemanticName();
    ok = false;
  }
  SmallVector<const CXXRecordDecl *> records;
  if (const CXXRecordDecl *record =
          declaration->getType().getNonReferenceType()->getAsCXXRecordDecl())
    records.push_back(record);
  while (!records.empty()) {
    const CXXRecordDecl *record = records.pop_back_val();
    if (!record->hasDefinition() ||
        !hlsl::isInUserFile(ast.getSourceManager(), record->getLocation()))
      continue;
    for (const CXXBaseSpecifier &base : record->bases())
      if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
        records.push_back(parent);
    for (const FieldDecl *field : record->fields())
      ok &= checkSemantics(ast, field);
  }
  return ok;
}

static bool checkStage(FunctionDecl *entry, const hlsl::Profile &profile) {
  const auto *attribute = entry->getAttr<HLSLShaderAttr>();
  const Attr *shader = hlsl::findAmplification(entry);
  StringRef stated = "amplification";
  if (!shader) {
    if (!attribute || attribute->isImplicit())
      return true;
    shader = attribute;
    stated = HLSLShaderAttr::ConvertEnvironmentTypeToStr(attribute->getType());
  }
  StringRef wanted = stringifyStage(profile.stage);
  if (stated == wanted)
    return true;
  ASTContext &ast = entry->getASTContext();
  const bool isSupported = symbolizeStage(stated) == Stage::Compute ||
                           symbolizeStage(stated) == Stage::Amplification;
  if (!isSupported && hlsl::findNumWaves(entry))
    report(ast, hlsl::findNumWaves(entry)->getLocation(),
           "numWaves is for compute and amplification shaders, not for %0 ones "
           "[num-waves-stage]")
        << stated;
  else if (!isSupported)
    report(ast, shader->getLocation(),
           "%0 shaders are not supported: WaveDialect compiles compute and "
           "amplification shaders [hlsl-stage]")
        << stated;
  else
    report(ast, shader->getLocation(),
           "'%0' is a shader of the stage %1, but the profile is of the stage "
           "%2 [hlsl-stage]")
        << entry->getName() << stated << wanted;
  return false;
}

bool hlsl::checkEntryPoint(FunctionDecl *entry, const Profile &profile,
                           bool hasGroupSizeError) {
  ASTContext &ast = entry->getASTContext();
  if (!checkStage(entry, profile))
    return false;
  bool ok = true;
  // Clang drops a numthreads after its error.
  if (!entry->hasAttr<HLSLNumThreadsAttr>() && !hasGroupSizeError) {
    report(ast, entry->getLocation(), "'%0' " + kNoGroupSize.str())
        << entry->getName();
    ok = false;
  }
  const auto *threads = entry->getAttr<HLSLNumThreadsAttr>();
  if (threads && !findNumWaves(entry) &&
      (threads->getX() <= 0 || threads->getY() <= 0 || threads->getZ() <= 0)) {
    report(ast, threads->getLocation(),
           "numthreads must be three numbers greater than zero "
           "[num-threads-zero]");
    ok = false;
  }
  if (!entry->getReturnType()->isVoidType()) {
    report(ast, entry->getLocation(),
           "'%0' returns a value: a kernel cannot, write results to a buffer "
           "[kernel-result]")
        << entry->getName();
    ok = false;
  }
  if (findNumWaves(entry))
    for (const ParmVarDecl *parameter : entry->parameters())
      ok &= checkSemantics(ast, parameter);
  return ok;
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

/// Returns a statement below `kMostLevels` others, or null.
static const Stmt *findDeepest(const Stmt *body) {
  SmallVector<std::pair<const Stmt *, unsigned>> open = {{body, 1}};
  while (!open.empty()) {
    auto [statement, level] = open.pop_back_val();
    if (!statement)
      continue;
    if (level > hlsl::kMostLevels)
      return statement;
    for (const Stmt *child : statement->children())
      open.emplace_back(child, level + 1);
  }
  return nullptr;
}

std::string hlsl::nestingText() {
  return "code is nested more than " + std::to_string(kMostLevels) +
         " levels deep: split the expression or the statement [hlsl-nesting]";
}

bool hlsl::checkNesting(ASTContext &ast) {
  for (FunctionDecl *function : hlsl::findFunctions(ast))
    if (const Stmt *deepest = findDeepest(function->getBody())) {
      report(ast, deepest->getBeginLoc(), nestingText());
      return false;
    }
  return true;
}
