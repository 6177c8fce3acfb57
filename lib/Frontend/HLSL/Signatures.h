//===- Signatures.h - Functions of the prelude as HLSL writes them -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_SIGNATURES_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_SIGNATURES_H

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace mlir::wave::hlsl {

/// Returns a note with the signature of the prelude's function or method that is
/// declared at a place, `candidate: lerp(x, y, s) of floats`; empty if there is none.
std::string spellSignature(clang::SourceLocation place, clang::ASTContext &ast);

/// Adds the nearest function or type of HLSL to the error for an undeclared name, which is in
/// quotes, if Clang has none: it leaves out functions that do not take the arguments.
void addSuggestion(std::string &message, clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_SIGNATURES_H
