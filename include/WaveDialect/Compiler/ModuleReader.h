//===- ModuleReader.h - A kernel in MLIR text as plain data -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_MODULEREADER_H
#define WAVEDIALECT_COMPILER_MODULEREADER_H

#include "WaveDialect/Compiler/Compiler.h"

namespace mlir::wave::compiler {

/// A kernel of a module and the helpers that it calls.
struct ModuleReading {
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  /// The names of all kernels of the module.
  std::vector<std::string> kernels;
  /// The module with this kernel alone, with locations; empty if the kernel was
  /// not found.
  std::string text;
  /// The functions as JSON, callees first:
  ///
  /// ```
  /// {"locations": [[file, line, column], ...],
  ///  "functions": [{"name", "is_kernel", "location", "attributes", "results",
  ///                 "parameters": [value, ...], "body": block}, ...]}
  /// block     = {"arguments": [value, ...], "operations": [operation, ...]}
  /// operation = {"name", "location", "operands": [number, ...],
  ///              "results": [value, ...], "attributes", "regions": [block, ...]}
  /// value     = {"number", "type", "name", "location", "attributes"}
  /// ```
  ///
  /// A location is an index, or -1; numbers name the values of a function; types
  /// are text. An attribute is a value of JSON, a number that JSON does not have is
  /// text, and attributes of other kinds have their text. Members without contents
  /// are absent.
  std::string functions;
};

/// Parses and verifies `text`. The kernel is the one named `kernel`, or the only
/// one if that is empty. `file` is the location of operations that state none.
/// Without `operations`, functions have no `body`.
ModuleReading readModule(const std::string &text, const std::string &file,
                         const std::string &kernel, bool operations);

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_MODULEREADER_H
