//===- AggregateAtomics.cpp - One atomic for many lanes ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The pass collects everything about the forms of waves before it changes
// anything. The forms of groups are first, because they split the control flow
// around other atomics.

#include "AggregateAtomics.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::wave {
#define GEN_PASS_DEF_AGGREGATEATOMICS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;

//===----------------------------------------------------------------------===//
// Conditions that hold for one lane or wave
//===----------------------------------------------------------------------===//

/// Whether only one lane or wave can decide `condition` as `holds`:
/// `areEqualForOne` tells which operands of a comparison are equal for only
/// one, and `isOne` which other operations hold for only one.
static bool holdsForOne(Value condition, bool holds,
                        function_ref<bool(Value, Value)> areEqualForOne,
                        function_ref<bool(Operation *)> isOne) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return false;
  auto recurse = [&](Value value, bool valueHolds) {
    return holdsForOne(value, valueHolds, areEqualForOne, isOne);
  };
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    auto predicate =
        holds ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne;
    Value left = compare.getLhs(), right = compare.getRhs();
    return compare.getPredicate() == predicate &&
           (areEqualForOne(left, right) || areEqualForOne(right, left));
  }
  if (isa<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_One()))
    return recurse(op->getOperand(0), !holds);
  if ((isa<arith::AndIOp>(op) && holds) || (isa<arith::OrIOp>(op) && !holds))
    return recurse(op->getOperand(0), holds) ||
           recurse(op->getOperand(1), holds);
  // `a and b` in a form that does not compute b for all lanes: the result can
  // only be `holds` through the side that is not constant.
  auto recurseIntoSides = [&](Value chosen, Value onTrue, Value onFalse) {
    auto isOther = [&](Value side) {
      return matchPattern(side, holds ? m_Zero() : m_One());
    };
    return (isOther(onFalse) &&
            (recurse(chosen, true) || recurse(onTrue, holds))) ||
           (isOther(onTrue) &&
            (recurse(chosen, false) || recurse(onFalse, holds)));
  };
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return recurseIntoSides(select.getCondition(), select.getTrueValue(),
                            select.getFalseValue());
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(condition).getResultNumber();
    return recurseIntoSides(ifOp.getCondition(),
                            ifOp.thenYield().getOperand(number),
                            ifOp.elseYield().getOperand(number));
  }
  return holds && isOne(op);
}

namespace {
/// Which lanes and waves of a group reach an operation.
class Reach {
public:
  explicit Reach(const UniformityAnalysis &uniformity)
      : uniformity(uniformity) {}

  /// Whether at most one lane of each wave reaches `op`.
  bool isOneLane(Operation *op) const {
    return isDecided(op, [&](Value condition, bool holds) {
      return holdsForOne(
          condition, holds,
          [&](Value left, Value right) {
            return isDistinct(left) && uniformity.get(right).isWaveUniform();
          },
          [](Operation *one) { return isa<IsFirstLaneOp>(one); });
    });
  }

  /// Whether conditions seem to restrict `op` to one wave.
  bool isOneWave(Operation *op) const {
    return isDecided(op, [&](Value condition, bool holds) {
      return holdsForOne(
          condition, holds,
          [&](Value left, Value right) {
            return uniformity.get(right).isGroupUniform() &&
                   isNumberOfWave(left, /*depth=*/0);
          },
          [](Operation *) { return false; });
    });
  }

private:
  /// Whether `decides` holds for a condition around `op`, or for that of an
  /// earlier return.
  static bool isDecided(Operation *op,
                        function_ref<bool(Value, bool)> decides) {
    for (; !isa<FuncOp>(op); op = op->getParentOp()) {
      for (Operation *before = op->getPrevNode(); before;
           before = before->getPrevNode())
        if (auto retire = dyn_cast<RetireIfOp>(before);
            retire && decides(retire.getCondition(), /*holds=*/false))
          return true;
      auto ifOp = dyn_cast<scf::IfOp>(op->getParentOp());
      if (ifOp && decides(ifOp.getCondition(), isInThen(ifOp, op)))
        return true;
    }
    return false;
  }

  bool isDistinct(Value value) const;
  static bool isNumberOfWave(Value value, unsigned depth);

  const UniformityAnalysis &uniformity;
};
} // namespace

/// Whether the value differs between any two lanes of a wave.
bool Reach::isDistinct(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<LaneIndexOp, GroupIndexOp>(op))
    return true;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
          arith::ExtSIOp>(op))
    return isDistinct(op->getOperand(0));
  if (!isa<arith::AddIOp, arith::SubIOp, arith::XOrIOp>(op))
    return false;
  Value left = op->getOperand(0), right = op->getOperand(1);
  return (isDistinct(left) && uniformity.get(right).isWaveUniform()) ||
         (isDistinct(right) && uniformity.get(left).isWaveUniform());
}

/// Whether the value is computed from the index of a wave or a thread.
bool Reach::isNumberOfWave(Value value, unsigned depth) {
  constexpr unsigned kMostDepth = 8;
  Operation *op = value.getDefiningOp();
  if (!op || depth > kMostDepth)
    return false;
  if (isa<GroupWaveIndexOp, gpu::SubgroupIdOp, GroupIndexOp, GroupThreadIdOp,
          DispatchThreadIdOp>(op))
    return true;
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isNumberOfWave(operand, depth + 1);
         });
}

