//===- VulkanAttributes.cpp - Attributes of the namespace vk --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang 22 has no vk::offset, and ignores vk::constant_id unless the target is
// SPIR-V; a kernel is parsed once for all targets.

#include "VulkanAttributes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

static constexpr llvm::StringLiteral kOffset = "hlsl.offset",
                                     kConstantId = "hlsl.constant_id";

static void report(Sema &sema, SourceLocation location, StringRef text) {
  unsigned id = sema.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
      DiagnosticIDs::Error, text);
  sema.Diag(location, id);
}

static const AnnotateAttr *findAnnotation(const Decl *declaration,
                                          StringRef name) {
  for (const auto *each : declaration->specific_attrs<AnnotateAttr>())
    if (each->getAnnotation() == name)
      return each;
  return nullptr;
}

/// Reads a number from 0 to 2147483647; none for any other expression.
static std::optional<uint32_t> readNumber(const AnnotateAttr *annotation,
                                          const ASTContext &ast) {
  const Expr *argument = *annotation->args_begin();
  Expr::EvalResult result;
  if (argument->isValueDependent() || !argument->getType()->isIntegerType() ||
      !argument->EvaluateAsInt(result, ast) ||
      !result.Val.getInt().isNonNegative() ||
      result.Val.getInt().getActiveBits() >= 32)
    return std::nullopt;
  return result.Val.getInt().getZExtValue();
}

static constexpr llvm::StringLiteral kNoNumber =
    "this attribute takes a number from 0 to 2147483647 [hlsl-type]";

namespace {
/// Clang skips the arguments of attributes that it does not know: the number is a
/// literal, or a macro that is one.
struct Offset final : ParsedAttrInfo {
  Offset() {
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_CXX11, "vk::offset"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    if (isa<FieldDecl>(declaration))
      return true;
    report(sema, attribute.getLoc(),
           "vk::offset is for the fields of structs [hlsl-unsupported]");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    std::optional<uint64_t> bytes = readArgument(sema, attribute.getLoc());
    if (!bytes || *bytes > INT32_MAX) {
      report(sema, attribute.getLoc(), kNoNumber);
      return AttributeNotApplied;
    }
    ASTContext &ast = sema.Context;
    Expr *arguments[] = {IntegerLiteral::Create(ast, llvm::APInt(32, *bytes),
                                                ast.IntTy, attribute.getLoc())};
    declaration->addAttr(
        AnnotateAttr::Create(ast, kOffset, arguments, 1, attribute.getRange()));
    return AttributeApplied;
  }

private:
  static std::optional<uint64_t> readArgument(Sema &sema, SourceLocation name) {
    SourceManager &sources = sema.getSourceManager();
    auto next = [&](SourceLocation place) {
      return Lexer::findNextToken(place, sources, sema.getLangOpts())
          .value_or(Token());
    };
    // The scope may have a location of its own.
    Token parenthesis = next(sources.getSpellingLoc(name));
    while (parenthesis.isOneOf(tok::coloncolon, tok::raw_identifier))
      parenthesis = next(parenthesis.getLocation());
    if (parenthesis.isNot(tok::l_paren))
      return std::nullopt;
    Token number = next(parenthesis.getLocation());
    if (next(number.getLocation()).isNot(tok::r_paren))
      return std::nullopt;
    if (number.is(tok::raw_identifier)) {
      const MacroInfo *macro = sema.getPreprocessor().getMacroInfo(
          &sema.Context.Idents.get(number.getRawIdentifier()));
      if (!macro || macro->getNumTokens() != 1)
        return std::nullopt;
      number = *macro->tokens_begin();
    }
    if (number.isNot(tok::numeric_constant))
      return std::nullopt;
    uint64_t value;
    StringRef text(number.getLiteralData(), number.getLength());
    if (text.rtrim("uU").getAsInteger(0, value))
      return std::nullopt;
    return value;
  }
};

/// The prelude makes an annotation of the number, and then this attribute, which
/// adds Clang's own. Clang replaces the initializer by a call, so that the
/// variable is no compile-time constant.
struct ConstantId final : ParsedAttrInfo {
  ConstantId() {
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_CXX11, "vk::__constant_id"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    const AnnotateAttr *annotation = findAnnotation(declaration, kConstantId);
    if (!annotation)
      return AttributeNotApplied;
    const auto *variable = dyn_cast<VarDecl>(declaration);
    if (!variable || !variable->isFileVarDecl() ||
        !isScalarConstant(variable)) {
      report(sema, declaration->getLocation(),
             "vk::constant_id is for global constants of a scalar type: "
             "declare it as in `const int name = 1;` [hlsl-specialization]");
      return AttributeNotApplied;
    }
    // Clang has no such call for them.
    if (variable->getType()->isIntegerType() &&
        sema.Context.getTypeSize(variable->getType()) == 64) {
      report(sema, declaration->getLocation(),
             "vk::constant_id is not supported for integers of 64 bits: use "
             "two constants of 32 bits [hlsl-unsupported]");
      return AttributeNotApplied;
    }
    std::optional<uint32_t> number = readNumber(annotation, sema.Context);
    if (!number) {
      report(sema, declaration->getLocation(), kNoNumber);
      return AttributeNotApplied;
    }
    declaration->addAttr(HLSLVkConstantIdAttr::Create(sema.Context, *number,
                                                      attribute.getRange()));
    return AttributeApplied;
  }

private:
  static bool isScalarConstant(const VarDecl *variable) {
    QualType type = variable->getType();
    return type.isConstQualified() &&
           variable->getStorageClass() != SC_Static &&
           (type->isArithmeticType() || type->isBooleanType()) &&
           !type->isEnumeralType();
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<Offset>
    offset("vk::offset", "the place of a field in memory");
static ParsedAttrInfoRegistry::Add<ConstantId>
    constantId("vk::__constant_id", "the number of a specialization constant");

// Linking this function adds the attributes to Clang.
void mlir::wave::hlsl::addVulkanAttributes() {}

std::optional<uint32_t>
mlir::wave::hlsl::getStatedOffset(const FieldDecl *field) {
  const AnnotateAttr *annotation = findAnnotation(field, kOffset);
  return annotation ? readNumber(annotation, field->getASTContext())
                    : std::nullopt;
}
