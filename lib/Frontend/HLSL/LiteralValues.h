//===- LiteralValues.h - Values that literals may have ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_LITERALVALUES_H
#define WAVEDIALECT_FRONTEND_HLSL_LITERALVALUES_H

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace mlir::wave::hlsl {

/// Whether the low bits of the result depend on the low bits of the operands only.
bool keepsLowBits(clang::BinaryOperatorKind op);

/// The values that an expression of literals may have. None if Clang has other values than
/// integers, or if there are too many.
/// Sets `exceeds` if 32 bits are not enough, and clears `keepsBits` if the low bits of the
/// result need the high bits of a value.
std::optional<llvm::SmallVector<int64_t>>
findValues(const clang::Expr *expression, bool &exceeds, bool &keepsBits,
           const clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_LITERALVALUES_H
