//===- AggregateAtomics.h - The parts of wave-aggregate-atomics -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AggregateAtomics.cpp finds the atomics and chooses their forms.
// AggregateAtomicsLoop.cpp merges the atomics of a loop's iterations,
// AggregateAtomicsWave.cpp those of a wave. AggregateAtomicsPlan.cpp decides
// whether a group can use one atomic, AggregateAtomicsGroup.cpp emits it, and
// AggregateAtomicsSplit.cpp splits the control flow around it.
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

/// With fewer waves, the group's barriers cost more than one atomic in each wave.
inline constexpr int64_t kLeastWavesThatMeet = 4;

//===----------------------------------------------------------------------===//
// Operands and results of lanes
//===----------------------------------------------------------------------===//

/// How the operand of an atomic varies over the lanes that execute it.
enum class OperandForm {
  /// Unknown.
  PerLane,
  /// Uniform for the wave.
  Uniform,
  /// A select: uniform where its condition holds, the kind's identity
  /// elsewhere.
  UniformWhereTrue,
  /// A select: the kind's identity where its condition holds, uniform
  /// elsewhere.
  UniformWhereFalse,
  /// An extended i1: 1 or all ones where it is true, and 0, the identity,
  /// elsewhere.
  Widened,
};

OperandForm classifyOperand(AtomicRMWOp atomic,
                            const UniformityAnalysis &uniformity);

/// The operands of the lanes of a wave for their combined atomic.
struct Contribution {
  /// The operand of each lane, if `uniform` is null; the identity in lanes that
  /// do not participate.
  Value value;
  /// The operand of each lane in `lanes`; all other lanes have the identity.
  Value uniform;
  /// Null means all active lanes.
  Value lanes;
};

/// Returns the operand of `atomic`, which has `form`, at `builder`.
Contribution getContribution(OpBuilder &builder, AtomicRMWOp atomic,
                             OperandForm form);

/// Combines two values by `kind`.
Value combine(OpBuilder &builder, Location loc, gpu::AllReduceOperation kind,
              Value left, Value right);

/// Whether `op` combines two integers by `kind`, that of an atomic of integers.
bool combinesIntegers(Operation *op, gpu::AllReduceOperation kind);

/// Combines the operands of all active lanes; the result is uniform.
Value createTotal(OpBuilder &builder, Location loc,
                  gpu::AllReduceOperation kind,
                  const Contribution &contribution);

/// Computes the result of each lane as if the lanes of the wave executed their
/// atomics one after the other, starting from the value `base`. For min and
/// max, a lane with the extreme operand is first; otherwise the lanes are in
/// order.
Value createResult(OpBuilder &builder, Location loc,
                   gpu::AllReduceOperation kind,
                   const Contribution &contribution, Value total, Value base);

/// Whether at most one lane of each wave reaches `atomic`.
bool isOneLane(AtomicRMWOp atomic, const UniformityAnalysis &uniformity);

//===----------------------------------------------------------------------===//
// The three forms
//===----------------------------------------------------------------------===//

/// Merges the atomics of all iterations of the loop around `atomic` into one
/// per lane, before the loop if its result is used, otherwise after it, and
/// replaces the loop. Returns whether it did; `reason` states why not if
/// readers might expect it. `uniformity` must describe the current kernel.
bool mergeTrips(AtomicRMWOp atomic, const UniformityAnalysis &uniformity,
                StringRef &reason);

/// Returns another atomic that a lane may execute on the same location and that
/// could reveal its order relative to `atomic` if one lane executed `atomic`
/// for its wave; null if there is none.
Operation *findConflict(AtomicRMWOp atomic);

/// Uses one atomic for all lanes that execute it together. Requires that
/// nothing conflicts.
void aggregateInWave(AtomicRMWOp atomic, OperandForm form);

/// The layout of the single atomic of a group.
struct GroupPlan {
  int64_t waves = 0;
  /// The size of the smallest wave, in lanes.
  int64_t leastLanes = 0;
  /// How the operand varies over the lanes at the position of the group's
  /// sequence.
  OperandForm form = OperandForm::PerLane;
  /// Whether the operand is uniform for the group.
  bool isGroupUniform = false;
  /// The return that becomes the outermost condition, null if none does.
  RetireIfOp retire;
  /// The outermost divergent condition of the group; null if all lanes execute
  /// the atomic, or if `retire` becomes this condition.
  scf::IfOp outer;
  bool isInLoop = false;
  /// Whether another operation of the kernel may access the same location.
  bool isAccessedElsewhere = false;
};

/// Returns none unless the group can use one atomic, with a remark if readers
/// might expect one. `uniformity` must describe the current kernel.
std::optional<GroupPlan> planGroup(AtomicRMWOp atomic, OperandForm form,
                                   const UniformityAnalysis &uniformity);

/// Uses one atomic for all waves of the group.
void aggregateInGroup(AtomicRMWOp atomic, const GroupPlan &plan);

/// Whether `atomic` and `access`, to the same memory, may access the same
/// element, judging by constant indices.
bool mayMeet(AtomicRMWOp atomic, Operation *access);

//===----------------------------------------------------------------------===//
// Control flow around an atomic
//===----------------------------------------------------------------------===//

/// Whether `op` is in the then region of `ifOp`.
bool isInThen(scf::IfOp ifOp, Operation *op);

/// Whether `value` exists before `point`, or can be computed there.
bool isAvailableBefore(Value value, Operation *point);

/// Moves the computation of `value` before `point`, unless it is there already.
void makeAvailableBefore(Value value, Operation *point);

/// Moves the operations after `retire` in the kernel's own block into an
/// `scf.if`, and likewise for all later returns in that block. Returns the
/// first of these conditions.
scf::IfOp replaceRetires(RetireIfOp retire);

/// Moves `atomic` out of `path`, the conditions around it from the innermost to
/// the outermost, to a position between the operations before it and those
/// after it; the same lanes as before execute both parts. Returns the condition
/// of the lanes that executed the atomic. If `kept` is a value from before the
/// atomic, it is replaced by a value that is available after the new position,
/// 0 in the other lanes.
Value splitAround(AtomicRMWOp atomic, ArrayRef<scf::IfOp> path, Value &kept);

} // namespace mlir::wave::aggregate

#endif // WAVEDIALECT_LIB_TRANSFORMS_AGGREGATEATOMICS_H
