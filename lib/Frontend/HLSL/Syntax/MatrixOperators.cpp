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

/// Whether the operand is a vector or a matrix of numbers.
static bool hasSteps(const clang::Diagnostic &info) {
  if (info.getNumArgs() == 0 ||
      info.getArgKind(0) != DiagnosticsEngine::ak_qualtype)
    return false;
  auto type = QualType::getFromOpaquePtr(
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      reinterpret_cast<void *>(info.getRawArg(0)));
  if (type.isNull())
    return false;
  type = type.getNonReferenceType();
  QualType element;
  if (const auto *vector = type->getAs<VectorType>())
    element = vector->getElementType();
  else if (const auto *matrix = type->getAs<MatrixType>())
    element = matrix->getElementType();
  return !element.isNull() && !element->isBooleanType();
}

bool hlsl::OperatorUses::add(const clang::Diagnostic &info,
                             const OperatorUses &known) {
  const SourceLocation place = info.getLocation();
  switch (info.getID()) {
  case diag::err_typecheck_unary_expr:
    if (!isMatrix(info, 0) || known.isUnary(place))
      return false;
    unary[place] =
        info.getNumRanges() == 0 ? SourceLocation() : info.getRange(0).getEnd();
    return true;
  case diag::err_typecheck_illegal_increment_decrement:
    if (!hasSteps(info) || known.getStep(place) || info.getNumRanges() == 0 ||
        !info.hasSourceManager())
      return false;
    addStep(place, {info.getSourceManager().isBeforeInTranslationUnit(
                        place, info.getRange(0).getBegin()),
                    info.getArgSInt(1) != 0, info.getRange(0).getAsRange()});
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

void hlsl::OperatorUses::addStep(SourceLocation place, const Step &step) {
  steps[place] = step;
  if (!step.isPrefix)
    begins[step.operand.getBegin()] = place;
}

void hlsl::OperatorUses::add(const OperatorUses &others) {
  for (auto [place, end] : others.unary)
    unary[place] = end;
  binary.insert_range(others.binary);
  for (auto [place, step] : others.steps)
    addStep(place, step);
}

/// Whether the prelude has the operator for matrices.
static bool isKnown(tok::TokenKind kind) {
  return isBinaryOperator(kind) && kind != tok::ampamp &&
         kind != tok::pipepipe && kind != tok::spaceship &&
         kind != tok::periodstar && kind != tok::arrowstar;
}

/// Returns the prelude's function that is a unary operator.
static llvm::StringRef getFunction(tok::TokenKind kind) {
  return kind == tok::minus   ? "__minus"
         : kind == tok::plus  ? "__plus"
         : kind == tok::tilde ? "__complement"
                              : "__not";
}

/// Ends the calls whose operands end with this token.
void hlsl::MatrixOperators::close(const Token &token) {
  while (!ends.empty() && ends.back() == token.getLocation()) {
    ends.pop_back();
    insert({make(tok::r_paren, token, 0)});
  }
}

bool hlsl::MatrixOperators::apply(Token &token) {
  const tok::TokenKind before = std::exchange(last, token.getKind());
  const SourceLocation place = token.getLocation();
  if (!uses.getPostfix(place) || done.contains(place))
    close(token);
  if (uses.isUnary(place)) {
    const SourceLocation end = uses.getEnd(place);
    const tok::TokenKind kind = token.getKind();
    // A cast binds tighter than the operator of the prelude.
    if (before != tok::r_paren || end.isInvalid()) {
      insert({makeName("__operand", token, 0), make(tok::arrowstar, token, 0)});
      return true;
    }
    const Token first = token;
    token = makeName(getFunction(kind), first, 0);
    insert({make(tok::l_paren, first, 0)});
    ends.push_back(end);
    return true;
  }
  if (const OperatorUses::Step *step = uses.getStep(place)) {
    if (!step->isPrefix) {
      // Ends the call that begins before the operand.
      token.setKind(tok::r_paren);
      return true;
    }
    const Token first = token;
    token =
        makeName(step->isIncrement ? "__increment" : "__decrement", first, 0);
    insert({make(tok::l_paren, first, 0)});
    ends.push_back(step->operand.getEnd());
    return true;
  }
  if (const OperatorUses::Step *step = uses.getPostfix(place);
      step && done.insert(place).second) {
    const Token first = token;
    token = makeName(step->isIncrement ? "__incremented" : "__decremented",
                     first, 0);
    token.setFlag(first.isAtStartOfLine() ? Token::StartOfLine
                                          : Token::LeadingSpace);
    insertAgain(first);
    insert({make(tok::l_paren, first, 0)});
    last = before;
    return true;
  }
  if (uses.isBinary(place) && isKnown(token.getKind())) {
    insert({makeName("__operand", token, 0), make(token.getKind(), token, 0)});
    return true;
  }
  return false;
}
