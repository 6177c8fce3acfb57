//===- NamespaceVariables.cpp - Variables of namespaces -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/NamespaceVariables.h"

#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::NamespaceVariables::NamespaceVariables(CompilerInstance &instance,
                                             void (*prepare)(Decl *))
    : TokenRule(instance.getPreprocessor()), instance(instance),
      prepare(prepare) {}

/// When the second token behind a semicolon or a brace is read, the parser has ended what
/// stands before it: it looks one token ahead. A variable in braces may not have ended.
bool hlsl::NamespaceVariables::apply(Token &token) {
  const tok::TokenKind end = beforeLast;
  beforeLast = last;
  last = token.getKind();
  if ((end != tok::semi && end != tok::r_brace) || !instance.hasSema())
    return false;
  auto *space = dyn_cast_or_null<NamespaceDecl>(instance.getSema().CurContext);
  if (!space)
    return false;
  Decl *&done = passed[space];
  for (Decl *next = done ? done->getNextDeclInContext()
                         : (space->decls_begin() == space->decls_end()
                                ? nullptr
                                : *space->decls_begin());
       next; next = next->getNextDeclInContext()) {
    if (end == tok::r_brace && isa<VarDecl>(next))
      break;
    prepare(next);
    done = next;
  }
  return false;
}
