//===- Crash.h - What Clang was reading when it crashed ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_CRASH_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_CRASH_H

#include "WaveDialect/Compiler/Diagnostics.h"

#include "clang/Basic/SourceLocation.h"
#include <optional>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

/// Returns the error for a crash of Clang. `emitted` has the entry point's place if the
/// shader was already read, else no line.
compiler::Diagnostic describeCrash(clang::CompilerInstance &instance,
                                   compiler::Diagnostic emitted);

/// Returns the error for an operator at which Clang crashes; none if it is not in a file
/// of the user.
std::optional<compiler::Diagnostic>
describeOperator(clang::CompilerInstance &instance,
                 clang::SourceLocation operation);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_CRASH_H
