//===- CrashingOperator.h - The operator at which Clang crashes ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_CRASHINGOPERATOR_H
#define WAVEDIALECT_FRONTEND_HLSL_CRASHINGOPERATOR_H

#include "WaveDialect/Compiler/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

struct OperatorTokens;

/// Finds the operator at which Clang crashes, which it does not with a comma in its
/// place. `repeat` parses the shader anew and returns what has crashed, or null.
std::optional<compiler::Diagnostic> findCrashingOperator(
    llvm::function_ref<clang::CompilerInstance *(OperatorTokens &)> repeat);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_CRASHINGOPERATOR_H
