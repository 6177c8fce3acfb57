//===- SharedLoads.h - Loads that are uniform in each iteration of a loop ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load in a loop is shared if its address depends only on the index of the
// iteration and on values that are uniform for the wave. Any lane can then
// compute the address for any iteration, and its load has the result that all
// lanes would have loaded. The same must hold for the conditions around the
// load in the loop: a lane loads for an iteration only if the conditions hold
// in that iteration.
//
// Uniformity for the wave is either proved or left to a test at run time: a
// value from memory may be uniform, a lane index never is.
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

/// Whether this is a load that lanes may share: of a buffer, but not of a
/// constant buffer, whose words machines load once for a wave.
bool isShareable(const MemoryAccess &access);

/// The shared loads of one loop.
class SharedLoads {
public:
  SharedLoads(scf::ForOp loop, const UniformityAnalysis &uniformity);

  /// The shared loads; none if something prevents them.
  ArrayRef<Operation *> getLoads() const { return loads.getArrayRef(); }

  /// The operations that a lane executes to load for an iteration of its own:
  /// operations in the loop's block and in conditions inside it, including the
  /// loads. Operands precede their users.
  ArrayRef<Operation *> getSlice() const { return slice.getArrayRef(); }

  /// Integers that must be uniform for the wave but are not proved to be. Those
  /// inside the loop are computed from others before it.
  ArrayRef<Value> getUnproven() const { return unproven.getArrayRef(); }

  /// Conversions, before the loop, of unproven values.
  ArrayRef<Operation *> getCasts() const { return casts.getArrayRef(); }

  /// A load that readers would expect among the shared ones, with the reason
  /// why it is not.
  struct Obstacle {
    Operation *load;
    StringRef reason;
  };
  ArrayRef<Obstacle> getObstacles() const { return obstacles; }

private:
  /// The computation of the address of one load, or of a condition.
  struct Address {
    /// Operands come before their users.
    llvm::SetVector<Operation *> slice, casts;
    llvm::SetVector<Value> unproven;
    bool followsTrip = false;
    /// It decides whether lanes execute something, so races must not affect it.
    bool isCondition = false;
    /// Why other lanes cannot compute it; empty if they can.
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
