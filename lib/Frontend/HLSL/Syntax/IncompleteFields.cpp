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
#include <utility>

using namespace clang;
using namespace mlir::wave;

hlsl::IncompleteFields::IncompleteFields(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

/// When the parser gets the brace that ends a struct, it has declared all fields but
/// one without a semicolon, which it declares before the token behind the brace.
/// Nothing has used the struct. No later hook sees structs in functions and structs
/// before something uses them.
bool hlsl::IncompleteFields::apply(Token &token) {
  const bool isEnd = token.is(tok::r_brace);
  if (!isEnd && !std::exchange(isBehindEnd, false))
    return false;
  isBehindEnd = isEnd;
  if (!instance.hasSema() || !instance.getDiagnostics().hasErrorOccurred())
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
