//===- TargetDescription.cpp - What each target has natively --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Pipelines/TargetDescription.h"

#include "WaveDialect/DXIL/DXIL.h"

using namespace mlir;
using namespace mlir::wave;

TargetDescription wave::describeSPIRV() {
  TargetDescription target;
  target.launchesWaves = true;
  target.needsGPUModules = true;
  target.numbersWaves = true;
  target.hasWaveBarriers = true;
  return target;
}

TargetDescription wave::describeDXIL(unsigned minor) {
  /// The first Shader Model 6.n whose containers may require a wave size.
  constexpr unsigned kWaveSizeMinor = 6;
  TargetDescription target;
  target.requiresWaveSize = minor >= kWaveSizeMinor;
  target.numbersWaves =
      minor >= dxil::GetGroupWaveIndexOp::getInfo().firstMinor;
  target.hasPartitions = minor >= dxil::WaveMatchOp::getInfo().firstMinor;
  return target;
}

TargetDescription wave::describeCPU() {
  TargetDescription target;
  target.launchesWaves = true;
  target.numbersWaves = true;
  target.hasWaveBarriers = true;
  return target;
}
