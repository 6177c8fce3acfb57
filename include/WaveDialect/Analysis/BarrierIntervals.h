//===- BarrierIntervals.h - Accesses between the same barriers --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All waves of a group meet at a barrier, so two lanes that are between the
// same two barriers passed the same barrier last. For each access to
// groupshared memory, or for each access to a buffer, this analysis finds the
// barriers that a lane may have passed last, including the start of the kernel.
// Accesses without a common one are ordered. Lanes may have taken different
// paths.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_BARRIERINTERVALS_H
#define WAVEDIALECT_ANALYSIS_BARRIERINTERVALS_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::wave {

struct MemoryAccess;

/// The memory through which waves of a group exchange data.
enum class ExchangeMemory { Groupshared, Buffers };

/// Whether a barrier of this scope orders accesses to the memory.
bool ordersMemory(BarrierScope scope, ExchangeMemory memory);

class BarrierIntervals {
public:
  /// `function` is a kernel, or a helper whose callers are unknown.
  explicit BarrierIntervals(
      Operation *function, ExchangeMemory memory = ExchangeMemory::Groupshared);

  /// Whether no lane of the group may write the element that `load` reads
  /// between the barriers around the load. `access` is the access of `load`, to
  /// groupshared memory.
  bool isSettled(Operation *load, const MemoryAccess &access) const;

  /// Whether two lanes may execute the two accesses, which may be the same
  /// operation, between the same barriers.
  bool areUnordered(Operation *a, Operation *b) const;

private:
  using Barriers = llvm::SmallBitVector;

  // These track the barriers that lanes in which all `flags` are true passed
  // last.
  void visitBlock(Block &block, Barriers &last, ArrayRef<Value> flags);
  void visitRepeated(MutableArrayRef<Region> regions, Barriers &last,
                     ArrayRef<Value> flags);
  void visitIf(scf::IfOp ifOp, Barriers &last, ArrayRef<Value> flags);
  void visitWhile(scf::WhileOp whileOp, Barriers &last, ArrayRef<Value> flags);
  void visit(Operation &op, Barriers &last, ArrayRef<Value> flags);
  void visitAccess(Operation &op, const Barriers &last);
  void note(Operation &op, Value memory, const Barriers &last);
  bool isExchanged(Value memory) const;
  /// Whether all waves of the group wait at the barrier, and see each other's
  /// writes to the memory after it. In a group of one wave, a wave barrier is
  /// sufficient.
  bool isMeeting(BarrierOp barrier) const;

  ExchangeMemory memory;
  bool isSingleWave = false;
  DenseMap<Operation *, unsigned> numbers;
  /// Operations that contain such a barrier in their regions.
  llvm::DenseSet<Operation *> holders;
  /// For each access, the barriers that a lane may have passed last.
  DenseMap<Operation *, Barriers> passed;
  DenseMap<Value, SmallVector<Operation *, 4>> writers;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_BARRIERINTERVALS_H
