//===- MatrixElements.h - m._m00 and m._11 --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_MATRIXELEMENTS_H
#define WAVEDIALECT_FRONTEND_HLSL_MATRIXELEMENTS_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class IdentifierInfo;
class Preprocessor;
class Token;
} // namespace clang

namespace mlir::wave::hlsl {

/// Rewrites the names of a matrix's elements in the stream of tokens, because
/// Clang has none: `m._m01` and `m._12` become `m[0].y`, and `m._m00_m01`
/// becomes `m[0].xy`. Elements of several rows stay, and Clang reports them.
class MatrixElements {
public:
  explicit MatrixElements(clang::Preprocessor &preprocessor)
      : preprocessor(preprocessor) {}

  /// Takes the next token of the user's text. Returns whether it is changed.
  bool rewrite(clang::Token &token);

private:
  clang::Preprocessor &preprocessor;
  /// Names that the shader uses for other things, such as its own fields.
  llvm::DenseSet<const clang::IdentifierInfo *> declared;
  /// The components of the name that comes next.
  const clang::IdentifierInfo *components = nullptr;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_MATRIXELEMENTS_H
