//===- CountPairLint.cpp - Totals and offsets of different conditions -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compaction counts a condition twice: among all lanes, to advance the
// position of the next wave or iteration, and among the lanes before each lane,
// for the lane's offset. The lint compares the two conditions for many values
// of their inputs.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include <random>

using namespace mlir;
using namespace mlir::wave;

/// The number of trials.
static constexpr int kMostTrials = 512;

//===----------------------------------------------------------------------===//
// Comparison of conditions
//===----------------------------------------------------------------------===//

namespace {
/// Conditions that must all hold, or not hold if the second element is false.
using Conditions = SmallVector<std::pair<Value, bool>, 2>;

/// The values from which two conditions are computed.
struct Leaves {
  /// Equal values are grouped.
  SmallVector<SmallVector<Value, 2>> values;
  SmallVector<Attribute> constants;
  bool isKnown = true;

  void add(Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant))) {
      constants.push_back(constant);
      return;
    }
    Operation *op = value.getDefiningOp();
    if (op && isa<arith::ArithDialect>(op->getDialect())) {
      for (Value operand : op->getOperands())
        add(operand);
      return;
    }
    // A value that is neither read from memory nor passed by the host may be
    // related to other values.
    std::optional<MemoryAccess> access =
        op ? getMemoryAccess(op) : std::nullopt;
    const bool isGiven =
        !op &&
        isa<FuncOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
    isKnown &= (isGiven || (access && !access->writes)) &&
               value.getType().isIntOrFloat();
    for (auto &same : values)
      if (areSameExpressions(same.front(), value)) {
        if (!llvm::is_contained(same, value))
          same.push_back(value);
        return;
      }
    values.push_back({value});
  }
};
} // namespace

/// Returns a value to try: a constant, a neighbor of a constant, or any value.
static Attribute getTrial(Type type, ArrayRef<Attribute> constants,
                          std::minstd_rand &random) {
  SmallVector<Attribute> same;
  for (Attribute each : constants)
    if (cast<TypedAttr>(each).getType() == type)
      same.push_back(each);
  const int64_t step = static_cast<int64_t>(random() % 3) - 1;
  const bool isAny = same.empty() || random() % 4 == 0;
  if (isa<FloatType>(type)) {
    const double value =
        isAny
            ? static_cast<double>(static_cast<int64_t>(random() % 64) - 32)
            : cast<FloatAttr>(same[random() % same.size()]).getValueAsDouble();
    return FloatAttr::get(type, value + static_cast<double>(step) / 4);
  }
  const APInt value =
      isAny ? APInt(type.getIntOrFloatBitWidth(), random() % 64,
                    /*isSigned=*/false, /*implicitTrunc=*/true)
            : cast<IntegerAttr>(same[random() % same.size()]).getValue();
  return IntegerAttr::get(
      type, value + APInt(value.getBitWidth(), static_cast<uint64_t>(step),
                          /*isSigned=*/true, /*implicitTrunc=*/true));
}

/// Whether the lane counts; none if that cannot be computed.
static std::optional<bool> holds(const Conditions &conditions,
                                 NumberEvaluator &lane) {
  bool all = true;
  for (auto [condition, expected] : conditions) {
    std::optional<int64_t> number = lane.get(condition);
    if (!number)
      return std::nullopt;
    all &= (*number != 0) == expected;
  }
  return all;
}

