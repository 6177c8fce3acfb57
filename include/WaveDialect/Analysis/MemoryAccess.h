//===- MemoryAccess.h - The memory accesses of operations ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_MEMORYACCESS_H
#define WAVEDIALECT_ANALYSIS_MEMORYACCESS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

/// One access to a buffer, an array or an image. All rules and analyses use
/// this single list of operations that access memory.
struct MemoryAccess {
  /// A memref or an image.
  Value memory;
  /// The index of a memref's first element, or the coordinates of a texel.
  SmallVector<Value, 2> indices;
  /// The number of elements of a memref, starting at the index.
  int64_t components = 1;
  /// A coherent access counts as both: other groups may write at any time, so that
  /// what holds for atomics holds for it.
  bool reads = false, writes = false;
  /// Whether it is a load or a store of coherent memory.
  bool isCoherent = false;
  /// Whether these are elements of a wave matrix: the wave accesses some of the
  /// elements from the index on, each once for all lanes.
  bool isMatrix = false;

  bool isAtomic() const { return reads && writes; }
  bool isImage() const { return !isa<MemRefType>(memory.getType()); }
};

/// Returns the access of `op` itself; none for other operations. Does not look
/// into calls and regions.
std::optional<MemoryAccess> getMemoryAccess(Operation *op);

/// Whether `op` is an atomic of 64 bits on two elements of a buffer of i32.
bool isWideAtomic(Operation *op);

/// Whether the kernel executes such atomics on `memory`.
bool hasWideAtomics(Value memory);

/// Returns the memory that `op` writes; null if it writes none.
Value getWrittenMemory(Operation *op);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_MEMORYACCESS_H
