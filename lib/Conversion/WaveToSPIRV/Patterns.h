//===- Patterns.h - The patterns of this conversion, by concern -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETOSPIRV_PATTERNS_H
#define WAVEDIALECT_CONVERSION_WAVETOSPIRV_PATTERNS_H

#include "KernelModule.h"

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace mlir::wave {

/// A pattern that adds variables and constants to the kernel's module.
template <typename OpT>
struct KernelPattern : OpConversionPattern<OpT> {
  KernelPattern(const SPIRVTypeConverter &converter, KernelModule &module,
                MLIRContext *context)
      : OpConversionPattern<OpT>(converter, context), module(module) {}
  KernelModule &module;
};

/// Rewrites what upstream's conversions or drivers get wrong into forms that they
/// get right; still wave, scf and arith.
void prepareForSPIRV(spirv::FuncOp function);

/// Memory becomes pointers: storage buffers, Workgroup and Function arrays.
void addMemoryTypeConversions(SPIRVTypeConverter &converter);

/// Loads, stores, atomics, groupshared and local arrays, barriers.
void populateMemoryToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   KernelModule &module,
                                   RewritePatternSet &patterns);

/// Numbers, votes, reductions, reads of other lanes.
void populateLaneToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 KernelModule &module,
                                 RewritePatternSet &patterns);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_PATTERNS_H