/// Whether some memory contents satisfy only one of the two.
static bool mayDiffer(const Conditions &a, const Conditions &b) {
  Leaves leaves;
  for (const Conditions *conditions : {&a, &b})
    for (auto [condition, expected] : *conditions)
      leaves.add(condition);
  if (!leaves.isKnown)
    return false;
  std::minstd_rand random;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    LaneNumbers none;
    NumberEvaluator lane(none);
    for (const auto &same : leaves.values) {
      Attribute value =
          getTrial(same.front().getType(), leaves.constants, random);
      for (Value each : same)
        lane.set(each, value);
    }
    std::optional<bool> first = holds(a, lane), second = holds(b, lane);
    if (!first || !second)
      return false;
    if (*first != *second)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Pairs of counts
//===----------------------------------------------------------------------===//

/// Returns the conditions around `op`, up to `block`; none if any other
/// operation is around it.
static std::optional<Conditions> getConditions(Operation *op, Value counted,
                                               Block *block) {
  Conditions conditions = {{counted, true}};
  for (; op->getBlock() != block; op = op->getParentOp()) {
    auto ifOp = dyn_cast_or_null<scf::IfOp>(op->getParentOp());
    if (!ifOp)
      return std::nullopt;
    conditions.emplace_back(ifOp.getCondition(),
                            op->getBlock() == ifOp.thenBlock());
  }
  return conditions;
}

/// Whether the lanes that reach both counts and count are certainly different.
static bool areOfDifferentLanes(Operation *total, Operation *prefix,
                                const LintedKernel &kernel) {
  // Find the block that holds both, and the position of each in it.
  for (Operation *outer = total; outer != kernel.kernel;
       outer = outer->getParentOp()) {
    Block *block = outer->getBlock();
    Operation *other = block->findAncestorOpInBlock(*prefix);
    if (!other)
      continue;
    if (outer == other || (!kernel.lanes.areSameLanes(outer, other) &&
                           !kernel.lanes.areSameLanes(other, outer)))
      return false;
    std::optional<Conditions> ofTotal = getConditions(
                                  total, getCountedInAll(total), block),
                              ofPrefix = getConditions(
                                  prefix, getCountedBefore(prefix), block);
    return ofTotal && ofPrefix && mayDiffer(*ofTotal, *ofPrefix);
  }
  return false;
}

/// Returns the only count that `value` is a total of; null if there is none, or
/// several.
static Operation *findTotal(Value value) {
  llvm::SmallPtrSet<Operation *, 2> found;
  isMadeOfTotal(value, [&](Operation *op) {
    if (getCountedInAll(op))
      found.insert(op);
    return false;
  });
  return found.size() == 1 ? *found.begin() : nullptr;
}

/// Returns the count that advances the position `summand`: the operand of an
/// atomic, or the value that a loop adds in each iteration.
static Operation *findStep(Value summand) {
  if (auto argument = dyn_cast<BlockArgument>(summand))
    return isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp())
               ? findTotal(summand)
               : nullptr;
  llvm::SmallPtrSet<Operation *, 2> atomics;
  isMadeOfTotal(summand, [&](Operation *op) {
    auto atomic = dyn_cast<AtomicRMWOp>(op);
    if (atomic && atomic.getKind() == gpu::AllReduceOperation::ADD)
      atomics.insert(op);
    return false;
  });
  return atomics.size() == 1
             ? findTotal(cast<AtomicRMWOp>(*atomics.begin()).getValue())
             : nullptr;
}

void wave::lintCountPair(LintedKernel &kernel, LintReport report) {
  llvm::DenseSet<Operation *> reported;
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !access->writes || access->isAtomic() ||
        access->indices.size() != 1)
      return;
    Operation *prefix = nullptr, *total = nullptr;
    for (Value summand : getSummands(access->indices.front())) {
      Operation *each = summand.getDefiningOp();
      // Other summands may be counts too.
      if (getCountedInAll(each))
        return;
      if (getCountedBefore(each))
        prefix = each;
      else if (Operation *step = findStep(summand))
        total = step;
    }
    if (!prefix || !total || !areOfDifferentLanes(total, prefix, kernel) ||
        matchPattern(getCountedInAll(total), m_Constant()) ||
        !reported.insert(prefix).second)
      return;
    report({prefix,
            "the offsets of lanes count one condition and the total counts "
            "another, so that elements overlap or leave gaps",
            "count the same condition in both, the one under which lanes store",
            {{total, "the total is counted here"},
             {op, "the lane's element is stored here"}}});
  });
}
