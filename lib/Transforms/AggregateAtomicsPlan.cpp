//===- AggregateAtomicsPlan.cpp - Whether a group can use one atomic --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All waves of the group must meet twice at the position of the atomic, where
// its address must be available.

#include "AggregateAtomics.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/UniformSlice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;

/// Reserved for arrays that later passes may add: the counter of arriving
/// waves, and the counts of mesh groups.
static constexpr int64_t kReservedBytes = 16;

static bool isLoop(Operation *op) { return isa<scf::ForOp, scf::WhileOp>(op); }

bool aggregate::mayMeet(AtomicRMWOp atomic, Operation *access) {
  std::optional<MemoryAccess> other = getMemoryAccess(access);
  if (!other)
    return isa<CallOp, AsyncCopyOp>(access);
  APInt mine, first;
  if (!matchPattern(atomic.getIndex(), m_ConstantInt(&mine)) ||
      !matchPattern(other->indices.front(), m_ConstantInt(&first)))
    return true;
  int64_t distance = mine.getSExtValue() - first.getSExtValue();
  return distance >= 0 && distance < other->components;
}

namespace {
class GroupPlanner {
public:
  GroupPlanner(AtomicRMWOp atomic, OperandForm form,
               const UniformityAnalysis &uniformity)
      : atomic(atomic), kernel(atomic->getParentOfType<FuncOp>()), form(form),
        uniformity(uniformity) {}

  std::optional<GroupPlan> plan();

private:
  /// The reason why not, in the user's terms.
  using Refusal = std::optional<StringRef>;

  bool hasWaves();
  Refusal refuse();
  Refusal planReturns();
  Refusal planReturn(RetireIfOp first);
  Refusal planControl();
  Refusal checkContents(Operation *op) const;
  Refusal checkRoom();
  bool isExtraWaveRetire(RetireIfOp retire);
  bool sharesLoop(Operation *op) const;
  bool isUniformBefore(Value value, Operation *point,
                       UniformityStep step) const;
  bool canExtraWavesCompute(Value value);
  bool canExtraWavesDecide(Operation *op);
  void planOperand();

  AtomicRMWOp atomic;
  FuncOp kernel;
  OperandForm form;
  const UniformityAnalysis &uniformity;
  GroupPlan result;
  /// Whether waves beyond the stated number have retired.
  bool hasExtraWaves = false;
  llvm::DenseSet<Value> seen;
};
} // namespace

