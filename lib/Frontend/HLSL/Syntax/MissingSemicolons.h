//===- MissingSemicolons.h - Declarations before attributes -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MISSINGSEMICOLONS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MISSINGSEMICOLONS_H

#include "Syntax/Tokens.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::wave::hlsl {

/// Reports a `;` that is missing between a global declaration and the attribute of an entry
/// point, `[numthreads(...)]`, and inserts it: Clang would read the size of an array.
class MissingSemicolons final : public TokenRule {
public:
  explicit MissingSemicolons(clang::Preprocessor &preprocessor)
      : TokenRule(preprocessor) {}

  bool apply(clang::Token &token) override;

private:
  /// What Clang calls the declaration that ends with the last token; empty if it needs no
  /// `;`.
  llvm::StringRef getUnended() const;
  bool beginsAttribute(const clang::Token &token) const;

  /// A declaration until its `;`, or until the `}` of a body.
  struct Declaration {
    llvm::StringRef type;
    bool isEmpty = true;
    bool isValue = false;
    bool isFunction = false;
    /// Whether a body has ended.
    bool hasEnded = false;
  };
  Declaration declaration;
  /// Those around the open braces.
  llvm::SmallVector<Declaration> outer;
  /// The open brackets of an attribute, and the open parentheses.
  unsigned brackets = 0, parentheses = 0;
  clang::Token last = {};
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MISSINGSEMICOLONS_H
