//===- ResourceAccess.h - Addresses of elements and texels -- -*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_RESOURCEACCESS_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_RESOURCEACCESS_H

#include "NVVMBuilder.h"

namespace mlir::wave::nvvm {

/// The bytes of the widest access of the machine.
constexpr uint64_t kMaxAlignment = 16;

/// Replaces short branches that load from buffers and images by loads that all lanes
/// execute; where the condition is false, they read zeros. Short branches around the
/// branches of stores become part of the stores' conditions. The lowering of memory must
/// follow at once: no pass knows such loads.
void selectGuardedAccesses(FuncOp kernel);

/// The first index of an access, and the condition under which there is one; null for an
/// access without a guard.
std::pair<Value, Value> getGuardedIndex(Operation *access);

/// Erases a lowered access, with the select that guarded it.
void eraseAccess(Operation *access);

/// Returns `place`, or where `condition` is false the address of zeros; a null condition
/// is true.
Value selectPlace(NVVMBuilder &b, Value condition, Value place);

/// The address of the element with this index, an i64.
Value createPlace(NVVMBuilder &b, Value pointer, Type element, Value index);

/// The address of an element of a buffer or an array. The index is one of `index`, or an
/// i32. Of an array with a swizzle, only elements of the same 16 bytes are adjacent.
Value createElementPlace(NVVMBuilder &b, Value memory, Value index);

/// Lowers a product of four waves. The array of the right factor has a swizzle.
void lowerMultiplyMemory(MatrixMultiplyMemoryOp op, NVVMBuilder &b);
void lowerMatrixWait(MatrixWaitOp op, NVVMBuilder &b);

/// The address of a texel. Its index may exceed 32 bits.
Value createTexelPlace(NVVMBuilder &b, Value image, ValueRange coordinates);

/// Whether nothing writes the resource while the kernel runs.
bool isReadOnly(const ResourceBinding &resource);

/// A load, through the cache for read-only memory if it is `isInvariant`.
Value createLoad(NVVMBuilder &b, Type type, Value place, uint64_t alignment,
                 bool isInvariant);

} // namespace mlir::wave::nvvm

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_RESOURCEACCESS_H
