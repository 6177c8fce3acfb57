//===- ScalarLists.h - int i = {1} for int i = (1) --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SCALARLISTS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SCALARLISTS_H

#include "Syntax/Tokens.h"

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class IdentifierInfo;
class NamedDecl;
} // namespace clang

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::wave::hlsl {

/// Makes parentheses of the braces of a list that initializes a scalar or a resource.
/// Clang 22 takes the value in such a list for a list, and reads what is no number as
/// its length: it crashes, or takes all memory.
class ScalarLists final : public TokenRule {
public:
  ScalarLists(clang::CompilerInstance &instance, MLIRContext &context);

  bool apply(clang::Token &token) override;

private:
  struct Read {
    clang::tok::TokenKind kind = clang::tok::unknown;
    /// Of `>`, the name of the template.
    clang::IdentifierInfo *name = nullptr;
    clang::SourceLocation location;
    /// Whether it is behind `.`, and whether square brackets are behind it.
    bool isMember = false, isElement = false;
  };

  struct Bracket {
    clang::tok::TokenKind kind;
    /// The token before it.
    clang::tok::TokenKind before;
    /// The name whose elements a square bracket states or selects.
    Read name;
    /// Whether it is a brace that became a parenthesis.
    bool isChanged = false;
    clang::SourceLocation location = {};
    size_t tokens = 0, commas = 0;
  };

  void open(clang::Token &token);
  void close(clang::Token &token);
  bool isAssigned() const;
  bool isOfScalar() const;
  bool isScalar(clang::QualType type) const;
  bool namesScalar(const Read &token) const;
  clang::NamedDecl *find(const Read &token) const;
  void report(clang::SourceLocation location, llvm::StringRef message);

  clang::CompilerInstance &instance;
  MLIRContext &context;
  llvm::SmallVector<Bracket> brackets;
  /// The last two tokens, the last one first.
  Read last, beforeLast;
  /// The name before the last `<`.
  clang::IdentifierInfo *templateName = nullptr;
  /// The name before `=`, without the square brackets behind the name.
  Read named;
  /// Whether `(` type `)` was read last, where it is not a list of parameters.
  bool isAfterType = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SCALARLISTS_H
