//===- TargetDescription.cpp - What each target has natively --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Pipelines/TargetDescription.h"

#include "WaveDialect/DXIL/ShaderModels.h"

using namespace mlir;
using namespace mlir::wave;

TargetDescription wave::describeSPIRV() {
  TargetDescription target;
  target.launchesWaves = true;
  target.needsGPUModules = true;
  target.hasSpecialization = true;
  target.numbersWaves = true;
  target.hasWaveBarriers = true;
  // VK_KHR_cooperative_matrix and, for bf16, VK_KHR_shader_bfloat16; the host
  // asks the device.
  target.hasMatrices = true;
  target.hasBFloat16Matrices = true;
  // VK_EXT_shader_atomic_float is not in Vulkan 1.3, and few devices have
  // minima.
  target.hasFloatAtomics = false;
  target.countsLaunched = true;
  target.mergesGroups = true;
  return target;
}

TargetDescription wave::describeDXIL(unsigned minor) {
  using dxil::Feature, dxil::hasFeature;
  TargetDescription target;
  target.requiresWaveSize = hasFeature(minor, Feature::WaveSize);
  target.numbersWaves = hasFeature(minor, Feature::GroupWaveNumbers);
  target.placesQuads = hasFeature(minor, Feature::QuadsOfThreads);
  target.hasPartitions = hasFeature(minor, Feature::Partitions);
  target.hasMatrices = hasFeature(minor, Feature::Matrices);
  target.hasBFloat16Matrices = target.hasMatrices;
  return target;
}

TargetDescription wave::describeCPU() {
  TargetDescription target;
  target.launchesWaves = true;
  target.numbersWaves = true;
  target.hasWaveBarriers = true;
  target.hasPipes = true;
  target.hasMatrices = true;
  target.hasFloatAtomics = true;
  return target;
}

TargetDescription wave::describePTX() {
  TargetDescription target;
  target.launchesWaves = true;
  target.numbersWaves = true;
  target.hasWaveBarriers = true;
  target.hasPipes = true;
  target.hasAsyncCopies = true;
  target.hasMatrices = true;
  target.hasBFloat16Matrices = true;
  target.hasPartitions = true;
  target.hasFloatSums = true;
  target.countsLaunched = true;
  target.mergesGroups = true;
  target.roundsToBFloat16 = true;
  return target;
}
