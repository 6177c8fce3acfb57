//===- IncompleteFields.cpp - Structs that have themselves ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/IncompleteFields.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::IncompleteFields::IncompleteFields(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

/// When the parser gets the brace that ends a struct, it has declared all fields, and
/// nothing has used the struct. No later hook sees structs in functions and structs
/// before something uses them.
bool hlsl::IncompleteFields::apply(Token &token) {
  if (token.isNot(tok::r_brace) || !instance.hasSema() ||
      !instance.getDiagnostics().hasErrorOccurred())
    return false;
  auto *record = dyn_cast_or_null<CXXRecordDecl>(instance.getSema().CurContext);
  if (!record)
    return false;
  ASTContext &ast = instance.getASTContext();
  for (FieldDecl *field : record->fields())
    if (field->isInvalidDecl() &&
        ast.getBaseElementType(field->getType())->isRecordType())
      field->setType(ast.IntTy);
  return false;
}
