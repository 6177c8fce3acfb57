//===- CastTypes.h - Templates as the types of casts --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_CASTTYPES_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_CASTTYPES_H

#include "Syntax/Tokens.h"

namespace clang {
class ClassTemplateDecl;
} // namespace clang

namespace mlir::wave::hlsl {

/// Instantiates a template that is the type of a cast, `(Pair<int>)0`. Clang 22 crashes
/// at the cast if nothing has instantiated the template.
class CastTypes final : public TokenRule {
public:
  explicit CastTypes(clang::CompilerInstance &instance);

  bool apply(clang::Token &token) override;

private:
  void instantiate(clang::SourceLocation location);

  clang::CompilerInstance &instance;
  /// The templates of the shader.
  std::vector<clang::ClassTemplateDecl *> templates;
  /// The kinds of the last three tokens, the last one first.
  clang::tok::TokenKind last[3] = {clang::tok::unknown, clang::tok::unknown,
                                   clang::tok::unknown};
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_CASTTYPES_H
