//===- UnusedDeclarations.cpp - What an entry point does not use ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang drops statements and types that it does not understand, so its tree cannot say
// what such a declaration uses, nor what uses it. The names in the text can: a
// declaration is used if the text of a used one, or of a macro there, has its name.
// This finds too many uses, never too few.

#include "UnusedDeclarations.h"

#include "Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallVector;
using llvm::StringRef;

namespace {
/// The text of a declaration, from its attributes to its end.
struct DeclarationText {
  FileID file;
  unsigned begin = 0, end = 0;
  bool isVariable = false;
  bool isUsed = false;
  bool hasUnsupported = false;

  bool contains(FileID other, unsigned offset) const {
    return other == file && begin <= offset && offset < end;
  }
};

class DeclarationTexts {
public:
  DeclarationTexts(Sema &sema)
      : preprocessor(sema.getPreprocessor()), sources(sema.getSourceManager()) {
    addAll(sema.getASTContext().getTranslationUnitDecl());
  }

  /// Marks the declarations that one of them uses, or all of them.
  void markUsed(const FunctionDecl *entry);

  /// Whether a declaration, or one that it uses, contains a name. Replaces the marks.
  bool mentions(const DeclarationText &region, StringRef name);

  /// The declaration with this place; null if there is none.
  DeclarationText *find(SourceLocation location);

  SmallVector<DeclarationText> regions;

private:
  void addAll(const DeclContext *context);
  void add(const Decl *declaration);
  void addNames(const Decl *declaration, unsigned region);
  void markAll() {
    for (DeclarationText &each : regions)
      each.isUsed = true;
  }
  void use(StringRef name);
  void useMacro(StringRef name);
  void read(const DeclarationText &region);

  Preprocessor &preprocessor;
  SourceManager &sources;
  llvm::StringMap<SmallVector<unsigned, 1>> names;
  llvm::StringSet<> usedNames;
  SmallVector<unsigned> open;
};
} // namespace

//===----------------------------------------------------------------------===//
// The text of declarations
//===----------------------------------------------------------------------===//

/// Returns where the attributes before a declaration begin: Clang keeps none that it
/// does not know.
static unsigned skipAttributes(StringRef text, unsigned begin) {
  while (true) {
    StringRef before = text.take_front(begin).rtrim();
    if (!before.ends_with("]"))
      return begin;
    unsigned depth = 0;
    size_t place = before.size();
    do {
      --place;
      depth += before[place] == ']';
      depth -= before[place] == '[';
    } while (depth != 0 && place != 0);
    if (depth != 0)
      return begin;
    begin = place;
  }
}

void DeclarationTexts::add(const Decl *declaration) {
  SourceLocation begin = sources.getFileLoc(declaration->getBeginLoc());
  SourceLocation end = sources.getFileLoc(declaration->getEndLoc());
  if (!hlsl::isInUserFile(sources, begin) || end.isInvalid())
    return;
  DeclarationText region;
  std::tie(region.file, region.begin) = sources.getDecomposedLoc(begin);
  auto [endFile, last] = sources.getDecomposedLoc(end);
  if (endFile != region.file || last < region.begin)
    return;
  StringRef text = sources.getBufferData(region.file);
  region.begin = skipAttributes(text, region.begin);
  region.isVariable = isa<VarDecl>(declaration);
  const auto *function = dyn_cast<FunctionDecl>(declaration);
  // The register of a variable follows its last token.
  const bool hasBody = !region.isVariable &&
                       !(function && !function->doesThisDeclarationHaveABody());
  size_t stop = hasBody ? last : text.find(';', last);
  region.end = stop == StringRef::npos ? text.size() : stop + 1;
  regions.push_back(region);
  addNames(declaration, regions.size() - 1);
}

void DeclarationTexts::addNames(const Decl *declaration, unsigned region) {
  auto addName = [&](const Decl *each) {
    const auto *named = dyn_cast<NamedDecl>(each);
    const IdentifierInfo *name = named ? named->getIdentifier() : nullptr;
    if (name)
      names[name->getName()].push_back(region);
    return name != nullptr;
  };
  bool isNamed = addName(declaration);
  // The members of these are names of the file.
  const auto *tag = dyn_cast<TagDecl>(declaration);
  const bool isOpen = tag && (isa<EnumDecl>(tag) || !tag->getIdentifier());
  if (isa<HLSLBufferDecl>(declaration) || isOpen)
    for (const Decl *each : cast<DeclContext>(declaration)->decls())
      isNamed |= addName(each);
  // Operators are used without a name.
  if (!isNamed) {
    regions[region].isUsed = true;
    open.push_back(region);
  }
}

