//===- Splats.cpp - k.xxx for a scalar k ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Splats.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

#include <utility>

using namespace clang;
using namespace mlir::wave;

/// Whether a name repeats the only component of a scalar.
static bool repeatsComponent(StringRef name) {
  return name.size() >= 2 && name.size() <= 4 &&
         (name.find_first_not_of('x') == StringRef::npos ||
          name.find_first_not_of('r') == StringRef::npos);
}

/// Whether the token needs a place before it, which the prelude's operator does not return:
/// Clang has an error for such a use of a swizzle.
static bool writes(const Token &token) {
  return token.isOneOf(tok::equal, tok::plusequal, tok::minusequal,
                       tok::starequal, tok::slashequal, tok::percentequal,
                       tok::ampequal, tok::pipeequal, tok::caretequal,
                       tok::lesslessequal, tok::greatergreaterequal,
                       tok::plusplus, tok::minusminus);
}

hlsl::Splats::Splats(CompilerInstance &instance)
    : TokenRule(instance.getPreprocessor()), instance(instance) {}

/// Whether the parser is between the braces of a struct.
bool hlsl::Splats::isInStruct() const {
  const Scope *scope =
      instance.hasSema() ? instance.getSema().getCurScope() : nullptr;
  return scope && scope->isClassScope();
}

/// Whether the name before the period is that of a number. The types of other expressions
/// are not known yet.
bool hlsl::Splats::isOfNumber() const {
  if (!isFirst || !base.is(tok::identifier) || !instance.hasSema())
    return false;
  Sema &sema = instance.getSema();
  if (!sema.getCurScope())
    return false;
  LookupResult result(sema, base.getIdentifierInfo(), base.getLocation(),
                      Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  sema.LookupName(result, sema.getCurScope());
  const auto *variable = result.getAsSingle<ValueDecl>();
  return variable && (variable->getType()->isArithmeticType() ||
                      variable->getType()->isVectorType());
}

bool hlsl::Splats::isSplat(const Token &token) const {
  return last.is(tok::period) && token.is(tok::identifier) &&
         repeatsComponent(token.getIdentifierInfo()->getName()) &&
         (!declared.contains(token.getIdentifierInfo()) || isOfNumber());
}

bool hlsl::Splats::apply(Token &token) {
  const bool isAfterPeriod = last.is(tok::period);
  if (token.is(tok::identifier) && !isAfterPeriod &&
      repeatsComponent(token.getIdentifierInfo()->getName()) && isInStruct())
    declared.insert(token.getIdentifierInfo());
  // A member of the vector comes before the operator.
  const bool goesOn =
      token.is(tok::period) || (isAfterPeriod && token.is(tok::identifier));
  const bool wasOpen =
      std::exchange(isOpen, isSplat(token) || (isOpen && goesOn));
  const Token before = std::exchange(last, token);
  if (token.is(tok::period)) {
    isFirst = !isMember;
    base = before;
  }
  isMember = before.isOneOf(tok::period, tok::coloncolon);
  if (!wasOpen || goesOn || writes(token) ||
      token.isOneOf(tok::eof, tok::l_square, tok::l_paren))
    return false;
  insertAgain(token);
  insert({makeName("__plain", before, 1)});
  token = make(tok::arrowstar, before, 1);
  return true;
}
