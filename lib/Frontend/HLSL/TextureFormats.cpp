//===- TextureFormats.cpp - What textures state about their texels --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang 22 has neither unorm and snorm nor vk::image_format. The prelude's macros
// leave an attribute of the type, and an annotation of the declaration.

#include "TextureFormats.h"

#include "WaveDialect/IR/ImageFormat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

static constexpr llvm::StringLiteral kImageFormat = "hlsl.image_format";

QualType hlsl::getElementAsWritten(QualType type, const ASTContext &ast) {
  while (true) {
    if (const auto *resource =
            dyn_cast<TemplateSpecializationType>(type.getTypePtr());
        resource && !resource->isTypeAlias() &&
        !resource->template_arguments().empty() &&
        resource->template_arguments().front().getKind() ==
            TemplateArgument::Type)
      return resource->template_arguments().front().getAsType();
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) {
      type = array->getElementType();
      continue;
    }
    QualType next = type.getNonReferenceType().getSingleStepDesugaredType(ast);
    if (next == type)
      return type;
    type = next;
  }
}

llvm::StringRef hlsl::getNormalization(QualType resource,
                                       const ASTContext &ast) {
  QualType type = getElementAsWritten(resource, ast);
  while (true) {
    if (const auto *qualified = dyn_cast<AttributedType>(type.getTypePtr());
        qualified && qualified->getAttrKind() == attr::NoDeref) {
      StringRef macro = Lexer::getImmediateMacroName(
          qualified->getAttr()->getLocation(), ast.getSourceManager(),
          ast.getLangOpts());
      if (macro == "unorm" || macro == "snorm")
        return macro;
    }
    QualType next = type.getSingleStepDesugaredType(ast);
    if (next == type)
      return "";
    type = next;
  }
}

static const AnnotateAttr *findAnnotation(const Decl *declaration) {
  for (const auto *each : declaration->specific_attrs<AnnotateAttr>())
    if (each->getAnnotation() == kImageFormat)
      return each;
  return nullptr;
}

/// The name that a vk::image_format has; null if its argument is not a string.
static const clang::StringLiteral *getName(const AnnotateAttr *annotation) {
  if (annotation->args_size() != 1)
    return nullptr;
  const Expr *argument = (*annotation->args_begin())->IgnoreParenImpCasts();
  if (const auto *constant = dyn_cast<ConstantExpr>(argument))
    argument = constant->getSubExpr()->IgnoreParenImpCasts();
  return dyn_cast<clang::StringLiteral>(argument);
}

std::optional<hlsl::StatedFormat>
hlsl::getStatedFormat(const Decl *declaration) {
  const AnnotateAttr *annotation = findAnnotation(declaration);
  const clang::StringLiteral *name = annotation ? getName(annotation) : nullptr;
  if (!name)
    return std::nullopt;
  return StatedFormat{name->getString(), name->getBeginLoc()};
}

namespace {
/// The prelude makes an annotation of the name, and then this attribute, which checks
/// it.
struct ImageFormatAttribute final : ParsedAttrInfo {
  ImageFormatAttribute() {
    static constexpr Spelling kSpellings[] = {
        {ParsedAttr::AS_CXX11, "vk::__image_format"}};
    Spellings = kSpellings;
  }

  bool acceptsLangOpts(const LangOptions &language) const override {
    return language.HLSL;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &) const override {
    auto report = [&](SourceLocation location, const llvm::Twine &text) {
      DiagnosticsEngine &diagnostics = sema.getDiagnostics();
      // The text is no format: a name may have a `%`.
      sema.Diag(location, diagnostics.getDiagnosticIDs()->getCustomDiagID(
                              DiagnosticIDs::Error, "%0"))
          << text.str();
      return AttributeNotApplied;
    };
    const AnnotateAttr *annotation = findAnnotation(declaration);
    if (!annotation)
      return AttributeNotApplied;
    const clang::StringLiteral *name = getName(annotation);
    if (!name)
      return report(declaration->getLocation(),
                    "vk::image_format takes the name of a format: "
                    "[[vk::image_format(\"rgba16f\")]] [hlsl-type]");
    const auto *variable = dyn_cast<VarDecl>(declaration);
    if (!variable || !variable->isFileVarDecl())
      return report(name->getBeginLoc(),
                    "vk::image_format is for global variables of RWTexture2D "
                    "and RWTexture2DArray [hlsl-unsupported]");
    StringRef format = name->getString();
    if (format != kUnknownFormat && !findImageFormat(format))
      return report(name->getBeginLoc(),
                    "'" + format +
                        "' is not a format of images with channels of at most "
                        "32 bits, such as rgba16f [image-format]");
    return AttributeApplied;
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<ImageFormatAttribute>
    imageFormat("vk::__image_format", "the format of a read-write texture");
