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

/// An exchange of floats becomes one of their bits, in memory of integers: Vulkan's is
/// an optional feature.
void exchangeFloatsAsBits(gpu::GPUFuncOp kernel);

/// Buffers whose accesses are all of one vector, at multiples of it, become arrays of it.
void holdVectorsInBuffers(gpu::GPUFuncOp kernel);

/// Rewrites what upstream's conversions or drivers get wrong into forms that they
/// get right; still wave, scf and arith.
void prepareForSPIRV(spirv::FuncOp function,
                     const KernelDescription &description);

/// The launch of mesh groups becomes the end of the function; its payload becomes a
/// variable of the module, or is copied to one.
void launchMeshGroups(KernelModule &module);

/// A number of type `type`, in all components of a vector.
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     int64_t number);
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     const APFloat &number);

/// The address of the scalar that stands `offset` behind `index`.
Value getElementPointer(OpBuilder &builder, Location loc, Value memory,
                        Value index, int64_t offset = 0);

/// Memory becomes pointers: storage buffers, Workgroup and Function arrays.
void addMemoryTypeConversions(SPIRVTypeConverter &converter);

/// Arithmetic, upstream's patterns included.
void populateArithToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// Vectors, upstream's patterns included.
void populateVectorToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   RewritePatternSet &patterns);

/// Functions of numbers and bits.
void populateMathToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 RewritePatternSet &patterns);

/// Loads, stores, groupshared and local arrays, barriers.
void populateMemoryToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   KernelModule &module,
                                   RewritePatternSet &patterns);

/// Atomics on buffers and groupshared memory.
void populateAtomicToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   RewritePatternSet &patterns);

/// Numbers, votes, reductions.
void populateLaneToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 KernelModule &module,
                                 RewritePatternSet &patterns);

/// Reads of other lanes and of the quad.
void populateReadToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 KernelModule &module,
                                 RewritePatternSet &patterns);

/// Replaces the loads, stores and sizes of an image argument.
void convertImage(KernelModule &module, BlockArgument image);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_PATTERNS_H
