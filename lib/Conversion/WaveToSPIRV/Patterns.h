//===- Patterns.h - Patterns of this conversion, by concern ---------------===//
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

/// A pattern that may add variables and constants to the kernel's module.
template <typename OpT>
struct KernelPattern : OpConversionPattern<OpT> {
  KernelPattern(const SPIRVTypeConverter &converter, KernelModule &module,
                MLIRContext *context)
      : OpConversionPattern<OpT>(converter, context), module(module) {}
  KernelModule &module;
};

/// Replaces exchanges and compare-and-swaps of floats by those of their bits, in
/// memory of integers: SPIR-V has no compare-and-swap of floats, and exchanges
/// are an optional feature of Vulkan.
void accessFloatsAsBits(gpu::GPUFuncOp kernel);

/// Converts a buffer to an array of vectors if all accesses are of one vector
/// type, at multiples of its size.
void holdVectorsInBuffers(gpu::GPUFuncOp kernel);

/// Rewrites code that upstream's conversions or drivers compile incorrectly.
/// The result remains in wave, scf and arith.
void prepareForSPIRV(spirv::FuncOp function,
                     const KernelDescription &description);

/// Replaces integer arithmetic that drivers compile incorrectly by other arithmetic
/// with the same result.
void replaceMiscompiledIntegers(spirv::FuncOp function);

/// Replaces the launch of mesh groups by a terminator of the function. Its
/// payload becomes a variable of the module or is copied to one.
void launchMeshGroups(KernelModule &module);

/// Creates a constant of type `type`, or a splat for a vector.
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     int64_t number);
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     const APFloat &number);

/// Returns the address of the scalar at `index + offset`.
Value getElementPointer(OpBuilder &builder, Location loc, Value memory,
                        Value index, int64_t offset = 0);

/// Create an atomic at an address, and return the previous value.
Value createAtomic(OpBuilder &builder, Location loc,
                   gpu::AllReduceOperation kind, Value pointer, Value value);
Value createExchange(OpBuilder &builder, Location loc, Value pointer,
                     Value value);
Value createCompareExchange(OpBuilder &builder, Location loc, Value pointer,
                            Value compare, Value value);

/// Converts memory to pointers: storage buffers, Workgroup and Function arrays.
void addMemoryTypeConversions(SPIRVTypeConverter &converter);

/// Arithmetic, including upstream's patterns.
void populateArithToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// Vectors, including upstream's patterns.
void populateVectorToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   RewritePatternSet &patterns);

/// Functions of numbers and bits.
void populateMathToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 RewritePatternSet &patterns);

/// Loads, stores, groupshared and local arrays, barriers.
void populateMemoryToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   KernelModule &module,
                                   RewritePatternSet &patterns);

/// Converts tiles of wave matrices to cooperative matrices.
void addMatrixTypeConversions(SPIRVTypeConverter &converter);

/// Tiles of wave matrices.
void populateMatrixToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   KernelModule &module,
                                   RewritePatternSet &patterns);

/// Atomics on buffers and groupshared memory.
void populateAtomicToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                   RewritePatternSet &patterns);

/// Ids, votes, reductions.
void populateLaneToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 KernelModule &module,
                                 RewritePatternSet &patterns);

/// Reads of other lanes and of the quad.
void populateReadToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                 KernelModule &module,
                                 RewritePatternSet &patterns);

/// Replaces the accesses and sizes of an image argument.
void convertImage(KernelModule &module, BlockArgument image);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETOSPIRV_PATTERNS_H
