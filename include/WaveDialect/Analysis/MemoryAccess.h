//===- MemoryAccess.h - What an operation reads and writes ---------------===//
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

/// One access of a buffer, an array or an image: the only list of operations that
/// touch memory, so that no rule and no analysis forgets one.
struct MemoryAccess {
  /// A memref or an image.
  Value memory;
  /// The index of a memref's first element, or an image's x and y.
  SmallVector<Value, 2> indices;
  /// How many elements of a memref, from the index on.
  int64_t components = 1;
  bool reads = false, writes = false;

  bool isAtomic() const { return reads && writes; }
  bool isImage() const { return !isa<MemRefType>(memory.getType()); }
};

/// What `op` itself accesses, none for everything else; calls and regions are not
/// looked into.
std::optional<MemoryAccess> getMemoryAccess(Operation *op);

/// The memory that `op` writes, null where it writes none.
Value getWrittenMemory(Operation *op);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_MEMORYACCESS_H
