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
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class Diagnostic;
} // namespace clang

namespace mlir::wave::hlsl {

/// Operators of matrices that Clang does not have, and the steps `++` and `--` of matrices
/// and vectors, which a pass of it has found.
class OperatorUses {
public:
  /// Adds the use about which Clang has this error. Returns false for other errors,
  /// and for known uses, whose error has another cause.
  bool add(const clang::Diagnostic &info, const OperatorUses &known);
  void add(const OperatorUses &others);

  bool isEmpty() const {
    return unary.empty() && binary.empty() && steps.empty();
  }
  bool isUnary(clang::SourceLocation place) const {
    return unary.contains(place);
  }
  /// Where the operand of a unary operator ends: the place of its last token.
  clang::SourceLocation getEnd(clang::SourceLocation place) const {
    return unary.lookup(place);
  }
  bool isBinary(clang::SourceLocation place) const {
    return binary.contains(place);
  }

  struct Step {
    bool isPrefix = false;
    bool isIncrement = false;
    /// The first and the last token of the operand.
    clang::SourceRange operand;
  };
  /// The step whose operator is here; null for none.
  const Step *getStep(clang::SourceLocation place) const {
    auto found = steps.find(place);
    return found == steps.end() ? nullptr : &found->second;
  }
  /// The step `m++` whose operand begins here; null for none.
  const Step *getPostfix(clang::SourceLocation begin) const {
    return getStep(begins.lookup(begin));
  }

private:
  void addStep(clang::SourceLocation place, const Step &step);

  llvm::DenseMap<clang::SourceLocation, clang::SourceLocation> unary;
  llvm::DenseSet<clang::SourceLocation> binary;
  llvm::DenseMap<clang::SourceLocation, Step> steps;
  /// The places of the steps `m++` whose operands begin here.
  llvm::DenseMap<clang::SourceLocation, clang::SourceLocation> begins;
};

/// Rewrites operators of matrices that Clang does not have as those of the prelude's
/// structs, with the same precedence: `-m` becomes `-__operand ->* m`, `a < b` becomes
/// `a < __operand < b`. `++m` becomes `__increment(m)`, `m++` becomes `__incremented(m)`,
/// and `(float2x2)-m`, whose cast binds tighter, `(float2x2)__minus(m)`. Only Clang knows the types of operands, and reports an error at
/// the operator: the shader is read again with these places.
class MatrixOperators final : public TokenRule {
public:
  MatrixOperators(clang::Preprocessor &preprocessor, const OperatorUses &uses)
      : TokenRule(preprocessor), uses(uses) {}

  bool apply(clang::Token &token) override;

private:
  void close(const clang::Token &token);

  const OperatorUses &uses;
  clang::tok::TokenKind last = clang::tok::unknown;
  /// The last tokens of the operands of calls that are open.
  llvm::SmallVector<clang::SourceLocation> ends;
  /// The operands of `m++` that have been rewritten: their first tokens are read twice.
  llvm::DenseSet<clang::SourceLocation> done;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXOPERATORS_H