/// Whether the number of waves is known, and every wave knows its index.
bool GroupPlanner::hasWaves() {
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  if (kernel.getNumWavesAttr())
    result.waves = *kernel.getNumWavesValue();
  else if (launch)
    result.waves = launch->numWaves;
  if (result.waves < 2)
    return false;
  bool isSurplus = hasSurplusForm(kernel);
  result.leastLanes =
      isSurplus ? launch->waveSizes.front() : kernel.getWaveSizes().front();
  if (kernel.getNumWavesAttr())
    return true;
  // The target may first have to count the waves through memory.
  return kernel
      .walk([](Operation *op) {
        return isa<GroupWaveIndexOp, gpu::SubgroupIdOp>(op) && !op->use_empty()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<GroupPlan> GroupPlanner::plan() {
  // Combining across the group uses groupshared memory itself, and is not
  // faster than an atomic on it.
  if (!isa<BlockArgument>(atomic.getMemory()) || !hasWaves())
    return std::nullopt;
  if (Refusal reason = refuse()) {
    remarkMissed(atomic, kPass)
        << ("one atomic a wave, not one a group: " + *reason).str();
    return std::nullopt;
  }
  planOperand();
  result.isAccessedElsewhere =
      llvm::any_of(atomic.getMemory().getUsers(), [&](Operation *user) {
        return user != atomic && mayMeet(atomic, user);
      });
  return result;
}

GroupPlanner::Refusal GroupPlanner::refuse() {
  if (ordersSomeWaves(kernel))
    return "some waves of the group wait for each other at pipes or barriers";
  if (!uniformity.get(atomic.getIndex()).isGroupUniform())
    return "its address is not proved the same for the group";
  if (Refusal reason = planReturns())
    return reason;
  if (Refusal reason = planControl())
    return reason;
  return checkRoom();
}

//===----------------------------------------------------------------------===//
// Returned lanes
//===----------------------------------------------------------------------===//

/// Whether only waves beyond the stated number return here.
bool GroupPlanner::isExtraWaveRetire(RetireIfOp retire) {
  auto compare = retire.getCondition().getDefiningOp<arith::CmpIOp>();
  APInt bound;
  if (kernel.getNumWavesAttr() || !compare ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
    return false;
  Value number = compare.getLhs();
  if (auto cast = number.getDefiningOp<arith::IndexCastUIOp>())
    number = cast.getIn();
  if (!number.getDefiningOp<gpu::SubgroupIdOp>())
    return false;
  int64_t last = result.waves - 1;
  return (compare.getPredicate() == arith::CmpIPredicate::uge &&
          bound.ugt(last)) ||
         (compare.getPredicate() == arith::CmpIPredicate::ugt &&
          bound.uge(last));
}

bool GroupPlanner::sharesLoop(Operation *op) const {
  for (Operation *parent = op->getParentOp(); parent != kernel;
       parent = parent->getParentOp())
    if (isLoop(parent) && parent->isAncestor(atomic))
      return true;
  return false;
}

GroupPlanner::Refusal GroupPlanner::planReturns() {
  RetireIfOp first;
  bool isBefore = true, returnsInLoop = false;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    isBefore &= op != atomic;
    auto retire = dyn_cast<RetireIfOp>(op);
    if (!retire || (!isBefore && !sharesLoop(retire)))
      return;
    if (isExtraWaveRetire(retire)) {
      hasExtraWaves = true;
      return;
    }
    returnsInLoop |= sharesLoop(retire);
    bool isTogether = uniformity.getControl(retire)
                          .join(uniformity.get(retire.getCondition()))
                          .isGroupUniform();
    if (!isTogether && !first)
      first = retire;
  });
  if (hasExtraWaves && returnsInLoop)
    return "the group may return in a loop around it";
  return first ? planReturn(first) : std::nullopt;
}

/// A return in the kernel's own block guards the rest of the kernel, which a
/// condition can then contain.
GroupPlanner::Refusal GroupPlanner::planReturn(RetireIfOp first) {
  constexpr StringRef kReason = "lanes of the group may have returned before";
  if (first->getParentOp() != kernel)
    return kReason;
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode())
    if (!isa<RetireIfOp>(op) && checkContents(op))
      return kReason;
  result.retire = first;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Checks that `op` can be split or moved into a condition.
GroupPlanner::Refusal GroupPlanner::checkContents(Operation *op) const {
  if (holdsGroupBarrier(op))
    return "a barrier of the group is in the condition around it";
  Refusal reason;
  op->walk([&](Operation *nested) {
    if (isa<RetireIfOp>(nested))
      reason = "lanes return in the condition around it";
    else if (isa<CallOp>(nested) ||
             (isa<memref::AllocaOp>(nested) && nested->getNumOperands() != 0))
      reason = "run wave-inline and wave-resolve-groupshared first";
    return reason ? WalkResult::interrupt() : WalkResult::advance();
  });
  return reason;
}

GroupPlanner::Refusal GroupPlanner::planControl() {
  // Uniform conditions of the group, up to the first divergent one.
  SmallVector<Decision> decisions = uniformity.getDecisions(atomic);
  Operation *outer = nullptr;
  if (!result.retire) {
    while (!decisions.empty() && decisions.back().uniformity.isGroupUniform()) {
      Operation *op = decisions.pop_back_val().op;
      result.isInLoop |= isLoop(op);
      // Retired waves follow the other waves to the barriers.
      if (hasExtraWaves && !canExtraWavesDecide(op))
        return "waves that have retired cannot compute whether it is reached";
    }
    if (decisions.empty())
      return std::nullopt;
    outer = decisions.back().op;
  }
  for (const Decision &decision : decisions)
    if (!isa<scf::IfOp>(decision.op))
      return "it is in a loop that the lanes of the group may leave at "
             "different times, or that not all of them enter";
  if (outer) {
    if (Refusal reason = checkContents(outer))
      return reason;
    result.outer = cast<scf::IfOp>(outer);
  }
  Operation *point = outer ? outer : result.retire.getOperation();
  if (!isUniformBefore(atomic.getIndex(), point, UniformityStep::Group))
    return "its address is computed in the condition around it, by some lanes "
           "alone";
  return std::nullopt;
}

/// Whether `value` exists or can be computed before `point`, and is then
/// uniform as `step` requires for all lanes there. A value that is uniform for
/// the lanes of a branch may not be uniform for all lanes.
bool GroupPlanner::isUniformBefore(Value value, Operation *point,
                                   UniformityStep step) const {
  if (!isAvailableBefore(value, point))
    return false;
  Operation *op = value.getDefiningOp();
  Operation *scope = op ? op : value.getParentBlock()->getParentOp();
  Operation *place = point->getBlock()->findAncestorOpInBlock(*scope);
  bool isThere = !place || place->isBeforeInBlock(point);
  if (isThere || op->getNumOperands() == 0)
    return uniformity.get(value).step <= step &&
           !isa_and_nonnull<LaneIndexOp, GroupIndexOp, GroupThreadIdOp,
                            DispatchThreadIdOp>(op);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isUniformBefore(operand, point, step);
  });
}

