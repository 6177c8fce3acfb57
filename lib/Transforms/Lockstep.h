//===- Lockstep.h - Waves side by side in one sequence ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The waves of a kernel are divided into roles: waves of one role take the same
// branches. Roles are executed side by side, each as far as it can go without
// waiting, and what they do is written down. Where all of them wait, a barrier of
// the group is written if it lets one go on, or their loops become one loop.
// PipeCounts.h knows what a step waits for, and LockstepCode.h writes the code.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEP_H
#define WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEP_H

#include "LockstepCode.h"
#include "PipeCounts.h"

namespace mlir::wave {

/// The branches around steps, and the waves that take the same ones.
struct Roles {
  explicit Roles(FuncOp kernel);

  SmallVector<WaveSet, 4> waves;
  /// The roles that take the first branch, for each `scf.if` around a step whose
  /// condition the wave index decides.
  DenseMap<Operation *, RoleSet> taking;
};

/// Roles that execute the kernel, or one iteration of their loops, or a branch.
struct Frame {
  RoleSet roles;
  /// The next operation of each role.
  SmallVector<Operation *, 4> next;
};

/// Executes the roles of a kernel side by side and writes down what they do.
class Lockstep {
public:
  explicit Lockstep(FuncOp kernel);
  /// Replaces the body of the kernel, or reports what keeps the waves from running
  /// in lockstep.
  LogicalResult run();

private:
  struct Pipe {
    PipeCounts counts;
    /// The stage of the use from which the counts begin.
    Value base;
  };

  LogicalResult run(Frame &frame);
  RoleSet getAt(const Frame &frame, Operation *op) const;
  bool canExecute(unsigned role, Operation *op) const;
  LogicalResult execute(Frame &frame, Operation *op, const RoleSet &roles);
  LogicalResult executeStep(PipeStepInterface step, const RoleSet &roles);
  void enterBranch(Frame &frame, scf::IfOp ifOp, const RoleSet &roles);
  bool isBranch(Operation *op) const { return roles.taking.contains(op); }
  bool isEndOfBranch(Operation *op) const {
    return isa<scf::YieldOp>(op) && isBranch(op->getParentOp());
  }

  bool tryBarrier(Frame &frame);
  bool tryMeeting(Frame &frame);
  bool isCommon(const Frame &frame, Operation *op);
  bool areAlike(const Frame &frame, Operation *one, Operation *other);
  WaveSet getPartners(Operation *op) const;
  SmallVector<Operation *> getAlike(const Frame &frame, Operation *first);
  LogicalResult merge(Frame &frame);
  LogicalResult mergeLoops(ArrayRef<Operation *> loops, Frame &frame);
  LogicalResult mergeBranches(ArrayRef<Operation *> ifOps, Frame &frame);
  /// Writes the body of merged loops, or one branch of merged conditions; returns
  /// the stages with which it ends.
  FailureOr<SmallVector<Value>> runPart(ArrayRef<Operation *> ops,
                                        const Frame &frame, unsigned region,
                                        ArrayRef<Pipe> begin);

  Pipe &getPipe(Value pipe);
  const Pipe &getPipe(Value pipe) const {
    return const_cast<Lockstep *>(this)->getPipe(pipe);
  }
  Value getStage(const Pipe &pipe, int use, Location loc);

  InFlightDiagnostic startRefusal();
  LogicalResult refuse(Operation *op, const Twine &reason);
  LogicalResult reportWaiting(Operation *loop);

  FuncOp kernel;
  Roles roles;
  LockstepCode code;
  SmallVector<Pipe, 2> pipes;
  /// Those that are executed, the innermost last.
  SmallVector<const Frame *> frames;
  /// The place of each operation in the text.
  DenseMap<Operation *, unsigned> places;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LOCKSTEP_H
