//===- SourceText.h - Reading and checking source files -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SOURCETEXT_H
#define WAVEDIALECT_FRONTEND_HLSL_SOURCETEXT_H

#include "WaveDialect/Compiler/Compiler.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::wave::hlsl {

/// Reads a file; on failure, adds an error.
std::optional<std::string>
readFile(const std::string &file,
         std::vector<compiler::Diagnostic> &diagnostics);

/// Checks the size and that the text is UTF-8 without null characters; on
/// failure, adds an error.
bool checkText(llvm::StringRef file, llvm::StringRef text,
               std::vector<compiler::Diagnostic> &diagnostics);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SOURCETEXT_H
