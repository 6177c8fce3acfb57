//===- Compiler.h - Text in, artifacts and diagnostics out ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_COMPILER_H
#define WAVEDIALECT_COMPILER_COMPILER_H

#include <string>
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
  std::vector<Diagnostic> diagnostics;
  /// Name and text, in order: wave, gpu, spirv, assembly; wave, simd, llvm, assembly;
  /// wave, dxil, llvm, container.
  std::vector<std::pair<std::string, std::string>> stages;
  /// Name and bytes: <kernel>.spv or <kernel>.w<lanes>.spv, and manifest.json; the same
  /// with .dxil; or
  /// <kernel>.o, and checks.json for code with checks.
  std::vector<std::pair<std::string, std::string>> files;
};

/// Runs the textual pass pipeline on `text`; one stage, "result".
Result runPipeline(const std::string &text, const std::string &pipeline);

/// Runs `pipeline`, which ends in spirv.modules, and translates the one kernel of
/// `text`. Nothing is in `files` unless all of it is right. With `debugInfo` the binary
/// has names and source lines.
Result compileToSPIRV(const std::string &text, const std::string &pipeline,
                      bool maximalReconvergence, bool debugInfo = false);

/// Runs `pipeline`, which ends in dxil.modules, and translates the one kernel of `text`.
Result compileToDXIL(const std::string &text, const std::string &pipeline,
                     bool stages);

/// Runs `pipeline`, which ends in functions on vectors, and translates the one kernel of
/// `text` for the CPU of that name with these features, both LLVM's. What was compiled
/// before without diagnostics is taken from `cacheDirectory`, unless that is empty;
/// with `stages` everything is compiled, and their text kept.
Result compileToCPU(const std::string &text, const std::string &pipeline,
                    const std::string &cpu, const std::string &features,
                    bool stages, const std::string &cacheDirectory);

} // namespace mlir::wave::compiler

#endif // WAVEDIALECT_COMPILER_COMPILER_H
