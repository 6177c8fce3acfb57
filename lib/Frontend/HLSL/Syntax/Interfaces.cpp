//===- Interfaces.cpp - Declarations of interfaces -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Interfaces.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

bool mlir::wave::hlsl::Interfaces::apply(Token &token) {
  if (token.isNot(tok::identifier) ||
      !token.getIdentifierInfo()->isStr("interface"))
    return false;
  // The messages know what is to be said of the name.
  preprocessor.Diag(token, diag::err_unknown_typename)
      << token.getIdentifierInfo();
  IdentifierInfo *name = preprocessor.getIdentifierInfo("struct");
  token.setIdentifierInfo(name);
  token.setKind(name->getTokenID());
  return false; // The other rules see the struct.
}
