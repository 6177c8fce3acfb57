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
#include "WaveDialect/DXIL/DXIL.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Lint/Passes.h"
#include "WaveDialect/Pipelines/Pipelines.h"
#include "WaveDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::wave {

/// The dialects that a kernel and its lowered forms use. Not all of upstream's:
/// registering those costs more than compiling a kernel.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<WaveDialect, arith::ArithDialect, dxil::DXILDialect,
                  gpu::GPUDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, spirv::SPIRVDialect, ub::UBDialect,
                  vector::VectorDialect>();
}

inline void registerAllPasses() {
  registerWaveTransformsPasses();
  registerWaveLintPasses();
  registerWaveConversionPasses();
  registerWavePipelines();
}

} // namespace mlir::wave

#endif // WAVEDIALECT_INITALL_H
