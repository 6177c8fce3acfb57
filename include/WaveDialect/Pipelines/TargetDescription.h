//===- TargetDescription.h - What a target has natively -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H
#define WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H

namespace mlir::wave {

/// What a target has natively. The pipelines choose passes and their options by
/// these facts and by the user's options; no pipeline asks which target it is
/// for.
struct TargetDescription {
  /// Launches groups of `num_waves` waves; otherwise a kernel states threads.
  bool launchesWaves = false;
  /// A kernel may require a wave size.
  bool requiresWaveSize = false;
  /// Compiles only kernels inside a gpu.module.
  bool needsGPUModules = false;
  /// Numbers the waves of a group, and counts them.
  bool numbersWaves = false;
  /// Barriers for which only the lanes of one wave wait.
  bool hasWaveBarriers = false;
  /// Operations on classes of lanes: `wave.match` and scans of its masks.
  bool hasPartitions = false;
};

/// Vulkan 1.3.
TargetDescription describeSPIRV();

/// Shader Model 6.`minor` of Direct3D.
TargetDescription describeDXIL(unsigned minor);

/// A CPU that runs a wave as vectors.
TargetDescription describeCPU();

} // namespace mlir::wave

#endif // WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H
