//===- CastTypes.cpp - Templates as the types of casts --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/CastTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::CastTypes::CastTypes(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

/// When the parser gets the token behind `(Pair<int>)` or `(Name)`, it has declared the
/// type, and not yet read the operand.
bool hlsl::CastTypes::apply(Token &token) {
  const bool mayFollowType =
      last[0] == tok::r_paren &&
      (last[1] == tok::greater || last[1] == tok::greatergreater ||
       (last[1] == tok::identifier &&
        (last[2] == tok::l_paren || last[2] == tok::coloncolon)));
  last[2] = last[1];
  last[1] = last[0];
  last[0] = token.getKind();
  if (!instance.hasSema())
    return false;
  if (mayFollowType)
    instantiate(token.getLocation());
  // A struct ends.
  if (token.is(tok::r_brace))
    if (auto *record =
            dyn_cast_or_null<CXXRecordDecl>(instance.getSema().CurContext))
      if (ClassTemplateDecl *described = record->getDescribedClassTemplate();
          described && !llvm::is_contained(templates, described))
        templates.push_back(described);
  return false;
}

void hlsl::CastTypes::instantiate(SourceLocation location) {
  Sema &sema = instance.getSema();
  SmallVector<ClassTemplateSpecializationDecl *> found;
  for (ClassTemplateDecl *each : templates)
    for (ClassTemplateSpecializationDecl *made : each->specializations())
      if (!made->hasDefinition() && !made->isInvalidDecl())
        found.push_back(made);
  for (ClassTemplateSpecializationDecl *each : found)
    sema.isCompleteType(location, sema.Context.getCanonicalTagType(each));
}
