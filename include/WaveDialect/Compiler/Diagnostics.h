//===- Diagnostics.h - MLIR's diagnostics as the compiler's --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_DIAGNOSTICS_H
#define WAVEDIALECT_COMPILER_DIAGNOSTICS_H

#include "WaveDialect/Compiler/Compiler.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::wave::compiler {

/// Returns a diagnostic at the user's source of the location, with a note for
/// each call through which the code there was inlined.
Diagnostic makeDiagnostic(StringRef severity, std::string message,
                          Location location);

Diagnostic convertDiagnostic(mlir::Diagnostic &diagnostic);

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_DIAGNOSTICS_H
