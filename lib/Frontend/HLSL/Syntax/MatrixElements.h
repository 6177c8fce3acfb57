//===- MatrixElements.h - m._m00 and m._11 --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXELEMENTS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXELEMENTS_H

#include "Syntax/Tokens.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class Diagnostic;
class IdentifierInfo;
} // namespace clang

namespace mlir::wave::hlsl {

/// Uses of elements of several rows, which a pass of Clang has found: the places of
/// the period and of the first token of the matrix.
class ElementUses {
public:
  /// Adds the use about which Clang has this error. Returns false for other errors,
  /// and for known uses, whose error has another cause.
  bool add(const clang::Diagnostic &info, const ElementUses &known);
  void add(const ElementUses &others);

  bool isEmpty() const { return periods.empty(); }
  /// The number of elements of the use whose matrix begins here.
  unsigned getCount(clang::SourceLocation first) const {
    return matrices.lookup(first);
  }
  bool hasPeriod(clang::SourceLocation period) const {
    return periods.contains(period);
  }

private:
  llvm::DenseMap<clang::SourceLocation, unsigned> matrices;
  llvm::DenseSet<clang::SourceLocation> periods;
};

/// Rewrites the names of a matrix's elements, because Clang has none: `m._m01` and
/// `m._12` become `m[0].y`, and `m._m00_m01` becomes `m[0].xy`.
///
/// Elements of several rows become a call of the prelude's function, `m._m00_m11` is
/// `__elements2(m, 80)`. Where the matrix begins is known only to Clang, which
/// reports an error at the name: the shader is read again with these places.
class MatrixElements final : public TokenRule {
public:
  MatrixElements(clang::Preprocessor &preprocessor, const ElementUses &uses)
      : TokenRule(preprocessor), uses(uses) {}

  bool apply(clang::Token &token) override;

private:
  bool beginName(clang::Token &period);

  const ElementUses &uses;
  /// Names that the shader uses for other things, such as its own fields.
  llvm::DenseSet<const clang::IdentifierInfo *> declared;
  /// The components of the name that comes next.
  clang::IdentifierInfo *components = nullptr;
  /// The number of the elements whose name comes next, for the function.
  std::optional<unsigned> elements;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXELEMENTS_H
