//===- WaveStretches.cpp - Code between barriers, and the waves that run it -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/WaveStretches.h"

#include "WaveDialect/Analysis/SharedReads.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/UniformSlice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;

/// Constants and terminators cost nothing.
static bool isCounted(Operation *op) {
  return !op->hasTrait<OpTrait::ConstantLike>() &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

unsigned Stretch::countOperations() const {
  unsigned count = 0;
  for (Operation &op : getOperations())
    op.walk([&](Operation *nested) { count += isCounted(nested); });
  return count;
}

bool wave::holdsBoundary(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return nested->hasTrait<OrdersAccesses>() ||
                       isa<AssumeUniformOp, CallOp>(nested)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

namespace {
class StretchFinder {
public:
  StretchFinder(FuncOp kernel, const WaveNumbers &numbers,
                const UniformityAnalysis &uniformity,
                function_ref<void(Operation *)> skipped)
      : numbers(numbers), uniformity(uniformity), slice(kernel, uniformity),
        skipped(skipped) {}

  void visit(Block &block);

  SmallVector<Stretch> stretches;

private:
  using OperationSet = llvm::DenseSet<Operation *>;

  bool holdsDecision(Operation *op) const;
  bool differs(Value value) const;
  bool hasDifferentWays(Operation *op) const;
  OperationSet findPinned(ArrayRef<Operation *> ops) const;
  void close(MutableArrayRef<Operation *> run);

  const WaveNumbers &numbers;
  const UniformityAnalysis &uniformity;
  UniformSlice slice;
  function_ref<void(Operation *)> skipped;
};
} // namespace

bool StretchFinder::holdsDecision(Operation *op) const {
  return op
      ->walk([&](Operation *nested) {
        return numbers.isDecision(nested) ? WalkResult::interrupt()
                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether two waves have different values of `value`, by their indices.
bool StretchFinder::differs(Value value) const {
  TypedAttr first = numbers.get(value, 0);
  for (unsigned wave = 1; first && wave < numbers.size(); ++wave)
    if (TypedAttr other = numbers.get(value, wave); other && other != first)
      return true;
  return false;
}

/// Whether the wave index decides which waves execute the regions of `op`, a
/// condition or a loop.
bool StretchFinder::hasDifferentWays(Operation *op) const {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return differs(ifOp.getCondition());
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return differs(whileOp.getConditionOp().getCondition());
  auto forOp = dyn_cast<scf::ForOp>(op);
  return forOp && (differs(forOp.getLowerBound()) ||
                   differs(forOp.getUpperBound()) || differs(forOp.getStep()));
}

void StretchFinder::visit(Block &block) {
  SmallVector<Operation *> run;
  auto closeRun = [&] {
    close(run);
    run.clear();
  };
  // Operations may move within the block, but only to positions that were
  // already visited.
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (!holdsBoundary(op) && !isa<RetireIfOp>(op)) {
      run.push_back(op);
      continue;
    }
    closeRun();
    if (op->getNumRegions() == 0)
      continue;
    if (hasDifferentWays(op)) {
      skipped(op);
      continue;
    }
    for (Region &region : op->getRegions())
      for (Block &nested : region)
        visit(nested);
  }
  closeRun();
}

/// Returns the operations that the whole group must execute: those that decide
/// whether barriers are reached, and those with group-uniform results that are
/// used outside of `ops` or by such operations.
StretchFinder::OperationSet
StretchFinder::findPinned(ArrayRef<Operation *> ops) const {
  OperationSet pinned, inside(ops.begin(), ops.end());
  auto isOutside = [&](Operation *user) {
    Operation *place = ops.front()->getBlock()->findAncestorOpInBlock(*user);
    return !inside.contains(place) || pinned.contains(place);
  };
  for (Operation *op : llvm::reverse(ops)) {
    auto ifOp = dyn_cast<scf::IfOp>(op);
    if (slice.contains(op) || (ifOp && slice.isPartOf(ifOp)) ||
        llvm::any_of(op->getResults(), [&](Value result) {
          return uniformity.get(result).isGroupUniform() &&
                 llvm::any_of(result.getUsers(), isOutside);
        }))
      pinned.insert(op);
  }
  return pinned;
}

/// Makes stretches of a run of consecutive operations.
void StretchFinder::close(MutableArrayRef<Operation *> run) {
  while (!run.empty() && !holdsDecision(run.front()))
    run = run.drop_front();
  while (!run.empty() && !holdsDecision(run.back()))
    run = run.drop_back();
  if (run.empty())
    return;
  Operation *front = run.front();
  SmallVector<Operation *> staying;
  OperationSet stays;
  for (Operation *op : run) {
    // Allocations must be in the kernel's own block.
    const bool isAllocation = hasEffect<MemoryEffects::Allocate>(op);
    if (op->getNumRegions() == 0 && (isAllocation || isPure(op)) &&
        llvm::none_of(op->getOperands(), [&](Value operand) {
          return stays.contains(operand.getDefiningOp());
        })) {
      op->moveBefore(front);
      continue;
    }
    staying.push_back(op);
    stays.insert(op);
  }
  const OperationSet pinned = findPinned(staying);
  Stretch stretch = {nullptr, nullptr};
  auto end = [&] {
    if (stretch.first)
      stretches.push_back(stretch);
    stretch.first = nullptr;
  };
  for (Operation *op : staying) {
    if (pinned.contains(op)) {
      end();
    } else if (holdsDecision(op)) {
      stretch.first = stretch.first ? stretch.first : op;
      stretch.last = op;
    }
  }
  end();
}

SmallVector<Stretch>
wave::findStretches(FuncOp kernel, const WaveNumbers &numbers,
                    const UniformityAnalysis &uniformity,
                    function_ref<void(Operation *)> skipped) {
  StretchFinder finder(kernel, numbers, uniformity, skipped);
  finder.visit(kernel.getBody().front());
  return std::move(finder.stretches);
}

//===----------------------------------------------------------------------===//
// Sets of waves
//===----------------------------------------------------------------------===//

WavePartition::WavePartition(const Stretch &stretch,
                             const WaveNumbers &numbers) {
  SmallVector<std::string> ways(numbers.size());
  for (Operation &op : stretch.getOperations())
    op.walk<WalkOrder::PreOrder>([&](Operation *nested) {
      if (!numbers.isDecision(nested))
        return;
      const WaveSet reaching = numbers.getReaching(nested);
      const WaveSet then = numbers.getEntering(nested->getRegion(0), reaching);
      for (unsigned wave = 0; wave < numbers.size(); ++wave)
        ways[wave] += !reaching.test(wave) ? '-' : then.test(wave) ? '1' : '0';
    });
  for (auto [wave, way] : llvm::enumerate(ways)) {
    auto *known = llvm::find(decisions, way);
    if (known == decisions.end()) {
      decisions.push_back(way);
      sets.emplace_back(numbers.size());
      known = std::prev(decisions.end());
    }
    sets[known - decisions.begin()].set(wave);
  }
}

void WavePartition::mergeNearest() {
  assert(sets.size() > 1 && "there are two to merge");
  size_t least = SIZE_MAX, a = 0, b = 1;
  for (size_t i = 0; i < sets.size(); ++i)
    for (size_t j = i + 1; j < sets.size(); ++j) {
      size_t distance = 0;
      for (auto [x, y] : llvm::zip_equal(decisions[i], decisions[j]))
        distance += x != y;
      if (distance < least)
        std::tie(least, a, b) = std::tuple(distance, i, j);
    }
  sets[a] |= sets[b];
  sets.erase(sets.begin() + b);
  decisions.erase(decisions.begin() + b);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The assumed number of iterations if it is unknown, and the maximum weight of
/// an operation in loops.
static constexpr int64_t kUnknownTrips = 8, kLargestWeight = 4096;

static int64_t countTrips(Operation *loop) {
  auto forOp = dyn_cast<scf::ForOp>(loop);
  APInt lower, upper, step;
  if (!forOp || !matchPattern(forOp.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(forOp.getUpperBound(), m_ConstantInt(&upper)) ||
      !matchPattern(forOp.getStep(), m_ConstantInt(&step)) || step.isZero() ||
      lower.isNegative() || upper.isNegative())
    return kUnknownTrips;
  if (upper.ule(lower))
    return 0;
  return std::min<uint64_t>(
      (upper - lower).getLimitedValue(kLargestWeight) /
              std::max<uint64_t>(1, step.getLimitedValue(kLargestWeight)) +
          1,
      kLargestWeight);
}

namespace {
class CostCounter {
public:
  CostCounter(const WaveNumbers &numbers, const SharedReads &reads)
      : numbers(numbers), reads(reads) {}

  /// `waves` are the waves of the set that reach `op`, `others` all waves that
  /// do. Values that are the same for all of these fold without a copy.
  void visit(Operation &op, const WaveSet &waves, const WaveSet &others,
             int64_t weight);

  WaveCost cost;

private:
  void visit(Region &region, const WaveSet &waves, const WaveSet &others,
             int64_t weight) {
    const WaveSet entering = numbers.getEntering(region, waves);
    if (entering.none())
      return;
    const WaveSet all = numbers.getEntering(region, others);
    for (Operation &op : region.getOps())
      visit(op, entering, all, weight);
  }

  const WaveNumbers &numbers;
  const SharedReads &reads;
};
} // namespace

void CostCounter::visit(Operation &op, const WaveSet &waves,
                        const WaveSet &others, int64_t weight) {
  if (!isCounted(&op))
    return;
  auto isKnown = [&](Value value) {
    return numbers.get(value, waves) != nullptr;
  };
  auto isKnownToAll = [&](Value value) {
    return numbers.get(value, others) != nullptr;
  };
  bool goes = false, wentAnyway = false;
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    goes = isKnown(ifOp.getCondition());
    wentAnyway = isKnownToAll(ifOp.getCondition());
  } else if (auto select = dyn_cast<arith::SelectOp>(op);
             select && select.getCondition().getType().isInteger(1)) {
    goes = isKnown(select.getCondition());
    wentAnyway = isKnownToAll(select.getCondition());
  } else if (op.getNumResults() == 1 && isPure(&op)) {
    goes = isKnown(op.getResult(0));
    // Values that are only used by decisions are counted there.
    wentAnyway =
        op.getResult(0).getType().isInteger(1) || isKnownToAll(op.getResult(0));
  } else if (reads.isDeadStore(&op, waves)) {
    goes = true;
    wentAnyway = reads.isDeadStore(&op, others);
  }
  cost.operations += !goes;
  cost.saved += goes && !wentAnyway ? weight : 0;
  if (isa<LoopLikeOpInterface>(op))
    weight = std::min(weight * countTrips(&op), kLargestWeight);
  for (Region &region : op.getRegions())
    visit(region, waves, others, weight);
}

WaveCost wave::getCost(const Stretch &stretch, const WaveSet &waves,
                       const WaveNumbers &numbers, const SharedReads &reads) {
  CostCounter counter(numbers, reads);
  const WaveSet all = numbers.getReaching(stretch.first);
  for (Operation &op : stretch.getOperations())
    counter.visit(op, waves, all, /*weight=*/1);
  return counter.cost;
}
