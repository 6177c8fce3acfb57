//===- ResourceStructs.h - Global structs with resources --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H

#include "mlir/Support/LLVM.h"
#include "clang/AST/Type.h"

namespace clang {
class VarDecl;
} // namespace clang

namespace mlir::wave::hlsl {

/// The annotation of a constant that Clang does not regard as one: a struct, or a
/// variable of a namespace.
inline constexpr StringLiteral kConstantOfGlobals = "hlsl.constant_of_globals";

/// Whether a type has parts that are not resources.
bool holdsNumbers(clang::QualType type);

/// Moves a struct, or an array of structs, out of the address space of constant buffers:
/// Clang 22 can neither copy values of that address space nor call methods of them or of
/// their resources. The emitter reports writes.
void freeStruct(clang::VarDecl *variable);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H
