//===- KernelLaunch.h - The launch that a kernel stated in waves ------------===//
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

/// The launch that a kernel stated before `wave-num-waves-to-num-threads` replaced
/// its waves by threads: the function's attribute `launch`.
struct KernelLaunch {
  using Form = LaunchForm;

  Form form = Form::Exact;
  int64_t numWaves = 0;
  /// The sizes, ascending, at which the kernel is correct and its group fits.
  SmallVector<int32_t> waveSizes;
  std::optional<int32_t> preferredWaveSize;
  /// The group may have more than `numWaves` waves; the extra ones retire at
  /// entry.
  bool retires = false;

  /// Returns none for a kernel that never stated a number of waves, or still
  /// states it.
  static std::optional<KernelLaunch> get(FuncOp kernel);
  /// Writes the attribute; the dropped wave sizes stay.
  void setOn(FuncOp kernel) const;
};

/// The number of waves that the kernel states or, before its waves became threads,
/// has stated; none if it states none.
std::optional<int64_t> getStatedWaves(FuncOp kernel);

/// The wave sizes at which the kernel's group does not fit: dictionaries of size and
/// reason; null for none.
ArrayAttr getDroppedWaveSizes(FuncOp kernel);
/// Writes them into `launch`, before waves become threads.
void setDroppedWaveSizes(FuncOp kernel, ArrayAttr dropped);

/// Marks the parameter and the return that `wave-guard-wave-count` adds to a
/// kernel.
inline constexpr StringLiteral kGuardAttribute = "wave.guard";

/// Marks the parameter that `wave-lower-prints` adds to a kernel.
inline constexpr StringLiteral kRecordsAttribute = "wave.records";

/// Adds a read-write buffer of `ui32` as the last parameter of a kernel. The
/// attribute marks it; `name` is its name in the manifest, extended if a
/// parameter has this name.
Value addHiddenBuffer(FuncOp kernel, StringRef name, StringRef attribute);

/// Whether a pass added this parameter. Code never reads the length of its
/// buffer.
bool isHiddenParameter(FunctionOpInterface kernel, unsigned index);

/// Whether the kernel runs at every size in its range, as the device chooses.
/// Waves of other sizes have retired.
bool hasSurplusForm(FuncOp kernel);

/// Whether a group is one wave, and was never launched with more.
bool isSingleWave(FuncOp kernel);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_KERNELLAUNCH_H
