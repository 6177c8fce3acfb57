//===- Uninitialized.h - Local variables without a value --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H
#define WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H

#include "Types.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave::hlsl {

/// The scalars of the `out` parameters and of the result that a function writes, in
/// the order of their parts.
struct WrittenScalars {
  /// Those that every path writes, and those that some path writes.
  llvm::BitVector always, sometimes;
};

/// The local variables with a scalar that some path of their function may use before it
/// writes it. The emitter tracks which scalars of these have a value, so that an
/// instrumented run finds such uses.
class UninitializedVariables {
public:
  explicit UninitializedVariables(const Types &types) : types(types) {}

  /// Adds the variables of a function. Warns of each use that is certain, and of scalars
  /// and vectors that have no value at all on some path.
  void find(const clang::FunctionDecl *function);

  bool contains(const clang::VarDecl *variable) const {
    return variables.contains(variable);
  }
  /// Whether a function may end without a value of some scalar of its result.
  bool lacksResult(const clang::FunctionDecl *function) const {
    return withoutResult.contains(function);
  }
  /// Whether lanes read the value of another lane: `WaveReadLaneFirst(x)` reads the `x`
  /// of one lane, which alone has to write it.
  bool isBroadcast(const clang::Expr *expression) const {
    return broadcasts.contains(expression->IgnoreParenImpCasts());
  }

  /// What a function writes to an `out` parameter or, for null, to its result. Null for
  /// functions that are not analyzed: they write everything.
  const WrittenScalars *getWritten(const clang::FunctionDecl *function,
                                   const clang::ParmVarDecl *parameter);

  const Types &types;

private:
  friend class FunctionAnalysis;

  llvm::DenseSet<const clang::VarDecl *> variables;
  llvm::DenseSet<const clang::FunctionDecl *> analyzed, withoutResult;
  llvm::DenseSet<const clang::Expr *> broadcasts;
  /// By function or parameter.
  llvm::DenseMap<const clang::Decl *, WrittenScalars> written;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H
