//===- TargetDescription.h - The native features of a target --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H
#define WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H

namespace mlir::wave {

/// The native features of a target. The pipelines choose passes and their
/// options from these features and from the user's options; no pipeline depends
/// on the identity of its target.
struct TargetDescription {
  /// Launches groups of `num_waves` waves; otherwise a kernel states threads.
  bool launchesWaves = false;
  /// A kernel may require a wave size.
  bool requiresWaveSize = false;
  /// Compiles only kernels inside a gpu.module.
  bool needsGPUModules = false;
  /// Provides the index and the number of waves of a group.
  bool numbersWaves = false;
  /// Has barriers that synchronize only the lanes of one wave.
  bool hasWaveBarriers = false;
  /// Waves of a group wait for each other at pipes.
  bool hasPipes = false;
  /// Copies from buffers to groupshared memory while the wave goes on.
  bool hasAsyncCopies = false;
  /// Computes with wave matrices.
  bool hasMatrices = false;
  /// Multiplies matrices of bf16.
  bool hasBFloat16Matrices = false;
  /// Places 2 x 2 threads of a group with even sides in four consecutive lanes.
  bool placesQuads = false;
  /// Operations on classes of lanes: `wave.match` and scans of its masks.
  bool hasPartitions = false;
  /// Hosts choose specialization constants when they create a pipeline.
  bool hasSpecialization = false;
  /// Atomic sums, minima and maxima of floats.
  bool hasFloatAtomics = false;
  /// Knows how many groups the host launches.
  bool countsLaunched = false;
  /// A group costs time beside its work: groups with little work are merged at
  /// level 2.
  bool mergesGroups = false;
  /// Rounds f32 to bf16, to the nearest even, subnormal numbers too.
  bool roundsToBFloat16 = false;
  /// Atomic sums of floats, but not their minima and maxima.
  bool hasFloatSums = false;
};

/// Vulkan 1.3.
TargetDescription describeSPIRV();

/// Shader Model 6.`minor` of Direct3D.
TargetDescription describeDXIL(unsigned minor);

/// A CPU that runs a wave as vectors.
TargetDescription describeCPU();

/// The GPUs that run PTX, from sm_80 on.
TargetDescription describePTX();

} // namespace mlir::wave

#endif // WAVEDIALECT_PIPELINES_TARGETDESCRIPTION_H
