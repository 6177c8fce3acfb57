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

namespace clang {
class CompilerInstance;
class SourceManager;
} // namespace clang

namespace mlir::wave::hlsl {

/// Returns the error for a crash of Clang. `emitted` has the entry point's place if the
/// shader was already read, else no line.
compiler::Diagnostic describeCrash(clang::CompilerInstance &instance,
                                   compiler::Diagnostic emitted);

/// Sets the place of an error. Returns false if it is not in a file of the user.
bool setPlace(clang::SourceManager &sources, clang::SourceLocation location,
              compiler::Diagnostic &error);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_CRASH_H
