//===- LoadingSlice.h - What a wave must compute to load tiles ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `wave-pipeline-waves` gives the loading of tiles to a wave that does not
// compute. That wave executes the slice: the operations from which indices,
// values and conditions of the loading are computed, and those of the control
// flow that leads there. It can execute operations without effects and loads
// from memory that the kernel never writes.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_LOADINGSLICE_H
#define WAVEDIALECT_TRANSFORMS_LOADINGSLICE_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {

/// The memory of a kernel that never changes while the kernel runs.
class UnwrittenMemory {
public:
  explicit UnwrittenMemory(FuncOp kernel);

  /// Whether `memory` is an argument that the kernel does not write.
  bool contains(Value memory) const;
  bool isWritten(Value memory) const { return written.contains(memory); }

  /// Whether any wave computes the same results from the same operands, at any
  /// time, without effects; includes the regions of `op`.
  bool allowsExecution(Operation *op) const;

private:
  FuncOp kernel;
  DenseSet<Value> written;
};

class LoadingSlice {
public:
  explicit LoadingSlice(const UnwrittenMemory &memory) : memory(&memory) {}

  /// Adds the computation of `value`. Fails if only the waves that compute can
  /// know it; getObstacle() is then the operation that makes it so.
  LogicalResult add(Value value);
  /// Adds what the operation and its regions use; not the operation.
  LogicalResult addUses(Operation *op);
  /// Adds the conditions and bounds around `op`.
  LogicalResult addControl(Operation *op);

  /// Adds everything of another slice.
  void merge(const LoadingSlice &other);

  Operation *getObstacle() const { return obstacle; }
  bool contains(Operation *op) const { return ops.contains(op); }
  /// Whether the slice needs this value of a loop in each iteration.
  bool carries(BlockArgument argument) const {
    return carried.contains(argument);
  }
  ArrayRef<Operation *> getOperations() const { return ops.getArrayRef(); }

  /// Finds the operations and carried values that depend on the wave index.
  /// `users` are operations that are not in the slice and use it.
  void findDependence(ArrayRef<Operation *> users);
  bool dependsOnWave(Operation *op) const { return dependent.contains(op); }
  bool dependsOnWave(Value value) const {
    return dependentValues.contains(value);
  }
  /// Returns the first condition, bound or carried value of control flow around
  /// `op` that depends on the wave; null if there is none.
  Operation *findDependentControl(Operation *op) const;

private:
  LogicalResult fail(Operation *op);
  bool isDependent(Operation *op) const;

  const UnwrittenMemory *memory;
  DenseSet<Value> seen;
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> carried;
  DenseSet<Operation *> dependent;
  DenseSet<Value> dependentValues;
  Operation *obstacle = nullptr;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_LOADINGSLICE_H
