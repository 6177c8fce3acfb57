//===- Lint.h - What lints look at, and what they find -------- -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lint is a function that looks at a kernel and reports what it finds; Lints.def names
// all of them. It knows neither its id nor who suppresses it.
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

/// What the user sets.
struct LintSettings {
  /// Lanes of a wave where a kernel states no size.
  int32_t targetWaveSize = 32;
  /// In percent.
  int32_t occupancy = 50;
  /// Names of machines in the table of groupshared memory; none is all.
  SmallVector<std::string> targets;
};

/// Something found.
struct LintFinding {
  Operation *op;
  std::string message;
  /// What to write instead.
  std::string help;
  /// Further places that have a part in it, and which part.
  SmallVector<std::pair<Operation *, std::string>> places;
  /// The one right change of the source, and the operation whose source it changes; empty
  /// where there is none, or several.
  std::string fix = {};
  Operation *fixed = nullptr;
};

/// A kernel with what lints ask of it. Its helpers are inlined and its constants folded.
class LintedKernel {
public:
  LintedKernel(FuncOp kernel, const LintSettings &settings);

  /// A handle, whose functions are none of constants.
  mutable FuncOp kernel;
  const LintSettings &settings;
  UniformityAnalysis uniformity;
  ActiveLanes lanes;
  IndexForms forms;
  BarrierIntervals intervals;

  /// Sizes of a wave at which the kernel may run, ascending.
  SmallVector<int32_t> waveSizes;
  /// The sizes to judge a group's shape by: those that the kernel states, else the
  /// target's.
  SmallVector<int32_t> judgedSizes;
  /// None for a kernel of waves.
  std::optional<int64_t> threads;
  /// The places where lanes return early.
  SmallVector<RetireIfOp> retires;

  /// Waves of a group at this size; with threads as few as hold them.
  int64_t getWaves(int32_t waveSize) const;
};

using LintReport = llvm::function_ref<void(const LintFinding &)>;

#define WAVE_LINT(FUNCTION, ID, SEVERITY, TITLE, HELP)                         \
  void FUNCTION(LintedKernel &kernel, LintReport report);
#include "Lints.def"

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_LINT_H
