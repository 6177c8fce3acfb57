//===- MatrixOperators.h - Operators of matrices ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXOPERATORS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXOPERATORS_H

#include "Syntax/Tokens.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class Diagnostic;
} // namespace clang

namespace mlir::wave::hlsl {

/// Operators of matrices that Clang does not have, which a pass of it has found.
class OperatorUses {
public:
  /// Adds the use about which Clang has this error. Returns false for other errors,
  /// and for known uses, whose error has another cause.
  bool add(const clang::Diagnostic &info, const OperatorUses &known);
  void add(const OperatorUses &others);

  bool isEmpty() const { return unary.empty() && binary.empty(); }
  bool isUnary(clang::SourceLocation place) const {
    return unary.contains(place);
  }
  bool isBinary(clang::SourceLocation place) const {
    return binary.contains(place);
  }

private:
  llvm::DenseSet<clang::SourceLocation> unary, binary;
};

/// Rewrites operators of matrices that Clang does not have as those of the prelude's
/// structs, with the same precedence: `-m` becomes `-__operand ->* m`, and `a < b` becomes
/// `a < __operand < b`. Only Clang knows the types of operands, and reports an error at
/// the operator: the shader is read again with these places.
class MatrixOperators final : public TokenRule {
public:
  MatrixOperators(clang::Preprocessor &preprocessor, const OperatorUses &uses)
      : TokenRule(preprocessor), uses(uses) {}

  bool apply(clang::Token &token) override;

private:
  const OperatorUses &uses;
  clang::tok::TokenKind last = clang::tok::unknown;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXOPERATORS_H
