//===- MemoryPlaces.h - Addresses of accesses to buffers and arrays -------===//
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

/// Adjacent scalars in one element of a structured buffer.
struct BufferPlace {
  /// The number of the element and the byte offset in it, both i32. In a raw
  /// buffer, the address in bytes, and an undefined value.
  Value element, offset;
  unsigned scalars;
};

/// Whether `memory` is a buffer, an argument of the kernel; all other memory is
/// an array.
bool isBuffer(Value memory);

/// Returns the addresses of the scalars from `index` on: one place for all
/// scalars if they are known to be in the same element, else one place for each
/// scalar.
SmallVector<BufferPlace> findPlaces(OpBuilder &builder, Location loc,
                                    DXILKernel &kernel, Value buffer,
                                    Value index, unsigned scalars = 1);

/// Returns the address of element `index + offset` of a groupshared or local
/// array.
Value getElementPointer(OpBuilder &builder, Location loc, DXILKernel &kernel,
                        Value array, Value index, unsigned offset = 0);

/// Loads words of a constant buffer from `index` on for `op`.
SmallVector<Value> loadFromConstantBuffer(Operation *op, DXILKernel &kernel,
                                          Value buffer, Value index,
                                          unsigned count);

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_WAVETODXIL_MEMORYPLACES_H
