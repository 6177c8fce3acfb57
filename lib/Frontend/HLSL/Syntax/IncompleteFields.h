//===- IncompleteFields.h - Structs that have themselves --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INCOMPLETEFIELDS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INCOMPLETEFIELDS_H

#include "Syntax/Tokens.h"

namespace mlir::wave::hlsl {

/// Replaces the types of fields that are incomplete when the struct ends. Clang 22
/// reports such fields and keeps them, then recurses forever into a struct that has
/// itself as a field.
class IncompleteFields final : public TokenRule {
public:
  explicit IncompleteFields(clang::CompilerInstance &instance);

  bool apply(clang::Token &token) override;

private:
  clang::CompilerInstance &instance;
  /// Whether the last token was a brace that may end a struct.
  bool isBehindEnd = false;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_INCOMPLETEFIELDS_H
