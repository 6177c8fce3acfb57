//===- KernelLaunch.h - What a kernel of threads stated as waves ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_KERNELLAUNCH_H
#define WAVEDIALECT_IR_KERNELLAUNCH_H

#include "WaveDialect/IR/Wave.h"
#include <optional>

namespace mlir::wave {

/// What a kernel stated before `wave-num-waves-to-num-threads` made threads of its
/// waves: the attribute `wave.launch` of the function.
///
/// The attribute is a discardable one. Where a pass has dropped it, less is known:
/// the kernel is then one of threads like any other.
struct KernelLaunch {
  enum class Form {
    /// As many threads as the waves of one size have.
    Exact,
    /// As many threads as the waves of the largest size have, for every size in range.
    Surplus,
  };

  Form form = Form::Exact;
  int64_t numWaves = 0;
  /// The sizes that the kernel is right for and that fit, ascending.
  SmallVector<int32_t> waveSizes;
  std::optional<int32_t> preferredWaveSize;
  /// Waves beyond `numWaves` may be launched, and retire at entry.
  bool retires = false;

  /// None for a kernel that never was one of waves.
  static std::optional<KernelLaunch> get(FuncOp kernel);
  /// Writes the attribute.
  void setOn(FuncOp kernel) const;
};

/// Of the parameter and of the return that `wave-guard-wave-count` adds to a kernel.
inline constexpr StringLiteral kGuardAttribute = "wave.guard";

/// Whether the kernel runs at every size of its range, of which the machine chooses
/// one: waves of another size have retired.
bool hasSurplusForm(FuncOp kernel);

/// Whether a group is one wave, and no other one was ever there.
bool isSingleWave(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_KERNELLAUNCH_H
