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
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

/// The literals that have another value or type in Clang than in dxc, as a pass has found.
class LiteralUses {
public:
  /// The value of an expression of literals.
  struct Use {
    clang::SourceLocation last;
    /// The value, and that of a float as a double.
    std::string value, exact;
  };
  /// A literal that takes the type of the other operand.
  struct Cast {
    clang::SourceLocation last;
    /// Keywords of Clang, `unsigned short`.
    std::string type;
  };

  void add(const LiteralUses &others) {
    for (const auto &[first, use] : others.uses)
      uses[first] = use;
    for (const auto &[first, cast] : others.casts)
      casts[first] = cast;
    wide.insert(others.wide.begin(), others.wide.end());
  }
  void add(clang::SourceLocation first, Use use) {
    uses[first] = std::move(use);
  }
  void addCast(clang::SourceLocation first, Cast cast) {
    casts[first] = std::move(cast);
  }
  void removeCast(clang::SourceLocation first) { casts.erase(first); }
  void addWide(clang::SourceLocation place) { wide.insert(place); }
  bool isEmpty() const { return uses.empty() && casts.empty() && wide.empty(); }
  /// The expression that begins here; null for none.
  const Use *find(clang::SourceLocation first) const {
    return findIn(uses, first);
  }
  const Cast *findCast(clang::SourceLocation first) const {
    return findIn(casts, first);
  }
  /// Whether a literal has 64 bits, or an expression that is rewritten has.
  bool isWide(clang::SourceLocation place) const {
    return wide.contains(place);
  }

private:
  template <typename T>
  static const T *findIn(const llvm::DenseMap<clang::SourceLocation, T> &map,
                         clang::SourceLocation first) {
    auto found = map.find(first);
    return found == map.end() ? nullptr : &found->second;
  }

  llvm::DenseMap<clang::SourceLocation, Use> uses;
  llvm::DenseMap<clang::SourceLocation, Cast> casts;
  llvm::DenseSet<clang::SourceLocation> wide;
};

/// Rewrites `1 << 32` as `_Generic(1 << 32, default : (0x100000000))`: Clang checks the
/// expression, and takes dxc's value. A pass finds such expressions at the end of a
/// statement; the shader is read again with them. With the types that a pass has found
/// (LiteralTypes.h), rewrites `0x80000000` as `((int)(0x80000000))`, and as `0x80000000L`
/// where dxc computes with 64 bits.
class LiteralOperators final : public TokenRule {
public:
  LiteralOperators(clang::CompilerInstance &instance, const LiteralUses &known,
                   LiteralUses &found);

  bool apply(clang::Token &token) override;

private:
  void note(const clang::Token &token);
  void findInStatement();
  bool open(clang::Token &token);
  void openCast(clang::Token &token, const LiteralUses::Cast &cast);
  void close(const clang::Token &last);
  void addValue(llvm::SmallVectorImpl<clang::Token> &tokens,
                const clang::Token &last);

  clang::CompilerInstance &instance;
  const LiteralUses &known;
  LiteralUses &found;
  std::vector<LiteralToken> statement;
  bool hasLiteral = false;
  /// The expression that is being rewritten.
  const LiteralUses::Use *openUse = nullptr;
  bool isWide = false;
  /// The casts whose expressions are open: their last tokens.
  llvm::SmallVector<clang::SourceLocation> openCasts;
  /// The places that this pass has rewritten: their first tokens are read again.
  llvm::DenseSet<clang::SourceLocation> doneUses, doneCasts;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_LITERALOPERATORS_H
