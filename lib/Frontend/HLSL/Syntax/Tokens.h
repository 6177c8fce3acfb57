//===- Tokens.h - Changes of tokens before Clang parses them --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>

namespace clang {
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace mlir::wave::hlsl {

/// Changes tokens of the user's text, where HLSL has syntax that Clang lacks.
class TokenRule {
public:
  virtual ~TokenRule() = default;

  /// Takes the next token of the user's text, which it may change. Returns whether
  /// no other rule may change the token.
  virtual bool apply(clang::Token &token) = 0;

protected:
  explicit TokenRule(clang::Preprocessor &preprocessor)
      : preprocessor(preprocessor) {}

  /// Makes a token of the kind whose place is `distance` bytes after another token:
  /// Clang finds tokens again by their places, which must differ.
  static clang::Token make(clang::tok::TokenKind kind,
                           const clang::Token &after, int distance);
  clang::Token makeName(llvm::StringRef name, const clang::Token &after,
                        int distance) const;
  clang::Token makeNumber(unsigned number, const clang::Token &after,
                          int distance) const;

  /// Makes a token a number.
  void setNumber(clang::Token &token, unsigned number) const;
  void setNumber(clang::Token &token, llvm::StringRef spelling) const;

  /// Inserts tokens between the one that the rule has taken and the next one.
  void insert(llvm::ArrayRef<clang::Token> tokens);

  /// Inserts a token that the rules take again.
  void insertAgain(const clang::Token &token);

  clang::Preprocessor &preprocessor;
};

/// Lets rules change the tokens that Clang parses. Call it before parsing.
void watchTokens(clang::CompilerInstance &instance,
                 std::vector<std::unique_ptr<TokenRule>> rules);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_TOKENS_H
