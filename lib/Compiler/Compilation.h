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

struct Compilation;

/// The file name for diagnostics without a location in the input text.
inline constexpr llvm::StringLiteral kInputName = "-";

/// The text of a stage, without locations.
std::string printModule(Operation *op);

/// State that a thread keeps between compiles, because creating it takes as
/// long as a small compile: a context with its dialects, and pipelines with
/// their patterns.
struct Session {
  explicit Session(bool upstream);

  MLIRContext context;
  /// The destination of optimization remarks of the running compile.
  std::vector<Diagnostic> *diagnostics = nullptr;
  /// The running compile if it keeps the texts of its stages.
  Compilation *recording = nullptr;
  llvm::StringMap<std::unique_ptr<PassManager>> pipelines;
  /// Bytes parsed so far: a context never frees types, attributes or locations.
  size_t parsed = 0;
  /// A failed compile may have left invalid state.
  bool failed = false;
};

/// One compile: its context, and the destination of its diagnostics.
struct Compilation {
  explicit Compilation(const Input &input);
  ~Compilation() { session->diagnostics = nullptr; }

  /// Returns the input as a module; null, with a diagnostic, if it is not a
  /// module.
  OwningOpRef<ModuleOp> parse();

  /// Runs the input's pipeline. With `recordStages`, keeps the text of each
  /// stage that it passes. `verify` is for the end; upstream passes are
  /// verified one by one.
  LogicalResult lower(ModuleOp module, bool recordStages, bool verify = true);

  /// Runs any pipeline, with an instrumentation that watches the passes or
  /// null.
  LogicalResult
  runPasses(ModuleOp module, const std::string &pipeline,
            std::unique_ptr<PassInstrumentation> watcher = nullptr,
            bool verify = true);

  /// Returns the pass manager for a pipeline's text; null, with a diagnostic,
  /// if the text is invalid.
  std::unique_ptr<PassManager> makePasses(const std::string &pipeline);

  /// Records the time since the last call for this step; a step may have
  /// several parts.
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
