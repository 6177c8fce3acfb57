//===- Records.h - Accesses to the components of vectors in memory -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_RECORDS_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_RECORDS_H

#include "WaveDialect/Analysis/LaneStrides.h"
#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave::simd {

/// Loads or stores of adjacent components, executed together. The records of
/// adjacent lanes are adjacent in memory, so that the wave accesses one range.
struct Record {
  /// The operation in whose place all of them execute: the first load or the
  /// last store.
  Operation *place = nullptr;
  /// The load or the store of each component, starting at the lowest one that
  /// is accessed; null for a component that no operation accesses.
  SmallVector<Operation *, 4> components;
  /// The number of elements of a record in memory.
  int64_t stride = 0;

  int64_t getComponent(Operation *op) const {
    return llvm::find(components, op) - components.begin();
  }
};

/// The records of a kernel.
class Records {
public:
  Records() = default;
  /// `inBounds` are the accesses of the kernel's own arrays that are proved to be
  /// in bounds.
  Records(FuncOp kernel, const LaneStrides &strides,
          const llvm::DenseSet<Operation *> &inBounds);

  /// Returns the record that `op` belongs to; null for all other accesses.
  const Record *get(Operation *op) const {
    auto it = numbers.find(op);
    return it == numbers.end() ? nullptr : &records[it->second];
  }

private:
  void add(ArrayRef<Operation *> ops, ArrayRef<int64_t> offsets,
           int64_t stride);

  SmallVector<Record> records;
  DenseMap<Operation *, size_t> numbers;
};

/// Returns the components of consecutive records from registers with these
/// records, in the order of memory; all are vectors of one length.
SmallVector<Value, 4> splitRecords(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> registers);
/// The inverse.
SmallVector<Value, 4> joinRecords(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> components);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_RECORDS_H
