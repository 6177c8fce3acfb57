//===- Compilation.h - One compile: context, diagnostics, stages ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_COMPILER_COMPILATION_H
#define WAVEDIALECT_LIB_COMPILER_COMPILATION_H

#include "WaveDialect/Compiler/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>

namespace mlir::wave::compiler {

/// The file of what has no location in the text that came in.
inline constexpr llvm::StringLiteral kInputName = "-";

/// The text of a stage, without locations.
std::string printModule(Operation *op);

/// What a thread keeps from one compile to the next, because making it takes as long as
/// a small compile: a context with its dialects, and pipelines with their patterns.
struct Session {
  explicit Session(bool upstream);

  MLIRContext context;
  /// Where remarks of optimisations go, of the compile that runs.
  std::vector<Diagnostic> *diagnostics = nullptr;
  llvm::StringMap<std::unique_ptr<PassManager>> pipelines;
  /// What has been parsed, in bytes: a context frees none of its types, attributes and
  /// locations.
  size_t parsed = 0;
  /// A compile that failed may have left something behind.
  bool failed = false;
};

/// One compile: its context, and where its diagnostics go.
struct Compilation {
  explicit Compilation(const Input &input);
  ~Compilation() { session->diagnostics = nullptr; }

  /// The input as a module; null, with a diagnostic, where it is none.
  OwningOpRef<ModuleOp> parse();

  /// Runs the input's pipeline. With `recordStages` it keeps the text of each stage that
  /// it passes. `verify` is for the end; the passes of others are verified one by one.
  LogicalResult lower(ModuleOp module, bool recordStages, bool verify = true);

  /// Runs any pipeline, with something that watches the passes or null.
  LogicalResult
  runPasses(ModuleOp module, const std::string &pipeline,
            std::unique_ptr<PassInstrumentation> watcher = nullptr,
            bool verify = true);

  /// The pass manager of a pipeline's text; null, with a diagnostic, where it is none.
  std::unique_ptr<PassManager> makePasses(const std::string &pipeline);

  /// What was done since the last call was this step; a step may have several parts.
  void finishStep(llvm::StringRef step);

  const Input &input;
  std::chrono::steady_clock::time_point stepStart =
      std::chrono::steady_clock::now();
  std::shared_ptr<Session> session;
  MLIRContext &context;
  Result result;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_LIB_COMPILER_COMPILATION_H
