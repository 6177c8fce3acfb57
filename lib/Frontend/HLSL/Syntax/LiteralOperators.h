//===- LiteralOperators.h - Values of operators of literals -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALOPERATORS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALOPERATORS_H

#include "Syntax/LiteralExpressions.h"
#include "Syntax/Tokens.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

/// Expressions of literals whose values a pass has found, by their first tokens.
class LiteralUses {
public:
  struct Use {
    clang::SourceLocation last;
    std::string value;
  };

  void add(const LiteralUses &others) {
    for (const auto &[first, use] : others.uses)
      uses[first] = use;
  }
  void add(clang::SourceLocation first, Use use) {
    uses[first] = std::move(use);
  }
  bool isEmpty() const { return uses.empty(); }
  /// The expression that begins here; null for none.
  const Use *find(clang::SourceLocation first) const {
    auto found = uses.find(first);
    return found == uses.end() ? nullptr : &found->second;
  }

private:
  llvm::DenseMap<clang::SourceLocation, Use> uses;
};

/// Rewrites `1 << 32` as `_Generic(1 << 32, default : (0x100000000))`: Clang checks the
/// expression, and takes dxc's value. A pass finds such expressions at the end of a
/// statement; the shader is read again with them.
class LiteralOperators final : public TokenRule {
public:
  LiteralOperators(clang::CompilerInstance &instance, const LiteralUses &known,
                   LiteralUses &found);

  bool apply(clang::Token &token) override;

private:
  void note(const clang::Token &token);
  void findInStatement();
  void insertValue(const clang::Token &last);

  clang::CompilerInstance &instance;
  const LiteralUses &known;
  LiteralUses &found;
  std::vector<LiteralToken> statement;
  bool hasLiteral = false;
  /// The expression that is being rewritten.
  const LiteralUses::Use *open = nullptr;
  /// The places that this pass has rewritten: their first tokens are read twice.
  llvm::DenseSet<clang::SourceLocation> done;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALOPERATORS_H
