//===- Lint.h - The input and the findings of lints -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lint is a function that inspects a kernel and reports findings; Lints.def
// names all of them. A lint knows neither its id nor its suppressions.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_LINT_H
#define WAVEDIALECT_LIB_LINT_LINT_H

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/BarrierIntervals.h"
#include "WaveDialect/Analysis/ExecutionOrder.h"
#include "WaveDialect/Analysis/IndexForms.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include <string>

namespace mlir::wave {

/// Settings of the user.
struct LintSettings {
  /// Lanes of a wave if a kernel states no size.
  int32_t targetWaveSize = 32;
  /// In percent.
  int32_t occupancy = 50;
  /// Machines in the table of groupshared memory; an empty list means all.
  SmallVector<std::string> targets;
  /// Whether dxc may compile the source as well, which promises less.
  bool dxc = false;
  /// Whether groups that are smaller than a wave have a finding of their own.
  bool reportsFewThreads = true;
};

/// Something found.
struct LintFinding {
  Operation *op;
  std::string message;
  /// The text to write instead.
  std::string help;
  /// Other locations that contribute to the finding, and how.
  SmallVector<std::pair<Operation *, std::string>> places;
  /// The one correct change of the source, and the operation whose source it
  /// changes; empty if there is none, or several.
  std::string fix = {};
  Operation *fixed = nullptr;
};

/// A kernel with analyses for lints. Its helpers are inlined and its constants
/// folded.
class LintedKernel {
public:
  LintedKernel(FuncOp kernel, const LintSettings &settings);

  /// A handle, whose methods are not const.
  mutable FuncOp kernel;
  const LintSettings &settings;
  UniformityAnalysis uniformity;
  ActiveLanes lanes;
  IndexForms forms;
  BarrierIntervals intervals;

  /// The wave sizes at which the kernel may run, ascending.
  SmallVector<int32_t> waveSizes;
  /// The wave sizes for lints of the group's shape: those that the kernel
  /// states, otherwise the target's.
  SmallVector<int32_t> judgedSizes;
  /// None for a kernel with `num_waves`.
  std::optional<int64_t> threads;
  /// The operations where lanes return early.
  SmallVector<RetireIfOp> retires;

  /// Returns the number of waves of a group at this size; for threads, the
  /// minimum that holds them.
  int64_t getWaves(int32_t waveSize) const;
};

using LintReport = llvm::function_ref<void(const LintFinding &)>;

#define WAVE_LINT(FUNCTION, ID, SEVERITY)                                      \
  void FUNCTION(LintedKernel &kernel, LintReport report);
#include "Lints.def"

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_LINT_H