/// At the position of the sequence, the operand is a value in each lane, unless
/// it can be computed there independently of the lanes.
void GroupPlanner::planOperand() {
  Operation *point = result.retire ? result.retire.getOperation()
                                   : result.outer.getOperation();
  Value uniform = atomic.getValue();
  if (auto select = uniform.getDefiningOp<arith::SelectOp>()) {
    if (form == OperandForm::UniformWhereTrue)
      uniform = select.getTrueValue();
    else if (form == OperandForm::UniformWhereFalse)
      uniform = select.getFalseValue();
  }
  auto isUniform = [&](UniformityStep step) {
    return point ? isUniformBefore(uniform, point, step)
                 : uniformity.get(uniform).step <= step;
  };
  if (form == OperandForm::Widened ||
      (form != OperandForm::PerLane && isUniform(UniformityStep::Wave)))
    result.form = form;
  result.isGroupUniform =
      form == OperandForm::Uniform && isUniform(UniformityStep::Group);
}

//===----------------------------------------------------------------------===//
// Waves beyond the stated number
//===----------------------------------------------------------------------===//

bool GroupPlanner::canExtraWavesDecide(Operation *op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return canExtraWavesCompute(ifOp.getCondition());
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return canExtraWavesCompute(forOp.getLowerBound()) &&
           canExtraWavesCompute(forOp.getUpperBound()) &&
           canExtraWavesCompute(forOp.getStep());
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return canExtraWavesCompute(whileOp.getConditionOp().getCondition());
  return false;
}

/// Whether lanes that retired at entry can compute `value`; otherwise
/// `wave-legalize-barriers` would report an error. Accepts no more than that
/// pass does.
bool GroupPlanner::canExtraWavesCompute(Value value) {
  if (!seen.insert(value).second)
    return true;
  auto canAll = [&](ValueRange values) {
    return llvm::all_of(
        values, [&](Value other) { return canExtraWavesCompute(other); });
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (owner == kernel)
      return true;
    unsigned number = argument.getArgNumber();
    if (auto forOp = dyn_cast<scf::ForOp>(owner)) {
      OpOperand *init = forOp.getTiedLoopInit(argument);
      return canExtraWavesDecide(forOp) &&
             (!init ||
              canAll({init->get(),
                      forOp.getTiedLoopYieldedValue(argument)->get()}));
    }
    auto whileOp = dyn_cast<scf::WhileOp>(owner);
    if (!whileOp || !canExtraWavesDecide(whileOp))
      return false;
    if (argument.getOwner() == whileOp.getBeforeBody())
      return canAll({whileOp.getInits()[number],
                     whileOp.getYieldOp().getOperand(number)});
    return canExtraWavesCompute(whileOp.getConditionOp().getArgs()[number]);
  }
  Operation *op = value.getDefiningOp();
  if (std::optional<MemoryAccess> access = getMemoryAccess(op))
    return !access->writes && uniformity.get(value).isGroupUniform() &&
           isa<BlockArgument>(access->memory) && canAll(access->indices);
  return op->getNumRegions() == 0 && isPure(op) && canAll(op->getOperands());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

GroupPlanner::Refusal GroupPlanner::checkRoom() {
  std::optional<int64_t> used = getGroupsharedBytes(kernel);
  if (!used)
    return "run wave-resolve-groupshared first";
  int64_t element = getScalarBytes(atomic.getType());
  int64_t needed = llvm::alignTo(*used, element) +
                   (element + 4) * (result.waves + 1) + kReservedBytes;
  if (needed > getGroupsharedLimit(kernel))
    return "the group has too little groupshared memory left";
  return std::nullopt;
}

std::optional<GroupPlan>
aggregate::planGroup(AtomicRMWOp atomic, OperandForm form,
                     const UniformityAnalysis &uniformity) {
  return GroupPlanner(atomic, form, uniformity).plan();
}
