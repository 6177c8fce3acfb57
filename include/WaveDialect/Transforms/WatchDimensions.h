//===- WatchDimensions.h - Indices that leave a dimension -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WATCHDIMENSIONS_H
#define WAVEDIALECT_TRANSFORMS_WATCHDIMENSIONS_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

struct MemoryAccess;

/// The index of an access in one dimension of an array.
struct DimensionIndex {
  /// Null for a constant.
  Value value;
  int64_t constant, size;
};

/// Returns the indices of an access of an array whose `wave.parts` states dimensions,
/// outermost first; empty for another access. The index must be as the front end wrote
/// it: a sum of each index times its stride.
SmallVector<DimensionIndex> getDimensionIndices(const MemoryAccess &access);

/// The index of an access that leaves a dimension of an array, for instance
/// `t[x][16]` of `t[16][16]`, becomes an index that no array has and that tells the
/// part of the array, the dimension, and the index in it. `wave.parts` of the array
/// states its dimensions; `part_outside` of the Python package reads the index.
void watchDimensions(FuncOp function);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WATCHDIMENSIONS_H
