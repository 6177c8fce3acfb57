//===- ShaderAttribute.cpp - [shader("amplification")] --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An amplification shader is a compute shader for Clang, with an annotation.

#include "Syntax/ShaderAttribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaHLSL.h"

using namespace clang;

static constexpr llvm::StringLiteral kName = "__shader";
static constexpr llvm::StringLiteral kAnnotation = "hlsl.amplification";

bool mlir::wave::hlsl::ShaderAttribute::apply(Token &token) {
  const bool isFirst = isAfterBracket;
  isAfterBracket = token.is(tok::l_square);
  if (!isFirst || token.isNot(tok::identifier) ||
      !token.getIdentifierInfo()->isStr("shader"))
    return false;
  token.setIdentifierInfo(preprocessor.getIdentifierInfo(kName));
  return true;
}

const AnnotateAttr *
mlir::wave::hlsl::findAmplification(const FunctionDecl *function) {
  for (const auto *each : function->specific_attrs<AnnotateAttr>())
    if (each->getAnnotation() == kAnnotation)
      return each;
  return nullptr;
}

namespace {
struct Shader final : ParsedAttrInfo {
  Shader() {
    NumArgs = 1;
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_Microsoft, "__shader"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    return isa<FunctionDecl>(declaration);
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    if (attribute.isArgExpr(0))
      if (const auto *stage = dyn_cast<StringLiteral>(
              attribute.getArgAsExpr(0)->IgnoreParenImpCasts());
          stage && stage->getString() == "amplification") {
        declaration->addAttr(AnnotateAttr::Create(
            sema.Context, kAnnotation, nullptr, 0, attribute.getRange()));
        return AttributeApplied;
      }
    // The attribute in Clang's spelling.
    ArgsUnion argument = attribute.isArgIdent(0)
                             ? ArgsUnion(attribute.getArgAsIdent(0))
                             : ArgsUnion(attribute.getArgAsExpr(0));
    AttributeFactory factory;
    ParsedAttributes same(factory);
    ParsedAttr *made = same.addNew(&sema.Context.Idents.get("shader"),
                                   attribute.getRange(), AttributeScopeInfo(),
                                   &argument, 1, ParsedAttr::Form::Microsoft());
    sema.HLSL().handleShaderAttr(declaration, *made);
    return AttributeApplied;
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<Shader>
    registration("__shader", "shader, with amplification shaders");
