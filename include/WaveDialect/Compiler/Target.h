//===- Target.h - A compile target as an object ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_TARGET_H
#define WAVEDIALECT_COMPILER_TARGET_H

#include "WaveDialect/Compiler/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

#include <memory>

namespace mlir::wave::compiler {

struct Compilation;

/// The destination of what a target makes of a module.
class Output {
public:
  Output(Compilation &compilation, bool wantsStages)
      : compilation(compilation), withStages(wantsStages) {}

  /// Whether the caller wants the texts of stages, which take time to print.
  bool wantsStages() const { return withStages; }
  void addStage(StringRef name, std::string text);
  void addFile(std::string name, std::string bytes);
  /// Runs a pipeline; the session keeps it for later compiles.
  LogicalResult runPasses(ModuleOp module, const std::string &pipeline);
  /// Adds the time since the last call to a step of `Result::times`.
  void finishStep(StringRef step);

private:
  Compilation &compilation;
  bool withStages;
};

/// The part of one compile that belongs to its target.
class Translation {
public:
  virtual ~Translation() = default;

  /// Sees the module before the passes run.
  virtual void readInput(ModuleOp module) {}

  /// Turns the lowered module into files and further stages. `result` is the
  /// operation that `PipelineResult` requires; null if it requires none.
  virtual LogicalResult write(ModuleOp module, Operation *result,
                              Output &output) = 0;
};

/// What the passes must leave at the top level of the module.
struct PipelineResult {
  /// The name of an operation; empty if a target accepts any module.
  llvm::StringLiteral operation = "";
  /// For errors: "one spirv.module".
  llvm::StringLiteral required = "";
  /// What holds one such operation, for errors: "SPIR-V file"; empty if there
  /// may be several.
  llvm::StringLiteral container = "";
  /// False if a later step of the target detects IR that is invalid. Passes of
  /// a user are always verified.
  bool isVerified = true;
};

/// A compile target: one object, from `WAVE_DEFINE_TARGET`.
class Target {
public:
  Target(llvm::StringLiteral name, PipelineResult result)
      : name(name), result(result) {}
  virtual ~Target() = default;

  /// Adds the dialects and translations that only this target needs.
  virtual void registerDialects(DialectRegistry &registry) const {}

  /// Begins a compile; fails with a reason in `error` if the target does not
  /// have an option.
  virtual std::unique_ptr<Translation> begin(const Options &options,
                                             std::string &error) const = 0;

  const llvm::StringLiteral name;
  const PipelineResult result;
};

/// In the folder `Name` of a target, whose class is `NameTarget`: defines the
/// function by which the list of all targets, which CMake generates from the
/// folders, finds the object.
#define WAVE_DEFINE_TARGET(Name)                                               \
  const mlir::wave::compiler::Target *getWave##Name##Target() {                \
    static const Name##Target target;                                          \
    return &target;                                                            \
  }

/// An option of a target by name, and the variable that receives its value.
struct OptionPlace {
  llvm::StringLiteral name;
  std::variant<bool *, int64_t *, std::string *> value;
};

/// Stores the given options; the others keep their values. Fails for an unknown
/// name or a value of another type.
LogicalResult readOptions(const Options &options, ArrayRef<OptionPlace> places,
                          std::string &error);

/// Adds a target, once; all are added before the first compile.
void registerTarget(const Target &target);

/// The registered targets.
ArrayRef<const Target *> getTargets();

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_TARGET_H
