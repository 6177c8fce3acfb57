//===- TokenLimits.h - Shaders that take too long to parse ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENLIMITS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENLIMITS_H

#include "Syntax/Tokens.h"

namespace mlir::wave::hlsl {

/// Ends a shader with more tokens than a file of the largest size has, which macros can
/// expand to, one with nested statements without braces, for which Clang has no limit,
/// and one with nested templates. Clang's time grows by the square of the number of the
/// statements, and doubles with each template that has a mistake.
class TokenLimits final : public TokenRule {
public:
  explicit TokenLimits(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;

private:
  bool hasTooManyTemplates(const clang::Token &token);
  void fail(clang::Token &token, llvm::StringRef message);

  size_t count = 0;
  /// The statements that begin where the one before does not end.
  size_t nested = 0;
  /// The lists of template arguments around the token.
  size_t templates = 0;
  bool isAfterName = false;
  bool ended = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENLIMITS_H
