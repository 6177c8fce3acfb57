//===- Interfaces.h - Declarations of interfaces -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INTERFACES_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INTERFACES_H

#include "Syntax/Tokens.h"

namespace mlir::wave::hlsl {

/// Refuses `interface`. Clang reads a struct in its place: otherwise each use of the
/// name would be a further error.
class Interfaces final : public TokenRule {
public:
  explicit Interfaces(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INTERFACES_H
