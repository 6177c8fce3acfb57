//===- LiteralExpressions.h - Operators of literals -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALEXPRESSIONS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALEXPRESSIONS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace mlir::wave::hlsl {

/// An expression of literals without suffixes, for which dxc and Clang compute different
/// values. dxc computes integers with 64 bits and floats as doubles.
struct LiteralExpression {
  /// The first and the last token.
  size_t first = 0, last = 0;
  /// dxc's value, as a literal for Clang, and that of a float as a double, whose suffix is
  /// missing.
  std::string value, exact;
};

/// A token of a statement. Of a literal, the text as well.
struct LiteralToken {
  clang::Token token;
  std::string text;
};

/// Returns the largest such expressions of a statement. The functions tell whether the
/// name at an index is one of a type, and of a template.
std::vector<LiteralExpression>
findLiteralExpressions(llvm::ArrayRef<LiteralToken> statement,
                       llvm::function_ref<bool(size_t)> isType,
                       llvm::function_ref<bool(size_t)> isTemplate);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALEXPRESSIONS_H
