//===- LiteralSuffixes.h - Literals with the suffix L -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALSUFFIXES_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALSUFFIXES_H

#include "Syntax/Tokens.h"

namespace clang {
class LangOptions;
} // namespace clang

namespace mlir::wave::hlsl {

/// Whether literals without a suffix have no type of their own; those of HLSL 202x have
/// types as in C.
bool hasUntypedLiterals(const clang::LangOptions &language);

/// Rewrites `4294967297L` as `1`, which has 32 bits: L means nothing in HLSL, and LL means
/// 64 bits. With another base than 10, the literal is unsigned.
class LiteralSuffixes final : public TokenRule {
public:
  explicit LiteralSuffixes(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALSUFFIXES_H
