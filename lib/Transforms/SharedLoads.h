//===- SharedLoads.h - What all lanes of a wave load in each trip of a loop -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load in a loop is shared where its address follows from the number of the trip and
// from values that are the same for the wave. Then any lane can compute the address of
// any trip, and what it loads there is what all would have loaded. The same must hold
// for the conditions around the load in the loop: a lane loads for a trip only if the
// conditions hold in that trip.
//
// What is the same for the wave is proved, or is left to a test when the kernel runs:
// a number that came from memory may be the same, a lane's number never is.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_SHAREDLOADS_H
#define WAVEDIALECT_LIB_TRANSFORMS_SHAREDLOADS_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {

struct MemoryAccess;

/// Whether the memory is an argument of the kernel.
bool isKernelBuffer(Value memory);

/// The shared loads of one loop.
class SharedLoads {
public:
  SharedLoads(scf::ForOp loop, const UniformityAnalysis &uniformity);

  /// The loads, none where something stands in the way.
  ArrayRef<Operation *> getLoads() const { return loads.getArrayRef(); }

  /// What a lane executes to load for a trip of its own: operations of the loop's
  /// block and of conditions in it, the loads among them. Operands come before users.
  ArrayRef<Operation *> getSlice() const { return slice.getArrayRef(); }

  /// Integers that have to be the same for the wave and are not proved to be. Those
  /// from inside of the loop are computed of others from before it.
  ArrayRef<Value> getUnproven() const { return unproven.getArrayRef(); }

  /// Conversions before the loop of what is unproven.
  ArrayRef<Operation *> getCasts() const { return casts.getArrayRef(); }

  /// A load that a reader would expect among the shared ones, and why it is not.
  struct Obstacle {
    Operation *load;
    StringRef reason;
  };
  ArrayRef<Obstacle> getObstacles() const { return obstacles; }

private:
  /// What the address of one load, or a condition, is made of.
  struct Address {
    /// Operands come before their users.
    llvm::SetVector<Operation *> slice, casts;
    llvm::SetVector<Value> unproven;
    bool followsTrip = false;
    /// It decides whether lanes execute something, so a race may not change it.
    bool isCondition = false;
    /// Why no other lane can compute it; empty where all can.
    StringRef reason;
  };

  StringRef findLoopReason();
  bool isUnchanged(Value memory) const;
  bool isSameAsCondition(const MemoryAccess &access, Operation *load) const;
  bool isSameAddress(const MemoryAccess &access) const;
  void visitLoad(Operation *load, const MemoryAccess &access,
                 const Address &conditions);
  void visitLoads(Block &block, const Address &conditions);
  void visitIf(scf::IfOp ifOp, Address conditions, const Address &known);
  void visit(Address &address, Value value);
  void visitOperation(Address &address, Operation *op);
  void visitInvariant(Address &address, Value value);
  void addWithOperands(Address &address, Value value);
  bool isInvariant(Value value);
  bool isComputedEarly(Value value);
  void merge(const Address &address);

  scf::ForOp loop;
  const UniformityAnalysis &uniformity;
  bool holdsAtomic = false;
  DenseMap<Value, bool> invariants;
  llvm::SetVector<Operation *> loads, slice, casts;
  llvm::SetVector<Value> unproven;
  SmallVector<Obstacle> obstacles;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_SHAREDLOADS_H