bool aggregate::isOneLane(AtomicRMWOp atomic,
                          const UniformityAnalysis &uniformity) {
  return Reach(uniformity).isOneLane(atomic);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

namespace {
/// The facts about an atomic in the original kernel. They stay true: changes
/// around the atomic preserve which lanes execute it, and with which operands.
struct Candidate {
  AtomicRMWOp atomic;
  OperandForm form;
  bool isOneLane, isOneWave;
  /// Another atomic that prevents aggregation within waves; null if there is
  /// none.
  Operation *conflict;
};
} // namespace

namespace {
struct AggregateAtomics final
    : wave::impl::AggregateAtomicsBase<AggregateAtomics> {
  using AggregateAtomicsBase::AggregateAtomicsBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        aggregate(function);
    });
  }

  void aggregate(FuncOp kernel) const {
    SmallVector<AtomicRMWOp> atomics = getAtomics(kernel);
    if (atomics.empty())
      return;
    auto uniformity = std::make_unique<UniformityAnalysis>(kernel);
    // An atomic that has left a loop may also leave the next outer one.
    while (mergeTripsOfOne(atomics, *uniformity)) {
      atomics = getAtomics(kernel);
      uniformity = std::make_unique<UniformityAnalysis>(kernel);
    }
    SmallVector<Candidate> ofWaves;
    for (const Candidate &candidate : findCandidates(atomics, *uniformity)) {
      AtomicRMWOp atomic = candidate.atomic;
      if (!uniformity)
        uniformity = std::make_unique<UniformityAnalysis>(kernel);
      std::optional<GroupPlan> plan;
      if (group && !candidate.isOneWave && !isFloat(atomic))
        plan = planGroup(atomic, candidate.form, *uniformity);
      if (plan && candidate.isOneLane && plan->waves < kLeastWavesThatMeet) {
        remarkMissed(atomic, kPass) << "one atomic a wave, not one a group: to "
                                       "meet costs so few waves more";
        plan.reset();
      }
      if (!plan) {
        ofWaves.push_back(candidate);
        continue;
      }
      remarkApplied(atomic, kPass)
          << "one atomic a group, instead of one a lane";
      aggregateInGroup(atomic, *plan);
      // The analysis does not cover the new operations.
      uniformity.reset();
    }
    for (const Candidate &candidate : ofWaves)
      aggregateInWaves(candidate);
  }

  static SmallVector<AtomicRMWOp> getAtomics(FuncOp kernel) {
    SmallVector<AtomicRMWOp> atomics;
    kernel.walk([&](AtomicRMWOp atomic) {
      if (!isWideAtomic(atomic))
        atomics.push_back(atomic);
    });
    return atomics;
  }

  static bool isFloat(AtomicRMWOp atomic) {
    return isa<FloatType>(atomic.getType());
  }

  /// Moves one atomic out of its loop. Returns whether it did; if no atomic
  /// moves, reports why.
  static bool mergeTripsOfOne(ArrayRef<AtomicRMWOp> atomics,
                              const UniformityAnalysis &uniformity) {
    SmallVector<std::pair<AtomicRMWOp, StringRef>> refused;
    for (AtomicRMWOp atomic : atomics) {
      StringRef reason;
      if (isFloat(atomic))
        continue;
      const Location loc = atomic.getLoc();
      auto kernel = atomic->getParentOfType<FuncOp>();
      if (mergeTrips(atomic, uniformity, reason)) {
        remark::passed(loc, wave::detail::describeRemark(kernel, kPass))
            << "one atomic for all trips of the loop";
        return true;
      }
      if (!reason.empty())
        refused.emplace_back(atomic, reason);
    }
    for (auto [atomic, reason] : refused)
      remarkMissed(atomic, kPass)
          << ("one atomic a trip of the loop: " + reason).str();
    return false;
  }

  static SmallVector<Candidate>
  findCandidates(ArrayRef<AtomicRMWOp> atomics,
                 const UniformityAnalysis &uniformity) {
    Reach reach(uniformity);
    SmallVector<Candidate> candidates;
    for (AtomicRMWOp atomic : atomics) {
      if (isFloat(atomic) && atomic.getKind() == CombiningKind::ADD) {
        remarkMissed(atomic, kPass)
            << "one atomic a lane: a sum of floats depends on its order";
        continue;
      }
      if (uniformity.get(atomic.getIndex()).isWaveUniform())
        candidates.push_back({atomic, classifyOperand(atomic, uniformity),
                              reach.isOneLane(atomic), reach.isOneWave(atomic),
                              findConflict(atomic)});
      else
        remarkMissed(atomic, kPass) << "one atomic a lane: its address is not "
                                       "proved the same for the wave";
    }
    return candidates;
  }

  static void aggregateInWaves(const Candidate &candidate) {
    AtomicRMWOp atomic = candidate.atomic;
    if (candidate.isOneLane)
      return;
    if (candidate.conflict) {
      remarkMissed(atomic, kPass)
          << "one atomic a lane: another atomic may be on the same place, and "
             "a lane could tell their order";
      return;
    }
    remarkApplied(atomic, kPass) << "one atomic a wave, instead of one a lane";
    aggregateInWave(atomic, candidate.form);
  }
};
} // namespace
