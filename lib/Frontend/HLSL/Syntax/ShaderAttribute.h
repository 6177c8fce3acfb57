//===- ShaderAttribute.h - [shader("amplification")] ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SHADERATTRIBUTE_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SHADERATTRIBUTE_H

#include "Syntax/Tokens.h"

namespace clang {
class AnnotateAttr;
class FunctionDecl;
} // namespace clang

namespace mlir::wave::hlsl {

/// Gives the attribute `shader` the name of an attribute of this project, which
/// accepts amplification shaders: Clang 22 refuses their semantics.
class ShaderAttribute final : public TokenRule {
public:
  explicit ShaderAttribute(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;

private:
  bool isAfterBracket = false;
};

/// Returns what represents `[shader("amplification")]` in the AST, or null.
const clang::AnnotateAttr *
findAmplification(const clang::FunctionDecl *function);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SHADERATTRIBUTE_H
