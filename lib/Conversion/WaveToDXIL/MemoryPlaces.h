//===- MemoryPlaces.h - Where accesses of buffers and arrays go -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_WAVETODXIL_MEMORYPLACES_H
#define WAVEDIALECT_CONVERSION_WAVETODXIL_MEMORYPLACES_H

#include "DXILKernel.h"

namespace mlir::wave {

/// Scalars that stand one after the other in one element of a structured buffer.
struct BufferPlace {
  /// The element's number, and the bytes from its start: two i32.
  Value element, offset;
  unsigned scalars;
};

/// A buffer, an argument of the kernel; all else in memory is an array.
bool isBuffer(Value memory);

/// Where the scalars from `index` on are: in one place if they are known to be in one
/// element, else each in a place of its own.
SmallVector<BufferPlace> findPlaces(OpBuilder &builder, Location loc,
                                    DXILKernel &kernel, Value buffer,
                                    Value index, unsigned scalars = 1);

/// The address of the scalar `offset` after `index` in a groupshared or local array.
Value getElementPointer(OpBuilder &builder, Location loc, DXILKernel &kernel,
                        Value array, Value index, unsigned offset = 0);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_MEMORYPLACES_H
