//===- BitFields.cpp - Bit-fields as fields --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/BitFields.h"

#include "Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::BitFields::BitFields(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

/// When the parser gets the brace that ends a struct, it has declared all fields, and
/// nothing has used them: the bodies of methods are read later.
bool hlsl::BitFields::apply(Token &token) {
  if (token.isNot(tok::r_brace) || !instance.hasSema())
    return false;
  auto *record = dyn_cast_or_null<CXXRecordDecl>(instance.getSema().CurContext);
  if (!record)
    return false;
  ASTContext &ast = instance.getASTContext();
  for (FieldDecl *field : record->fields()) {
    if (!field->isBitField() || field->isUnnamedBitField() ||
        field->isInvalidDecl() || field->hasInClassInitializer())
      continue;
    Expr *width = field->getBitWidth();
    // Clang would instantiate the bit-field, but not the annotation.
    if (width->isValueDependent()) {
      DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
      diagnostics.Report(
          field->getLocation(),
          diagnostics.getCustomDiagID(
              DiagnosticsEngine::Error,
              "the number of bits of a bit-field cannot depend on a parameter "
              "of a template [hlsl-unsupported]"));
      field->setInvalidDecl();
      continue;
    }
    field->addAttr(
        AnnotateAttr::CreateImplicit(ast, kBitsAnnotation, &width, 1));
    field->removeBitWidth();
  }
  return false;
}
