//===- LiteralTypes.h - Types that literals take ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_LITERALTYPES_H
#define WAVEDIALECT_FRONTEND_HLSL_LITERALTYPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class QualType;
} // namespace clang

namespace mlir::wave::hlsl {

class LiteralUses;
using LiteralMemory = llvm::DenseMap<const clang::Expr *, bool>;

/// Whether an expression is a literal without a suffix, or operators of such literals. The
/// places of `known` have values instead of expressions. Who asks for each operator of long
/// expressions passes a memory of the answers.
bool isLiteral(const clang::Expr *expression, const clang::ASTContext &ast,
               const LiteralUses *known = nullptr,
               LiteralMemory *memory = nullptr);

/// The type of an operand before Clang's conversions.
clang::QualType getOperandType(const clang::Expr *operand);

/// The arguments of a call that a function of the prelude, such as `max`, converts to a
/// common type; none for other calls.
llvm::SmallVector<const clang::Expr *>
getCommonArguments(const clang::CallExpr *call, const clang::ASTContext &ast);

/// Finds the literals to which Clang gives another type than dxc. Warns of a literal of 64
/// bits that a known type cuts.
void findLiteralTypes(clang::ASTContext &ast, const LiteralUses &known,
                      LiteralUses &found);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_LITERALTYPES_H
