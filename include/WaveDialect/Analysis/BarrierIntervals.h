//===- BarrierIntervals.h - What may happen between the same barriers -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All waves of a group meet at a barrier, so that two lanes which are between the same
// two barriers passed the same one last. Of each access of groupshared memory, or of
// each access of a buffer, it is found which barriers that can be, the kernel's start
// included: accesses that have none in common are ordered. The paths that lanes took may
// differ.
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

/// Whether a barrier of this scope orders the memory.
bool ordersMemory(BarrierScope scope, ExchangeMemory memory);

class BarrierIntervals {
public:
  /// `function` is a kernel, or a helper, which has nothing before it that is known.
  explicit BarrierIntervals(
      Operation *function, ExchangeMemory memory = ExchangeMemory::Groupshared);

  /// Whether nobody of the group may write what `load` reads between the barriers
  /// around it. `access` is what it reads, an element of groupshared memory.
  bool isSettled(Operation *load, const MemoryAccess &access) const;

  /// Whether two accesses of this memory, or one of two lanes, may happen between the
  /// same barriers.
  bool areUnordered(Operation *a, Operation *b) const;

private:
  using Barriers = llvm::SmallBitVector;

  // Of the lanes in which all of `flags` are true: barriers that they passed last.
  void visitBlock(Block &block, Barriers &last, ArrayRef<Value> flags);
  void visitRepeated(MutableArrayRef<Region> regions, Barriers &last,
                     ArrayRef<Value> flags);
  void visitIf(scf::IfOp ifOp, Barriers &last, ArrayRef<Value> flags);
  void visitWhile(scf::WhileOp whileOp, Barriers &last, ArrayRef<Value> flags);
  void visit(Operation &op, Barriers &last, ArrayRef<Value> flags);
  void visitAccess(Operation &op, const Barriers &last);
  void note(Operation &op, Value memory, const Barriers &last);
  bool isExchanged(Value memory) const;
  /// Whether all waves of the group wait there, and see the memory as the others left
  /// it. Where there is one wave, its own barrier does both.
  bool isMeeting(BarrierOp barrier) const;

  ExchangeMemory memory;
  bool isSingleWave = false;
  DenseMap<Operation *, unsigned> numbers;
  /// Operations that hold such a barrier in their regions.
  llvm::DenseSet<Operation *> holders;
  /// Of each access the barriers that a lane may have passed last.
  DenseMap<Operation *, Barriers> passed;
  DenseMap<Value, SmallVector<Operation *, 4>> writers;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_BARRIERINTERVALS_H
