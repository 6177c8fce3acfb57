//===- OperatorTokens.h - The operators before a crash of Clang -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_OPERATORTOKENS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_OPERATORTOKENS_H

#include "Syntax/Tokens.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace mlir::wave::hlsl {

/// Whether a token is an operator of two values, which `=`, `,` and `?` are not.
bool isBinaryOperator(clang::tok::TokenKind kind);

/// Clang 22 crashes at an operator between a vector of integers and what is no number,
/// such as a struct. These are the tokens that a pass has read, in which the operator
/// is looked for: without it, the next pass does not crash.
struct OperatorTokens {
  /// The tokens of an operator: `?` and `:` are one.
  using Operator = llvm::SmallVector<clang::SourceLocation, 2>;

  /// The operators of the statement that was read last, the last one first.
  std::vector<Operator> inLastStatement() const;

  struct Read {
    clang::tok::TokenKind kind;
    clang::SourceLocation location;
  };
  /// The last tokens, and the number of all.
  std::deque<Read> last;
  size_t count = 0;
  /// The operator that is read as a comma, whose operands may have any type.
  Operator replaced;
};

/// Notes the tokens, and replaces an operator.
class OperatorWatch final : public TokenRule {
public:
  OperatorWatch(clang::Preprocessor &preprocessor, OperatorTokens &tokens)
      : TokenRule(preprocessor), tokens(tokens) {}

  bool apply(clang::Token &token) override;

private:
  OperatorTokens &tokens;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_OPERATORTOKENS_H
