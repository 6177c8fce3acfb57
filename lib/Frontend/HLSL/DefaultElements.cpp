//===- DefaultElements.cpp - Texture2D for Texture2D<float4> --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// C++ requires `Texture2D<>` where HLSL allows `Texture2D`. A watcher of tokens
// inserts the missing `<>`, so that positions in the user's text stay right. It
// also rewrites the names of a matrix's elements.

#include "DefaultElements.h"

#include "Diagnostics.h"
#include "MatrixElements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace {
class Watcher {
public:
  explicit Watcher(CompilerInstance &instance)
      : instance(instance), preprocessor(instance.getPreprocessor()),
        elements(preprocessor) {}

  void operator()(const Token &token) {
    if (!token.isOneOf(tok::identifier, tok::period) ||
        !mlir::wave::hlsl::isInUserFile(preprocessor.getSourceManager(),
                                        token.getLocation()))
      return;
    // The token is the parser's own, which a watcher of Clang only reads.
    if (elements.rewrite(const_cast<Token &>(token)) || token.is(tok::period))
      return;
    if (!isComplete)
      findTemplates();
    if (!templates.contains(token.getIdentifierInfo()) || hasArguments(token))
      return;
    auto tokens = std::make_unique<Token[]>(2);
    for (unsigned index : {0, 1}) {
      tokens[index].startToken();
      tokens[index].setKind(index == 0 ? tok::less : tok::greater);
      // Clang finds tokens again by their positions, which must differ.
      tokens[index].setLocation(
          token.getLocation().getLocWithOffset(int(index) + 1));
      tokens[index].setLength(1);
    }
    preprocessor.EnterTokenStream(std::move(tokens), 2,
                                  /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/true);
  }

private:
  /// Collects the prelude's templates whose parameters all have defaults. It is
  /// complete when the first token of the user arrives.
  void findTemplates() {
    isComplete = true;
    ASTContext &ast = instance.getASTContext();
    DeclContextLookupResult found =
        ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("hlsl"));
    for (NamedDecl *name : found)
      if (auto *first = dyn_cast<NamespaceDecl>(name))
        for (const NamespaceDecl *part : first->redecls())
          for (const Decl *declaration : part->noload_decls())
            if (const auto *each = dyn_cast<TemplateDecl>(declaration);
                isa_and_nonnull<ClassTemplateDecl, TypeAliasTemplateDecl>(
                    each) &&
                each->getTemplateParameters()->getMinRequiredArguments() == 0)
              templates.insert(each->getIdentifier());
  }

  /// Whether `<` follows the name, in the text or in the macro that contains it.
  bool hasArguments(const Token &token) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    SourceLocation location = token.getLocation();
    while (true) {
      std::optional<Token> next =
          Lexer::findNextToken(sources.getSpellingLoc(location), sources,
                               preprocessor.getLangOpts());
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

  CompilerInstance &instance;
  Preprocessor &preprocessor;
  mlir::wave::hlsl::MatrixElements elements;
  llvm::DenseSet<const IdentifierInfo *> templates;
  bool isComplete = false;
};
} // namespace

void mlir::wave::hlsl::allowDefaultElements(CompilerInstance &instance) {
  instance.getPreprocessor().setTokenWatcher(Watcher(instance));
}
