//===- TypeRules.h - HLSL's rules on vectors, matrices and bools *- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_TYPERULES_H
#define WAVEDIALECT_FRONTEND_HLSL_TYPERULES_H

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

class DiagnosticCollector;

/// Reports what Clang accepts in the functions of the shader, and dxc refuses: conditions
/// that are vectors or matrices, arithmetic assignments to bools, and casts of a matrix to
/// a vector of another size.
void checkTypeRules(clang::ASTContext &ast, DiagnosticCollector &collector);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_TYPERULES_H
