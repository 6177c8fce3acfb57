//===- InitAll.h - Registers everything of the project ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_INITALL_H
#define WAVEDIALECT_INITALL_H

#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Pipelines/Pipelines.h"
#include "WaveDialect/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::wave {

inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<WaveDialect>();
}

inline void registerAllPasses() {
  registerWaveTransformsPasses();
  registerWaveConversionPasses();
  registerWavePipelines();
}

} // namespace mlir::wave

#endif // WAVEDIALECT_INITALL_H
