//===- NamespaceVariables.h - Variables of namespaces ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NAMESPACEVARIABLES_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NAMESPACEVARIABLES_H

#include "Syntax/Tokens.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class CompilerInstance;
class Decl;
class DeclContext;
} // namespace clang

namespace mlir::wave::hlsl {

/// Passes on the declarations of a namespace while Clang reads it. Clang itself reports
/// the whole namespace at its end, when its functions have used the variables.
class NamespaceVariables final : public TokenRule {
public:
  NamespaceVariables(clang::CompilerInstance &instance,
                     void (*prepare)(clang::Decl *));

  bool apply(clang::Token &token) override;

private:
  clang::CompilerInstance &instance;
  void (*prepare)(clang::Decl *);
  /// The kinds of the last two tokens: a declaration ends before the second one.
  clang::tok::TokenKind last = clang::tok::unknown,
                        beforeLast = clang::tok::unknown;
  /// The last declaration of each namespace that was passed on.
  llvm::DenseMap<const clang::DeclContext *, clang::Decl *> passed;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NAMESPACEVARIABLES_H
