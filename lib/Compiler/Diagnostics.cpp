//===- Diagnostics.cpp - MLIR's diagnostics as the compiler's ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/Diagnostics.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::wave;

static StringRef getSeverityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("every severity is above");
}

/// Returns a diagnostic without the notes for callers.
static compiler::Diagnostic makePlainDiagnostic(StringRef severity,
                                                std::string message,
                                                Location location) {
  compiler::Diagnostic result;
  result.severity = severity;
  result.message = std::move(message);
  if (FileLineColLoc source = findSource(location)) {
    result.file = source.getFilename().str();
    result.line = source.getLine();
    result.column = source.getColumn();
  }
  return result;
}

/// The line of an inlined helper needs the line of the call to be useful.
static void addCallers(compiler::Diagnostic &diagnostic, Location location) {
  for (FileLineColLoc caller : findCallers(location))
    diagnostic.notes.push_back({"note",
                                "called from here",
                                caller.getFilename().str(),
                                static_cast<int>(caller.getLine()),
                                static_cast<int>(caller.getColumn()),
                                {}});
}

compiler::Diagnostic compiler::makeDiagnostic(StringRef severity,
                                              std::string message,
                                              Location location) {
  Diagnostic result =
      makePlainDiagnostic(severity, std::move(message), location);
  addCallers(result, location);
  return result;
}

compiler::Diagnostic compiler::convertDiagnostic(mlir::Diagnostic &diagnostic) {
  Diagnostic result =
      makePlainDiagnostic(getSeverityName(diagnostic.getSeverity()),
                          diagnostic.str(), diagnostic.getLocation());
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(convertDiagnostic(note));
  addCallers(result, diagnostic.getLocation());
  return result;
}
