//===- AggregateAtomics.h - The parts of wave-aggregate-atomics -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AggregateAtomics.cpp finds the atomics and decides. AggregateAtomicsLoop.cpp makes one
// of the trips of a loop, AggregateAtomicsWave.cpp one of a wave.
// AggregateAtomicsPlan.cpp decides where a group may have one, AggregateAtomicsGroup.cpp
// makes it, and AggregateAtomicsSplit.cpp splits the control flow around it.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_AGGREGATEATOMICS_H
#define WAVEDIALECT_LIB_TRANSFORMS_AGGREGATEATOMICS_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::wave::aggregate {

inline constexpr StringLiteral kPass = "wave-aggregate-atomics";

//===----------------------------------------------------------------------===//
// What lanes bring, and what they get
//===----------------------------------------------------------------------===//

/// How the operand of an atomic goes over the lanes that execute it.
enum class OperandForm {
  /// Nothing is known.
  PerLane,
  /// The same for the wave.
  Uniform,
  /// A select: the same where its condition holds, the kind's identity elsewhere.
  UniformWhereTrue,
  /// The same where its condition does not hold, the identity elsewhere.
  UniformWhereFalse,
  /// An i1 made wider: 1, or all bits, where it holds, and 0, the identity, elsewhere.
  Widened,
};

OperandForm classifyOperand(AtomicRMWOp atomic,
                            const UniformityAnalysis &uniformity);

/// What the lanes of a wave bring to one atomic of theirs.
struct Contribution {
  /// What a lane brings, where `uniform` is null: the identity in lanes that take no
  /// part.
  Value value;
  /// What each of `lanes` brings; all others bring the identity.
  Value uniform;
  /// Null stands for all active lanes.
  Value lanes;
};

/// The operand of `atomic`, which has that form, at `builder`.
Contribution getContribution(OpBuilder &builder, AtomicRMWOp atomic,
                             OperandForm form);

/// `kind` of both.
Value combine(OpBuilder &builder, Location loc, gpu::AllReduceOperation kind,
              Value left, Value right);

/// What all active lanes bring together: the same for all of them.
Value createTotal(OpBuilder &builder, Location loc,
                  gpu::AllReduceOperation kind,
                  const Contribution &contribution);

/// What a lane gets where the lanes of the wave come one after the other, the first of
/// them finding `base`. For min and max a lane that brings the extreme is the first,
/// else they come in their order.
Value createResult(OpBuilder &builder, Location loc,
                   gpu::AllReduceOperation kind,
                   const Contribution &contribution, Value total, Value base);

//===----------------------------------------------------------------------===//
// The three forms
//===----------------------------------------------------------------------===//

/// One atomic of a lane for all trips of the loop around it, before the loop where its
/// result has uses, else behind it. The loop is a new one then. Gives whether it could;
/// `reason` says why not where somebody might expect it. `uniformity` describes the
/// kernel as it is now.
bool mergeTrips(AtomicRMWOp atomic, const UniformityAnalysis &uniformity,
                StringRef &reason);

/// Another atomic that a lane may do on the same place, and whose order with `atomic`
/// could be told if one lane did that for its wave; null where there is none.
Operation *findConflict(AtomicRMWOp atomic);

/// One atomic for all lanes that execute it together, where nothing conflicts.
void aggregateInWave(AtomicRMWOp atomic, OperandForm form);

/// How the one atomic of a group is made.
struct GroupPlan {
  int64_t waves = 0;
  /// Lanes of the smallest wave.
  int64_t leastLanes = 0;
  /// How the operand goes over the lanes where the sequence stands.
  OperandForm form = OperandForm::PerLane;
  /// The operand is the same for the group.
  bool isGroupUniform = false;
  /// The return that becomes the outermost condition, null where there is none.
  RetireIfOp retire;
  /// The outermost condition that lanes of the group decide differently; null where all
  /// of them execute the atomic, or `retire` makes it.
  scf::IfOp outer;
  bool isInLoop = false;
  /// The kernel may access the same place by another operation.
  bool isAccessedElsewhere = false;
};

/// None, with a remark where somebody might expect one, unless the group may have one
/// atomic. `uniformity` describes the kernel as it is now.
std::optional<GroupPlan> planGroup(AtomicRMWOp atomic, OperandForm form,
                                   const UniformityAnalysis &uniformity);

/// One atomic for all waves of the group.
void aggregateInGroup(AtomicRMWOp atomic, const GroupPlan &plan);

/// Whether the two may be about one place, as far as constants tell.
bool mayMeet(AtomicRMWOp atomic, Operation *access);

//===----------------------------------------------------------------------===//
// Control flow around an atomic
//===----------------------------------------------------------------------===//

/// Whether `op` stands in the first region of `ifOp`.
bool isInThen(scf::IfOp ifOp, Operation *op);

/// Whether `value` exists before `point`, or can be computed there.
bool isAvailableBefore(Value value, Operation *point);

/// Computes `value` before `point`, if it is not there yet.
void makeAvailableBefore(Value value, Operation *point);

/// Puts what follows `retire` in the kernel's own block under `scf.if`, and so for all
/// that follow it there. Gives the first of these conditions.
scf::IfOp replaceRetires(RetireIfOp retire);

/// Moves `atomic` out of `path`, the conditions around it from the innermost to the
/// outermost, to between what was before it and what was behind it; both parts are
/// executed by the lanes that did so before. Gives which lanes executed it. Where `kept`
/// is a value from before the atomic, it becomes that value behind its place, 0 in the
/// other lanes.
Value splitAround(AtomicRMWOp atomic, ArrayRef<scf::IfOp> path, Value &kept);

} // namespace mlir::wave::aggregate

#endif // WAVEDIALECT_LIB_TRANSFORMS_AGGREGATEATOMICS_H
