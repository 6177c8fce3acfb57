//===- DefaultElements.cpp - Texture2D for Texture2D<float4> --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/DefaultElements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;

hlsl::DefaultElements::DefaultElements(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

bool hlsl::DefaultElements::apply(Token &token) {
  if (token.isNot(tok::identifier))
    return false;
  if (!isComplete)
    findTemplates();
  if (!templates.contains(token.getIdentifierInfo()) || hasArguments(token))
    return false;
  insert({make(tok::less, token, 1), make(tok::greater, token, 2)});
  return true;
}

/// Collects the prelude's templates whose parameters all have defaults. It is
/// complete when the first token of the user arrives.
void hlsl::DefaultElements::findTemplates() {
  isComplete = true;
  ASTContext &ast = instance.getASTContext();
  DeclContextLookupResult found =
      ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("hlsl"));
  for (NamedDecl *name : found)
    if (auto *first = dyn_cast<NamespaceDecl>(name))
      for (const NamespaceDecl *part : first->redecls())
        for (const Decl *declaration : part->noload_decls())
          if (const auto *each = dyn_cast<TemplateDecl>(declaration);
              isa_and_nonnull<ClassTemplateDecl, TypeAliasTemplateDecl>(each) &&
              each->getTemplateParameters()->getMinRequiredArguments() == 0)
            templates.insert(each->getIdentifier());
}

/// Whether `<` follows the name, in the text or in the macro that contains it.
bool hlsl::DefaultElements::hasArguments(const Token &token) const {
  const SourceManager &sources = preprocessor.getSourceManager();
  SourceLocation location = token.getLocation();
  while (true) {
    std::optional<Token> next = Lexer::findNextToken(
        sources.getSpellingLoc(location), sources, preprocessor.getLangOpts());
    if (!next)
      return false;
    if (next->is(tok::less))
      return true;
    const bool endsArgument = sources.isMacroArgExpansion(location) &&
                              next->isOneOf(tok::r_paren, tok::comma);
    if (location.isFileID() || !(next->isAtStartOfLine() || endsArgument))
      return false;
    location = sources.getImmediateExpansionRange(location).getEnd();
  }
}
