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
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
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
  /// The name and the text of each stage, in order: the input, the result of each
  /// conversion of wave IR, and the stages of the target.
  std::vector<std::pair<std::string, std::string>> stages;
  /// The name and the bytes of each file; empty if any step fails.
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

/// The options of a target, by name.
using OptionValue = std::variant<bool, int64_t, std::string>;
using Options = std::map<std::string, OptionValue>;

/// Runs the input's pipeline and lets the registered target of this name translate the
/// result. `stages` keeps the texts of the stages. Each target's folder describes its
/// options, files and stages.
Result compile(const Input &input, const std::string &target,
               const Options &options = {}, bool stages = false);

/// Registers the targets of this build, once, before the first compile.
void registerAllTargets();

/// Returns the rest of a target's `pipeline` after the pass that ends `stage`,
/// `convert-wave-to-<stage>`; none if it has no such pass.
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

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_COMPILER_H
