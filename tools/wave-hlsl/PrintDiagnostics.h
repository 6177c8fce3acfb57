//===- PrintDiagnostics.h - Diagnostics with their lines --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TOOLS_WAVEHLSL_PRINTDIAGNOSTICS_H
#define WAVEDIALECT_TOOLS_WAVEHLSL_PRINTDIAGNOSTICS_H

#include "WaveDialect/Compiler/Compiler.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::wave {

/// Prints diagnostics to the standard error output, in the form that compilers
/// share and editors read, with the line of the source and a caret.
class DiagnosticPrinter {
public:
  /// `text` is the text of `file` if it is not on disk.
  DiagnosticPrinter(const std::string &file,
                    const std::optional<std::string> &text) {
    if (text)
      texts[file] = *text;
  }

  void print(const compiler::Diagnostic &diagnostic);

private:
  void printLine(const compiler::Diagnostic &diagnostic);
  const std::string &getText(const std::string &file);

  llvm::StringMap<std::string> texts;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TOOLS_WAVEHLSL_PRINTDIAGNOSTICS_H
