//===- DefaultElements.h - Texture2D for Texture2D<float4> ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_DEFAULTELEMENTS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_DEFAULTELEMENTS_H

#include "Syntax/Tokens.h"

#include "llvm/ADT/DenseSet.h"

namespace clang {
class IdentifierInfo;
} // namespace clang

namespace mlir::wave::hlsl {

/// Lets the shader omit the arguments of templates that have defaults for all:
/// C++ requires `Texture2D<>` where HLSL allows `Texture2D`.
class DefaultElements final : public TokenRule {
public:
  explicit DefaultElements(clang::CompilerInstance &instance);

  bool apply(clang::Token &token) override;

private:
  void findTemplates();
  bool hasArguments(const clang::Token &token) const;

  clang::CompilerInstance &instance;
  llvm::DenseSet<const clang::IdentifierInfo *> templates;
  bool isComplete = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_DEFAULTELEMENTS_H
