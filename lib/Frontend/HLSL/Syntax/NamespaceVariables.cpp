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

/// The parser looks one token ahead: when it gets the second token behind a semicolon, the
/// declaration before that has ended. So it does behind a brace, unless the brace ends
/// the initial value of a variable, `= {1}`.
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
