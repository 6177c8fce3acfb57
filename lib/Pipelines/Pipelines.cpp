//===- Pipelines.cpp - From wave IR to a target, by name --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All pipelines, to be read from top to bottom.

#include "WaveDialect/Pipelines/Pipelines.h"

#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::wave;

/// Upstream's simplifications that respect operations across lanes.
static void addSimplifications(OpPassManager &manager, unsigned optLevel) {
  if (optLevel == 0)
    return;
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// What every target does first: one kernel at a time, its counts known, its early
/// returns gone, its barriers where all waves meet.
static void addLegalization(OpPassManager &manager, unsigned optLevel,
                            bool guardWaveSize, int32_t fixedWaveSize) {
  manager.addPass(createVerifyWave());
  manager.addPass(createInlineCalls());
  manager.addPass(createNumWavesToNumThreads());
  if (guardWaveSize)
    manager.addPass(createGuardWaveSize());
  manager.addPass(createFoldCounts({fixedWaveSize}));
  manager.addPass(createResolveGroupshared());
  addSimplifications(manager, optLevel);
  manager.addPass(createLegalizeBarriers());
  VerifyWaveOptions afterwards;
  afterwards.barriers = true;
  manager.addPass(createVerifyWave(afterwards));
}

void wave::buildWaveToSPIRVPipeline(OpPassManager &manager,
                                    const WaveToSPIRVOptions &options) {
  addLegalization(manager, options.optLevel, options.guardWaveSize,
                  options.fixedWaveSize);
  manager.addPass(createExpandPartitions());
  if (!options.unchecked) {
    GuardBuffersOptions guard;
    guard.hardware = true;
    manager.addPass(createGuardBuffers(guard));
  }
  if (options.optLevel > 0)
    manager.addPass(arith::createIntRangeOptimizationsPass());
  addSimplifications(manager, options.optLevel);
  manager.addPass(createScalarizeVectors());
  // Nothing that merges, hoists or sinks runs from here on.
  manager.addPass(createConvertWaveToGPU());
  manager.addPass(createConvertWaveToSPIRV({options.fixedWaveSize}));
}

void wave::registerWavePipelines() {
  PassPipelineRegistration<>(
      "wave-legalize",
      "What every target does first: checks, inlines, folds counts, sizes "
      "groupshared memory and legalises barriers",
      [](OpPassManager &manager) {
        addLegalization(manager, /*optLevel=*/0, /*guardWaveSize=*/false,
                        /*fixedWaveSize=*/0);
      });
  PassPipelineRegistration<WaveToSPIRVOptions>(
      "wave-to-spirv",
      "Lowers wave kernels to SPIR-V modules for Vulkan 1.3, one a kernel",
      buildWaveToSPIRVPipeline);
}
