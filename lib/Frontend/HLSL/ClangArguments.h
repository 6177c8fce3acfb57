//===- ClangArguments.h - What Clang's diagnostics are about ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_CLANGARGUMENTS_H
#define WAVEDIALECT_FRONTEND_HLSL_CLANGARGUMENTS_H

#include "clang/AST/Type.h"
#include "clang/Basic/Diagnostic.h"

#include <string>

namespace mlir::wave::hlsl {

/// Returns the end of a diagnostic that has Clang's own text.
llvm::StringRef getRule(unsigned id);

/// Returns Clang's text with HLSL's names: the prelude's own classes have other names,
/// `hlsl::__Buffer` for `Buffer`.
std::string formatText(const clang::Diagnostic &info);

/// Returns the name that an argument of a diagnostic is, or nothing.
llvm::StringRef getName(const clang::Diagnostic &info, unsigned index);

/// Returns an argument that is an integer.
int64_t getInteger(const clang::Diagnostic &info, unsigned index);

/// Returns an argument that is a type.
clang::QualType getType(const clang::Diagnostic &info, unsigned index);

/// Returns the text of the line, up to the place of a diagnostic.
llvm::StringRef getLineBefore(const clang::Diagnostic &info);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_CLANGARGUMENTS_H
