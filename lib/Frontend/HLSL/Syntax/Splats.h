//===- Splats.h - k.xxx for a scalar k --------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SPLATS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SPLATS_H

#include "Syntax/Tokens.h"

#include "llvm/ADT/DenseSet.h"

namespace clang {
class CompilerInstance;
class IdentifierInfo;
} // namespace clang

namespace mlir::wave::hlsl {

/// Rewrites `k.xxx` as `k.xxx ->* __plain`, an operator of the prelude. Clang's swizzle of
/// a scalar is a vector whose elements have the qualifiers of the scalar, such as `const`
/// and the address space of a constant buffer: no template deduces `float3` from it.
class Splats final : public TokenRule {
public:
  explicit Splats(clang::CompilerInstance &instance);

  bool apply(clang::Token &token) override;

private:
  bool isSplat(const clang::Token &token) const;
  bool isInStruct() const;
  bool isOfNumber() const;

  clang::CompilerInstance &instance;
  /// The last token, and whether it ends an expression with a swizzle to rewrite.
  clang::Token last;
  bool isOpen = false;
  /// The token before the last period, and whether it is the first of its expression: not
  /// behind another period.
  clang::Token base;
  bool isFirst = false;
  /// Whether the last token is behind a period.
  bool isMember = false;
  /// Names of a swizzle that fields of structs have.
  llvm::DenseSet<const clang::IdentifierInfo *> declared;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_SPLATS_H