void DeclarationTexts::addAll(const DeclContext *context) {
  for (const Decl *each : context->decls()) {
    if (each->isImplicit() || !hlsl::isInUserFile(sources, each->getLocation()))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(each))
      addAll(cast<DeclContext>(each));
    else
      add(each);
  }
}

DeclarationText *DeclarationTexts::find(SourceLocation location) {
  if (location.isInvalid())
    return nullptr;
  auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  // The innermost one: Clang also lists the struct that a variable's type declares.
  for (DeclarationText &each : llvm::reverse(regions))
    if (each.contains(file, offset))
      return &each;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void DeclarationTexts::useMacro(StringRef name) {
  IdentifierInfo *identifier = preprocessor.getIdentifierInfo(name);
  for (const MacroDirective *each =
           preprocessor.getLocalMacroDirectiveHistory(identifier);
       each; each = each->getPrevious()) {
    const MacroInfo *macro = each->getMacroInfo();
    if (!macro || !hlsl::isInUserFile(sources, macro->getDefinitionLoc()))
      continue;
    for (const Token &token : macro->tokens()) {
      // Any name.
      if (token.is(tok::hashhash))
        markAll();
      if (const IdentifierInfo *inner = token.getIdentifierInfo())
        use(inner->getName());
    }
  }
}

void DeclarationTexts::use(StringRef name) {
  if (!usedNames.insert(name).second)
    return;
  if (auto found = names.find(name); found != names.end())
    for (unsigned region : found->second)
      if (!regions[region].isUsed) {
        regions[region].isUsed = true;
        open.push_back(region);
      }
  useMacro(name);
}

void DeclarationTexts::read(const DeclarationText &region) {
  StringRef text = sources.getBufferData(region.file);
  Lexer lexer(sources.getLocForStartOfFile(region.file),
              preprocessor.getLangOpts(), text.begin(),
              text.begin() + region.begin, text.end());
  Token token;
  bool isDirective = false;
  // The lexer needs the end of the file behind its text.
  for (lexer.LexFromRawLexer(token);
       token.isNot(tok::eof) &&
       sources.getFileOffset(token.getLocation()) < region.end;
       lexer.LexFromRawLexer(token)) {
    // The names of an included file are unknown.
    if (isDirective && token.is(tok::raw_identifier) &&
        token.getRawIdentifier() == "include")
      markAll();
    isDirective = token.is(tok::hash) && token.isAtStartOfLine();
    if (token.is(tok::raw_identifier))
      use(token.getRawIdentifier());
  }
}

void DeclarationTexts::markUsed(const FunctionDecl *entry) {
  DeclarationText *first = entry ? find(entry->getLocation()) : nullptr;
  if (!first)
    return markAll();
  first->isUsed = true;
  open.push_back(first - regions.begin());
  while (!open.empty())
    read(regions[open.pop_back_val()]);
}

bool DeclarationTexts::mentions(const DeclarationText &region, StringRef name) {
  open.clear();
  usedNames.clear();
  for (DeclarationText &each : regions)
    each.isUsed = false;
  read(region);
  while (!open.empty())
    read(regions[open.pop_back_val()]);
  return usedNames.contains(name);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

SmallVector<SourceRange> hlsl::dropUnusedErrors(Sema &sema,
                                                const FunctionDecl *entry,
                                                DiagnosticCollector &collector,
                                                StringRef missing) {
  DeclarationTexts declarations(sema);
  declarations.markUsed(entry);
  // A search marks other declarations.
  std::optional<DeclarationTexts> searched;
  auto mentions = [&](SourceLocation place) {
    if (!searched)
      searched.emplace(sema);
    return searched->mentions(*searched->find(place), missing);
  };
  for (const DiagnosticCollector::Origin &error : collector.getErrors())
    if (DeclarationText *region = declarations.find(error.location))
      region->hasUnsupported |=
          error.isUnsupported || (error.needsConstant && !missing.empty() &&
                                  !region->isUsed && mentions(error.location));
  llvm::DenseSet<const DeclarationText *> reported;
  collector.eraseErrors([&](const DiagnosticCollector::Origin &error) {
    const DeclarationText *region = declarations.find(error.location);
    if (!region || !region->hasUnsupported)
      return false;
    if (!region->isUsed)
      return true;
    const bool isDropped = region->isVariable && reported.contains(region);
    if (error.isUnsupported)
      reported.insert(region);
    return isDropped;
  });
  SourceManager &sources = sema.getSourceManager();
  SmallVector<SourceRange> incomplete;
  for (const DeclarationText &each : declarations.regions)
    if (each.hasUnsupported && !each.isUsed)
      incomplete.emplace_back(sources.getComposedLoc(each.file, each.begin),
                              sources.getComposedLoc(each.file, each.end));
  return incomplete;
}
