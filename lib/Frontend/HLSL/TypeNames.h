//===- TypeNames.h - Types as HLSL writes them ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_TYPENAMES_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_TYPENAMES_H

#include "clang/AST/Type.h"

#include <string>

namespace clang {
class ASTContext;
class DiagnosticsEngine;
} // namespace clang

namespace mlir::wave::hlsl {

/// Returns a type as HLSL writes it: `float3`, `RWBuffer<uint>`. Clang's name is that of C++
/// or of the prelude. References, address spaces and the prelude's aliases are left out.
std::string spellType(clang::QualType type, const clang::ASTContext &ast);

/// Lets Clang's diagnostics have types as HLSL writes them.
void spellTypesInDiagnostics(clang::DiagnosticsEngine &diagnostics,
                             clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_TYPENAMES_H
