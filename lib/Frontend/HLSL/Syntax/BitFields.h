//===- BitFields.h - Bit-fields as fields ------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H

#include "Syntax/Tokens.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

/// Makes the named bit-fields of a struct plain fields with an annotation: Clang would
/// promote them to int in expressions, where HLSL keeps their types.
class BitFields final : public TokenRule {
public:
  explicit BitFields(clang::CompilerInstance &instance);

  bool apply(clang::Token &token) override;

private:
  clang::CompilerInstance &instance;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H
