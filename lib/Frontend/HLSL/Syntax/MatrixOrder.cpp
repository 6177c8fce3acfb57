//===- MatrixOrder.cpp - row_major, and #pragma pack_matrix ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang 22 has no qualifiers for the order. The prelude's macros `row_major` and
// `column_major` add an attribute of types without an effect: Clang keeps it, and with
// its place the macro, in the type as it is written.

#include "Syntax/MatrixOrder.h"

#include "Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace mlir::wave;

namespace {
struct PackMatrix final : PragmaHandler {
  explicit PackMatrix(hlsl::MatrixOrder &order)
      : PragmaHandler("pack_matrix"), order(order) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer,
                    Token &name) override {
    // `row_major` is a macro of the prelude.
    Token token;
    preprocessor.LexUnexpandedToken(token);
    const bool isCall = token.is(tok::l_paren);
    preprocessor.LexUnexpandedToken(token);
    const IdentifierInfo *stated = token.getIdentifierInfo();
    const bool isRowMajor = stated && stated->isStr("row_major");
    preprocessor.LexUnexpandedToken(token);
    if (isCall && token.is(tok::r_paren) &&
        (isRowMajor || (stated && stated->isStr("column_major")))) {
      order.set(name.getLocation(), isRowMajor);
      return;
    }
    DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    diagnostics.Report(
        name.getLocation(),
        diagnostics.getCustomDiagID(
            DiagnosticsEngine::Error,
            "'pack_matrix' takes an order: write #pragma "
            "pack_matrix(row_major), or column_major [hlsl-syntax]"));
  }

  hlsl::MatrixOrder &order;
};
} // namespace

void hlsl::MatrixOrder::watch(Preprocessor &preprocessor) {
  preprocessor.AddPragmaHandler(new PackMatrix(*this));
}

/// The order of the last pragma before a place.
std::optional<bool> hlsl::MatrixOrder::getPragma(const SourceManager &sources,
                                                 SourceLocation place) const {
  for (auto [location, isRowMajor] : llvm::reverse(pragmas))
    if (place.isValid() && sources.isBeforeInTranslationUnit(location, place))
      return isRowMajor;
  return std::nullopt;
}

/// The order that a type states as it is written.
std::optional<bool> hlsl::MatrixOrder::getStated(const ASTContext &ast,
                                                 QualType type) const {
  const SourceManager &sources = ast.getSourceManager();
  while (true) {
    if (const auto *qualified = dyn_cast<AttributedType>(type.getTypePtr());
        qualified && qualified->getAttrKind() == attr::NoDeref) {
      StringRef macro = Lexer::getImmediateMacroName(
          qualified->getAttr()->getLocation(), sources, ast.getLangOpts());
      if (macro == "row_major" || macro == "column_major")
        return macro == "row_major";
    }
    // A pragma before the declaration of a name is of the name.
    if (const auto *name = dyn_cast<TypedefType>(type.getTypePtr())) {
      const TypedefNameDecl *declaration = name->getDecl();
      QualType underlying = declaration->getUnderlyingType();
      if (std::optional<bool> stated = getStated(ast, underlying))
        return stated;
      return isInUserFile(sources, declaration->getLocation())
                 ? getPragma(sources, declaration->getLocation())
                 : std::nullopt;
    }
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) {
      type = array->getElementType();
      continue;
    }
    QualType next = type.getNonReferenceType().getSingleStepDesugaredType(ast);
    if (next == type)
      return std::nullopt;
    type = next;
  }
}

bool hlsl::MatrixOrder::isRowMajor(const ASTContext &ast, QualType type,
                                   SourceLocation place) const {
  if (std::optional<bool> stated = getStated(ast, type))
    return *stated;
  return getPragma(ast.getSourceManager(), place).value_or(isRowMajorAtFirst);
}

bool hlsl::MatrixOrder::isStated(const ASTContext &ast, QualType type,
                                 SourceLocation place) const {
  return isRowMajorAtFirst || getStated(ast, type) ||
         getPragma(ast.getSourceManager(), place);
}
