//===- VariableParts.h - Parts of local variables ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_VARIABLEPARTS_H
#define WAVEDIALECT_FRONTEND_HLSL_VARIABLEPARTS_H

#include "Types.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace mlir::wave::hlsl {

/// Whether the scalars of a type are counted: those of numbers, matrices, and structs
/// of moderate size without arrays and resources.
bool isCounted(const Types &types, clang::QualType type);

/// Counts the scalars of a type that holds neither arrays nor resources.
unsigned countScalars(const Types &types, clang::QualType type);

/// The name of a scalar of a value: `.z`, `.light.color.x`, `._m12`.
std::string nameScalar(const Types &types, clang::QualType type,
                       unsigned scalar);

/// The operand of casts and copies that keep the value as it is.
const clang::Expr *getCopied(const clang::Expr *expression);

/// Scalars of a local variable that an expression names.
struct VariablePart {
  const clang::VarDecl *variable;
  clang::QualType type;
  /// The positions in the variable, in the order of the expression's type.
  llvm::SmallVector<unsigned, 4> scalars;
  /// Whether it is one of them, at an index that is not a constant.
  bool isOneOf = false;

  bool isWhole(const Types &types) const {
    return !isOneOf &&
           scalars.size() == countScalars(types, variable->getType());
  }
};

/// Numbers the scalars of local variables, and finds those that an expression names.
class VariableParts {
public:
  VariableParts(const Types &types, const clang::ASTContext &ast)
      : types(types), ast(ast) {}

  /// Adds a variable if the scalars of its type are counted.
  void add(const clang::VarDecl *variable);
  bool contains(const clang::VarDecl *variable) const {
    return first.contains(variable);
  }
  /// The number of the first scalar of a variable; the others follow.
  unsigned getFirst(const clang::VarDecl *variable) const {
    return first.lookup(variable);
  }
  /// The scalars of all variables.
  unsigned countAll() const { return count; }

  VariablePart getWhole(const clang::VarDecl *variable) const;
  /// None if the expression is no part of a variable that was added.
  std::optional<VariablePart> resolve(const clang::Expr *expression) const;

private:
  std::optional<unsigned> constantOf(const clang::Expr *index) const;

  const Types &types;
  const clang::ASTContext &ast;
  llvm::DenseMap<const clang::VarDecl *, unsigned> first;
  unsigned count = 0;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_VARIABLEPARTS_H
