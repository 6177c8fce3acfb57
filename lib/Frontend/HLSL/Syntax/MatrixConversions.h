//===- MatrixConversions.h - Vectors as matrices ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXCONVERSIONS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXCONVERSIONS_H

#include "Syntax/Tokens.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class Diagnostic;
class LangOptions;
} // namespace clang

namespace mlir::wave::hlsl {

/// Implicit conversions between a vector and a matrix with as many elements, or with one row
/// or column and more elements than the result, which a pass of Clang has found: where the
/// converted expressions begin. Clang itself drops the elements that are too many.
class ConversionUses {
public:
  struct Shape {
    /// Those of a matrix with all elements; 0 for a conversion to a vector.
    unsigned rows = 0, columns = 0;
  };

  /// Adds the conversion about which Clang has this error. Returns false for
  /// other errors, and for known conversions, whose error has another cause.
  bool add(const clang::Diagnostic &info, const ConversionUses &known);
  /// Adds the conversion of an argument for which Clang has this note on a function. The
  /// place is that of the call. Arguments in macros keep the error.
  bool addArgument(const clang::Diagnostic &info, clang::SourceLocation call,
                   const clang::LangOptions &language,
                   const ConversionUses &known);
  void add(const ConversionUses &others);

  bool isEmpty() const { return shapes.empty(); }
  std::optional<Shape> find(clang::SourceLocation begin) const;

private:
  llvm::DenseMap<clang::SourceLocation, Shape> shapes;
};

/// Rewrites an expression `value` that Clang does not convert as `__to_vector = value` or
/// `__to_matrix2x3 = value`, an operator of the prelude with the lowest precedence. Only
/// Clang knows the types: the shader is read again with the places of its errors.
class MatrixConversions final : public TokenRule {
public:
  MatrixConversions(clang::Preprocessor &preprocessor,
                    const ConversionUses &uses)
      : TokenRule(preprocessor), uses(uses) {}

  bool apply(clang::Token &token) override;

private:
  const ConversionUses &uses;
  /// The places that this pass has rewritten: their first tokens are read twice.
  llvm::DenseSet<clang::SourceLocation> done;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXCONVERSIONS_H
