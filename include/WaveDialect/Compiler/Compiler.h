//===- Compiler.h - Text in, artifacts and diagnostics out ------------------===//
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

/// The seam to other languages: no MLIR type crosses it, and every compile is a
/// `wave-opt` command line that anybody can repeat.
namespace mlir::wave::compiler {

struct Diagnostic {
  /// "error", "warning", "remark" or "note".
  std::string severity;
  /// Ours end in " [rule-id]".
  std::string message;
  /// The user's source; empty and 0 where unknown. Lines and columns count from 1.
  std::string file;
  int line = 0, column = 0;
  std::vector<Diagnostic> notes;
};

struct Result {
  bool ok = false;
  /// The pipeline ran to its end: what failed came after it.
  bool lowered = false;
  /// Milliseconds of each step: context, parse, passes, bytes (with their validation),
  /// and stages, which is their text.
  std::vector<std::pair<std::string, double>> times;
  std::vector<Diagnostic> diagnostics;
  /// Name and text, in order: wave, gpu, spirv, assembly; wave, simd, llvm, assembly;
  /// wave, dxil, llvm, container.
  std::vector<std::pair<std::string, std::string>> stages;
  /// Name and bytes: <kernel>.spv or <kernel>.w<lanes>.spv, and manifest.json; the same
  /// with .dxil; or
  /// <kernel>.o, and checks.json for code with checks.
  std::vector<std::pair<std::string, std::string>> files;
};

/// What a compile begins with.
struct Input {
  /// MLIR: the front end's, or what somebody put in place of a stage.
  std::string text;
  /// The passes that run on it, as text.
  std::string pipeline;
  /// The stage that `text` is.
  std::string stage = "wave";
  /// What diagnostics name where `text` has no locations.
  std::string file = "-";
  /// Upstream's dialects and passes are known, all of them. That takes 8 ms, once.
  bool upstream = false;
};

/// Runs a pipeline; what it leaves is the stage "result", the last one or, without
/// `stages`, the only one.
Result runPipeline(const Input &input, bool stages);

/// What is left of a target's `pipeline` after the pass that ends `stage`; none where it
/// has no such pass.
std::optional<std::string> getPipelineAfter(const std::string &pipeline,
                                            const std::string &stage);

/// An operation in the printed text of a module.
struct Place {
  /// Where it begins in that text.
  int line = 0;
  /// The user's source of the operation itself, not of the calls that it was inlined
  /// through; empty and 0 where unknown.
  std::string file;
  int sourceLine = 0, sourceColumn = 0;
  /// Where those calls are, the innermost first: file, line, column.
  std::vector<std::tuple<std::string, int, int>> callers;
  /// How far its results are the same, in kernels of wave IR: "group", "wave" or "lane";
  /// else empty.
  std::string uniformity;
};

/// An array in groupshared memory, once its size is known.
struct GroupsharedArray {
  /// The variable that it was first assigned to; empty where unknown.
  std::string name;
  /// The type of an element.
  std::string type;
  int64_t elements = 0;
  int64_t bytes = 0;
  /// 0 where unknown.
  int sourceLine = 0;
};

/// The module after a pass.
struct RecordedPass {
  /// The pass's name on a command line; "input" for what came in.
  std::string name;
  /// What the pass does, in a line.
  std::string description;
  /// Without locations; values are called as the user's variables are.
  std::string text;
  /// In the order of their lines.
  std::vector<Place> places;
  std::vector<GroupsharedArray> groupshared;
};

struct PassRecording {
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  /// What came in, and what each pass left that changed something. Of a pipeline that
  /// fails, up to the pass that failed.
  std::vector<RecordedPass> passes;
};

/// Runs a pipeline and records what each pass leaves. All that upstream has may be in it.
PassRecording recordPasses(const std::string &text,
                           const std::string &pipeline);

/// Runs a pipeline, which ends in spirv.modules, and translates the one kernel. Nothing
/// is in `files` unless all of it is right. With `debugInfo` the binary has names and
/// source lines.
Result compileToSPIRV(const Input &input, bool maximalReconvergence,
                      bool debugInfo = false, bool stages = true);

/// The validator's message on the bytes of a SPIR-V module, empty where it has none.
std::string validateSPIRV(const std::string &bytes);

/// Runs a pipeline, which ends in dxil.modules, and translates the one kernel. With
/// `optimize` LLVM removes what is there twice or for nothing. `stages` keeps their text,
/// in which with `debugInfo` the stage llvm has source lines.
Result compileToDXIL(const Input &input, bool optimize, bool stages,
                     bool debugInfo = false);

/// Runs a pipeline, which ends in functions on vectors, and translates the one kernel for
/// the CPU of that name with these features, both LLVM's. A stage file with functions for
/// another wave size than `waveSize` is an error; 0 accepts any wave size.
Result compileToCPU(const Input &input, const std::string &cpu,
                    const std::string &features, bool stages,
                    int64_t waveSize = 0);

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_COMPILER_H
