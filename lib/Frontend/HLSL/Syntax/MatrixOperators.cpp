//===- MatrixOperators.cpp - Operators of matrices ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MatrixOperators.h"

#include "Syntax/OperatorTokens.h"

#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Preprocessor.h"

#include <utility>

using namespace clang;
using namespace mlir::wave;
using hlsl::isBinaryOperator;

/// Whether an argument of a diagnostic is a matrix.
static bool isMatrix(const clang::Diagnostic &info, unsigned index) {
  if (info.getNumArgs() <= index ||
      info.getArgKind(index) != DiagnosticsEngine::ak_qualtype)
    return false;
  auto type = QualType::getFromOpaquePtr(
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      reinterpret_cast<void *>(info.getRawArg(index)));
  return !type.isNull() && type.getNonReferenceType()->isMatrixType();
}

bool hlsl::OperatorUses::add(const clang::Diagnostic &info,
                             const OperatorUses &known) {
  const SourceLocation place = info.getLocation();
  switch (info.getID()) {
  case diag::err_typecheck_unary_expr:
    if (!isMatrix(info, 0) || known.isUnary(place))
      return false;
    unary.insert(place);
    return true;
  case diag::err_typecheck_invalid_operands:
    if (!(isMatrix(info, 0) || isMatrix(info, 1)) || known.isBinary(place))
      return false;
    binary.insert(place);
    return true;
  default:
    return false;
  }
}

void hlsl::OperatorUses::add(const OperatorUses &others) {
  unary.insert_range(others.unary);
  binary.insert_range(others.binary);
}

/// Whether the prelude has the operator for matrices.
static bool isKnown(tok::TokenKind kind) {
  return isBinaryOperator(kind) && kind != tok::ampamp &&
         kind != tok::pipepipe && kind != tok::spaceship &&
         kind != tok::periodstar && kind != tok::arrowstar;
}

bool hlsl::MatrixOperators::apply(Token &token) {
  const tok::TokenKind before = std::exchange(last, token.getKind());
  // A cast binds tighter than the operator of the prelude.
  if (uses.isUnary(token.getLocation()) && before != tok::r_paren) {
    insert({makeName("__operand", token, 0), make(tok::arrowstar, token, 0)});
    return true;
  }
  if (uses.isBinary(token.getLocation()) && isKnown(token.getKind())) {
    insert({makeName("__operand", token, 0), make(token.getKind(), token, 0)});
    return true;
  }
  return false;
}
