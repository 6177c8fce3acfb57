//===- HLSL.h - From HLSL to wave IR ----------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_H
#define WAVEDIALECT_FRONTEND_HLSL_H

#include "WaveDialect/Compiler/Compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::wave::hlsl {

/// The compilation of one entry point.
struct Options {
  /// The name in diagnostics; the file that is read, unless `text` is given.
  std::string file;
  std::optional<std::string> text;
  /// Empty: the only entry point of the file, else `main`.
  std::string entry;
  /// The stage and the shader model: "cs_6_8", "as_6_5"; empty: "cs_6_8".
  std::string profile;
  /// Macros and their values.
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> includeDirectories;
  std::string languageVersion = "2021";
  /// Whether `half` and `min16float`, `min16int`, `min16uint` have 16 bits, as
  /// with dxc's -enable-16bit-types.
  bool enable16BitTypes = false;
  /// As dxc's -denorm: "any", or "ftz" for arithmetic of 32-bit floats that reads
  /// and yields zeros in place of denormal numbers.
  std::string denormals = "any";
  /// The values of specialization constants by their numbers or names; the others
  /// have their defaults.
  std::vector<std::pair<std::string, std::string>> specialization;
  /// Whether matrices without an order are in memory row by row, as with dxc's -Zpr.
  bool rowMajor = false;
  /// Warnings that are not reported: groups of Clang's, as `conversion`, and rules, as
  /// `uninitialized-variable`.
  std::vector<std::string> disabledWarnings;
  /// Whether the kernel notes where statements begin, with the values of the variables, for
  /// a debugger.
  bool debug = false;
};

struct Result {
  bool ok = false;
  /// A gpu.module with one kernel; null unless `ok`.
  OwningOpRef<ModuleOp> module;
  /// Every message ends in " [rule-id]".
  std::vector<compiler::Diagnostic> diagnostics;
  /// The files that were read, the main file first.
  std::vector<std::string> files;
  /// The names of the file's entry points, in order.
  std::vector<std::string> entries;
};

/// Adds the dialects of the kernels that `importHLSL` creates.
void registerDialects(DialectRegistry &registry);

/// Compiles an entry point to wave IR. The context must have the dialects.
/// Errors, also internal ones, are in `Result::diagnostics`; nothing is
/// printed.
Result importHLSL(MLIRContext &context, const Options &options);

/// Returns a message of a pass or verifier for the author of a shader: without
/// the names of passes and operations.
std::string spellMessage(llvm::StringRef message);

/// Whether a message ends in one of these rules.
bool hasRule(llvm::StringRef message, llvm::ArrayRef<std::string> rules);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_H
