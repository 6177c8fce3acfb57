//===- MixedIntegers.h - Integers of two widths -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_MIXEDINTEGERS_H
#define WAVEDIALECT_FRONTEND_HLSL_MIXEDINTEGERS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

class LiteralUses;

/// Finds operands such as those of `l / n` of an `int64_t` and a `uint`: HLSL computes with
/// `uint64_t`, but Clang with `int64_t`. A cast of an operand makes them equal.
void findMixedIntegers(clang::ASTContext &ast, const LiteralUses &known,
                       LiteralUses &found);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_MIXEDINTEGERS_H
