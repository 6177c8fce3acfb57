//===- GlobalConstants.h - Global variables that are constants --*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_GLOBALCONSTANTS_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_GLOBALCONSTANTS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

/// Makes the global variables of namespaces constants of $Globals, which Clang 22 does
/// for those outside of namespaces only. Reports push constants that are no structs, and
/// warns of initial values, which no constant of a buffer has.
void completeGlobalConstants(clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_GLOBALCONSTANTS_H
