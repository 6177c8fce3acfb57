//===- LockstepCode.h - Code of waves that run in lockstep ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a kernel in which all waves of the group execute one sequence of
// stretches. A stretch of some waves is in an `scf.if` on the wave index.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEPCODE_H
#define WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEPCODE_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::wave {

using RoleSet = llvm::SmallBitVector;

class LockstepCode {
public:
  /// `roles` are sets of waves of the kernel that take the same branches.
  LockstepCode(FuncOp kernel, ArrayRef<WaveSet> roles);

  OpBuilder &getBuilder() { return builder; }
  RoleSet getAll() const { return RoleSet(roles.size(), true); }

  /// Adds an operation of the old kernel to the stretch of these waves. An
  /// operation that any wave may execute, with the same results for the group, is
  /// written for all of them at once.
  void add(Operation *op, const RoleSet &waves);
  /// Writes the stretch.
  void flush();

  /// Returns the value of the new kernel, for the waves of these roles.
  Value get(Value old, const RoleSet &waves);
  void set(Value old, Value value, const RoleSet &waves);

  /// Whether the value exists in all waves of the group, and is the same in them.
  bool isCommon(Value value) const { return common.contains(value); }
  void setCommon(Value value) { common.insert(value); }
  /// Whether both are common and equal.
  bool areEqual(Value a, Value b) const;

  /// Writes a barrier of the group.
  void addBarrier(Location loc);
  /// Puts the new body in the place of the old one.
  void finish();

  /// What a second attempt to write a loop begins with.
  struct Snapshot {
    SmallVector<IRMapping, 0> values;
    DenseSet<Value> common;
    size_t barriers;
  };
  Snapshot save() const { return {values, common, barriers.size()}; }
  void restore(const Snapshot &snapshot);

  /// The operation whose value could not leave its stretch; null if all could.
  Operation *getFailure() const { return failure; }

private:
  /// Writes an operation, and those that compute its operands, for all waves at the
  /// beginning; returns false if that is not possible.
  bool addEarly(Operation *op);
  bool isForAll(Operation *op, const RoleSet &waves) const;
  Value getCondition(const RoleSet &waves);

  FuncOp kernel;
  UniformityAnalysis uniformity;
  SmallVector<WaveSet, 4> roles;
  Region body;
  OpBuilder builder;
  Value index;
  SmallVector<std::pair<RoleSet, Value>> conditions;
  /// The values of the new kernel, for each role.
  SmallVector<IRMapping, 0> values;
  DenseSet<Value> common;
  DenseSet<Operation *> early;
  SmallVector<BarrierOp> barriers;
  SmallVector<Operation *> stretch;
  RoleSet ofStretch;
  Operation *failure = nullptr;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEPCODE_H
