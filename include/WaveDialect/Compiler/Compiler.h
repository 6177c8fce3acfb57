//===- Compiler.h - The compiler's interface, without MLIR types ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_COMPILER_H
#define WAVEDIALECT_COMPILER_COMPILER_H

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// The interface to other languages. It uses no MLIR types, and every
/// compilation is equivalent to a `wave-opt` command line.
namespace mlir::wave::compiler {

struct Diagnostic {
  /// "error", "warning", "remark" or "note".
  std::string severity;
  /// Messages of this project end in " [rule-id]".
  std::string message;
  /// The position in the user's source; empty and 0 if unknown. Lines and
  /// columns count from 1.
  std::string file;
  int line = 0, column = 0;
  std::vector<Diagnostic> notes;
};

struct Result {
  bool ok = false;
  /// Whether the pipeline succeeded; a failure came from a later step.
  bool lowered = false;
  /// The time of each step in milliseconds: context, parse, passes, bytes (with
  /// their validation), and stages (printing their text).
  std::vector<std::pair<std::string, double>> times;
  std::vector<Diagnostic> diagnostics;
  /// The name and the text of each stage, in order: wave, gpu, spirv, assembly;
  /// wave, simd, llvm, assembly; or wave, dxil, llvm, container.
  std::vector<std::pair<std::string, std::string>> stages;
  /// The name and the bytes of each file: <kernel>.spv or
  /// <kernel>.w<lanes>.spv, and manifest.json; the same with .dxil; or
  /// <kernel>.o, and checks.json for instrumented code.
  std::vector<std::pair<std::string, std::string>> files;
};

/// The input of a compilation.
struct Input {
  /// MLIR: the output of the front end, or the user's replacement of a stage.
  std::string text;
  /// The passes to run on it, as text.
  std::string pipeline;
  /// The stage of `text`.
  std::string stage = "wave";
  /// The file name in diagnostics if `text` has no locations.
  std::string file = "-";
  /// Also register all upstream dialects and passes, which takes 8 ms once.
  bool upstream = false;
};

/// Runs a pipeline. Its output is the stage "result", the last stage or,
/// without `stages`, the only one.
Result runPipeline(const Input &input, bool stages);

/// Returns the rest of a target's `pipeline` after the pass that ends `stage`;
/// none if it has no such pass.
std::optional<std::string> getPipelineAfter(const std::string &pipeline,
                                            const std::string &stage);

/// An operation in the printed text of a module.
struct Place {
  /// The line in that text where it starts.
  int line = 0;
  /// The user's source of the operation itself, not of the calls through which
  /// it was inlined; empty and 0 if unknown.
  std::string file;
  int sourceLine = 0, sourceColumn = 0;
  /// The positions of these calls, innermost first: file, line, column.
  std::vector<std::tuple<std::string, int, int>> callers;
  /// The uniformity of its results, in kernels of wave IR: "group", "wave" or
  /// "lane"; otherwise empty.
  std::string uniformity;
};

/// A groupshared array with a static size.
struct GroupsharedArray {
  /// The variable that it was first assigned to; empty if unknown.
  std::string name;
  /// The type of an element.
  std::string type;
  int64_t elements = 0;
  int64_t bytes = 0;
  /// 0 if unknown.
  int sourceLine = 0;
};

/// The module after a pass.
struct RecordedPass {
  /// The pass's name on a command line; "input" for the input.
  std::string name;
  /// A one-line description of the pass.
  std::string description;
  /// The module without locations; values have the names of the user's
  /// variables.
  std::string text;
  /// Ordered by line.
  std::vector<Place> places;
  std::vector<GroupsharedArray> groupshared;
};

struct PassRecording {
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  /// The input, and the output of each pass that changed something; if the
  /// pipeline fails, up to the failed pass.
  std::vector<RecordedPass> passes;
};

/// Runs a pipeline, which may contain any upstream pass, and records the output
/// of each pass.
PassRecording recordPasses(const std::string &text,
                           const std::string &pipeline);

/// Runs a pipeline that ends in spirv.modules, and translates its one kernel.
/// `files` is empty if any step fails. With `debugInfo` the binary has names
/// and source lines.
Result compileToSPIRV(const Input &input, bool maximalReconvergence,
                      bool debugInfo = false, bool stages = true);

/// Returns the validator's message on the bytes of a SPIR-V module; empty if it
/// is valid.
std::string validateSPIRV(const std::string &bytes);

/// Runs a pipeline that ends in dxil.modules, and translates its one kernel.
/// With `optimize`, LLVM runs CSE and removes dead code. `stages` keeps the
/// text of the stages; with `debugInfo`, the stage llvm has source lines.
Result compileToDXIL(const Input &input, bool optimize, bool stages,
                     bool debugInfo = false);

/// Runs a pipeline that ends in functions on vectors, and translates its one
/// kernel for the CPU with this name and these features, as LLVM spells them.
/// Functions for a wave size other than `waveSize`, from a replaced stage, are
/// an error; 0 accepts any wave size.
Result compileToCPU(const Input &input, const std::string &cpu,
                    const std::string &features, bool stages,
                    int64_t waveSize = 0);

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_COMPILER_H
