//===- NumWavesAttribute.cpp - [numWaves(X)] ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang does not know the attribute of HLSL proposal 0054. This file adds it by
// Clang's registry of attributes: in the AST it is an annotation with X, and an
// implicit numthreads, which satisfies Clang's own check of entry points.

#include "Syntax/NumWavesAttribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

static constexpr llvm::StringLiteral kAnnotation = "hlsl.num_waves";

const AnnotateAttr *
mlir::wave::hlsl::findNumWaves(const FunctionDecl *function) {
  for (const auto *each : function->specific_attrs<AnnotateAttr>())
    if (each->getAnnotation() == kAnnotation)
      return each;
  return nullptr;
}

std::optional<int64_t>
mlir::wave::hlsl::getNumWaves(const FunctionDecl *function) {
  const AnnotateAttr *attribute = findNumWaves(function);
  if (!attribute)
    return std::nullopt;
  Expr::EvalResult result;
  // The attribute exists only for a constant.
  if (!(*attribute->args_begin())
           ->EvaluateAsInt(result, function->getASTContext()))
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

Expr *mlir::wave::hlsl::getAttributeArgument(Sema &sema,
                                             const ParsedAttr &attribute,
                                             unsigned index) {
  if (!attribute.isArgIdent(index))
    return attribute.getArgAsExpr(index);
  IdentifierLoc *name = attribute.getArgAsIdent(index);
  LookupResult result(sema, name->getIdentifierInfo(), name->getLoc(),
                      Sema::LookupOrdinaryName);
  if (!sema.LookupName(result, sema.TUScope)) {
    sema.Diag(name->getLoc(), diag::err_undeclared_var_use)
        << name->getIdentifierInfo();
    return nullptr;
  }
  ExprResult expression =
      sema.BuildDeclarationNameExpr(CXXScopeSpec(), result, /*NeedsADL=*/false);
  return expression.get();
}

static std::string print(const Expr *expression, const Sema &sema) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  expression->printPretty(stream, nullptr, sema.getPrintingPolicy());
  return text;
}

namespace {
struct NumWavesAttribute final : ParsedAttrInfo {
  NumWavesAttribute() {
    NumArgs = 1;
    // HLSL's attributes have no fixed case.
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_Microsoft, "numWaves"},
        {ParsedAttr::AS_Microsoft, "numwaves"},
        {ParsedAttr::AS_Microsoft, "NumWaves"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    if (isa<FunctionDecl>(declaration))
      return true;
    report(sema, attribute,
           "numWaves is for the entry points of shaders [num-waves-place]");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    Expr *argument = mlir::wave::hlsl::getAttributeArgument(sema, attribute, 0);
    if (!argument)
      return AttributeNotApplied;
    Expr::EvalResult result;
    if (argument->isTypeDependent() || argument->isValueDependent() ||
        !argument->getType()->isIntegerType() ||
        argument->getType()->isBooleanType() ||
        !argument->EvaluateAsInt(result, sema.Context) ||
        !result.Val.getInt().isRepresentableByInt64() ||
        !llvm::isInt<32>(result.Val.getInt().getExtValue()))
      return report(sema, attribute,
                    "numWaves must be a constant integer of 32 bits, got %0 "
                    "[num-waves-not-integer]",
                    print(argument, sema));
    int64_t waves = result.Val.getInt().getExtValue();
    if (waves <= 0)
      return report(sema, attribute,
                    "numWaves must be greater than zero, got %0 "
                    "[num-waves-zero]",
                    std::to_string(waves));
    auto *function = cast<FunctionDecl>(declaration);
    if (std::optional<int64_t> other =
            mlir::wave::hlsl::getNumWaves(function)) {
      if (*other == waves)
        return AttributeNotApplied;
      return report(sema, attribute,
                    "numWaves is stated twice, as %0 before: keep one "
                    "[num-waves-twice]",
                    std::to_string(*other));
    }
    if (const auto *threads = function->getAttr<HLSLNumThreadsAttr>()) {
      report(sema, attribute, mlir::wave::hlsl::kTwoGroupSizes);
      sema.Diag(threads->getLocation(), diag::note_conflicting_attribute);
      return AttributeNotApplied;
    }
    Expr *arguments[] = {argument};
    function->addAttr(AnnotateAttr::Create(sema.Context, kAnnotation, arguments,
                                           1, attribute.getRange()));
    // No user can state zero threads, so that Clang reports every numthreads
    // after this attribute as a conflict.
    AttributeCommonInfo info(&sema.Context.Idents.get("numthreads"),
                             AttributeScopeInfo(), attribute.getRange(),
                             ParsedAttr::Form::Microsoft());
    function->addAttr(
        HLSLNumThreadsAttr::CreateImplicit(sema.Context, 0, 0, 0, info));
    return AttributeApplied;
  }

private:
  static AttrHandling report(Sema &sema, const ParsedAttr &attribute,
                             StringRef text, StringRef value = "") {
    unsigned id = sema.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
        DiagnosticIDs::Error, text);
    sema.Diag(attribute.getLoc(), id) << value << attribute.getRange();
    return AttributeNotApplied;
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<NumWavesAttribute>
    registration("numWaves", "the size of a group in waves");
