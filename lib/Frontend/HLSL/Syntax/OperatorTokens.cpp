//===- OperatorTokens.cpp - The operators before a crash of Clang ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/OperatorTokens.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace mlir::wave;

/// The tokens in which an operator is looked for, and the operators that are tried: a
/// pass takes tens of milliseconds.
static constexpr size_t kMostTokens = 256, kMostOperators = 16;

/// Clang reads one token behind an operand, and looks at the next one.
static constexpr size_t kTokensAhead = 2;

bool hlsl::isBinaryOperator(tok::TokenKind kind) {
  prec::Level level = getBinOpPrecedence(kind, /*GreaterThanIsOperator=*/true,
                                         /*CPlusPlus11=*/true);
  return level > prec::Comma && kind != tok::equal && kind != tok::question;
}

std::vector<hlsl::OperatorTokens::Operator>
hlsl::OperatorTokens::inLastStatement() const {
  std::vector<Operator> found;
  // The `:` whose `?` are still to come.
  SmallVector<SourceLocation> colons;
  for (size_t i = last.size(); i-- > 0 && found.size() < kMostOperators;) {
    const Read &token = last[i];
    const bool isAhead = i + kTokensAhead >= last.size();
    if (token.kind == tok::semi || token.kind == tok::l_brace ||
        token.kind == tok::r_brace) {
      if (!isAhead)
        break;
      continue;
    }
    if (token.kind == tok::colon)
      colons.push_back(token.location);
    else if (token.kind == tok::question && !colons.empty())
      found.push_back({token.location, colons.pop_back_val()});
    else if (isBinaryOperator(token.kind))
      found.push_back({token.location});
  }
  return found;
}

bool hlsl::OperatorWatch::apply(Token &token) {
  ++tokens.count;
  tokens.last.push_back({token.getKind(), token.getLocation()});
  if (tokens.last.size() > kMostTokens)
    tokens.last.pop_front();
  if (!llvm::is_contained(tokens.replaced, token.getLocation()))
    return false;
  token.setKind(tok::comma);
  return true;
}
