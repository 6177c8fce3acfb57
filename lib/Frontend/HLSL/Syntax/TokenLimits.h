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
/// expand to, and one with statements in each other without braces, for which Clang has
/// no limit. Its time grows by the square of their number.
class TokenLimits final : public TokenRule {
public:
  explicit TokenLimits(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;

private:
  void fail(clang::Token &token, llvm::StringRef message);

  size_t count = 0;
  /// The statements that begin where the one before does not end.
  size_t nested = 0;
  bool ended = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENLIMITS_H
