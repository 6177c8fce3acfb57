//===- SimplifyUniform.cpp - Lane operations on uniform values --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The analyses describe the original IR and do not know new values, so all
// replacements are made at the end.

#include "CountForms.h"
#include "LaneCombination.h"
#include "LaneCounts.h"
#include "LaneOperations.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::wave {
#define GEN_PASS_DEF_SIMPLIFYUNIFORM
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

static constexpr StringLiteral kPass = "wave-simplify-uniform";

/// The reasons why an operation needs no other lanes.
static constexpr StringLiteral
    kUniform = " is of a value that is the same for the wave",
    kCounted = " is of one value in some lanes and 0 in the others: a count",
    kWholeWave = " counts lanes that are all active",
    kOneClass = " has a mask that is the same for the wave: all lanes are one "
                "class",
    kOneCluster = " has clusters that hold a wave: a reduction of the wave";

namespace {
/// The replacement of an operation, and the reason.
struct Simpler {
  Value value;
  StringRef reason = kUniform;
};

/// Finds replacements of the lane operations of a kernel.
class Simplifier {
public:
  Simplifier(FuncOp kernel, const UniformityAnalysis &uniformity,
             const ActiveLanes &lanes)
      : uniformity(uniformity), counts(kernel, lanes),
        builder(kernel.getContext()) {}

  void run(ArrayRef<Operation *> ops);

private:
  bool isUniform(Value value) const {
    return uniformity.get(value).isWaveUniform();
  }
  std::optional<LaneChoice> getChoice(Value value) const;
  Value createConstant(Location loc, TypedAttr value) {
    return arith::ConstantOp::create(builder, loc, value);
  }
  Value createZero(Location loc) {
    return createConstant(loc, builder.getI32IntegerAttr(0));
  }

  Simpler simplify(Operation *op);
  Simpler simplifyCombination(LaneCombination combination);
  Simpler simplifyBooleans(ReduceOp reduce);
  Simpler simplifyAllEqual(AllEqualOp equal);
  Simpler simplifyMatch(MatchOp match);
  Simpler simplifyBallot(BallotOp ballot);
  Simpler simplifyCount(CountBitsOp count);
  Simpler simplifyPrefixCount(Operation *op, Value predicate, Value mask);
  void simplifyUses(Operation *op);
  void replace();

  const UniformityAnalysis &uniformity;
  LaneCounts counts;
  OpBuilder builder;
  SmallVector<Replacement> replacements;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// Matches an extended boolean, or a select between 0 and a uniform value.
std::optional<LaneChoice> Simplifier::getChoice(Value value) const {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(op)) {
    Value predicate = op->getOperand(0);
    if (!predicate.getType().isInteger(1))
      return std::nullopt;
    return LaneChoice{predicate, /*holds=*/true, Value(),
                      isa<arith::ExtSIOp>(op)};
  }
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  if (!select || !select.getCondition().getType().isInteger(1))
    return std::nullopt;
  Value chosen = select.getTrueValue(), other = select.getFalseValue();
  bool holds = matchPattern(other, m_Zero());
  if (!holds)
    std::swap(chosen, other);
  if (!matchPattern(other, m_Zero()) || !isUniform(chosen))
    return std::nullopt;
  return LaneChoice{select.getCondition(), holds, chosen,
                    /*isNegative=*/false};
}

/// Votes and counts are cheaper than reductions.
Simpler Simplifier::simplifyBooleans(ReduceOp reduce) {
  Location loc = reduce.getLoc();
  Type i1 = reduce.getType();
  Value value = reduce.getValue();
  static constexpr StringRef reason = " is of booleans: a vote or a count";
  if (reduce.getKind() == Kind::AND)
    return {AllOp::create(builder, loc, i1, value), reason};
  if (reduce.getKind() == Kind::OR)
    return {AnyOp::create(builder, loc, i1, value), reason};
  Value count = CountBitsOp::create(builder, loc, builder.getI32Type(), value);
  return {arith::TruncIOp::create(builder, loc, i1, count), reason};
}

Simpler Simplifier::simplifyCombination(LaneCombination combination) {
  Operation *op = combination.getOperation();
  Value value = combination.getValue(), mask = combination.getMask();
  const bool isOneClass = mask && isUniform(mask);
  if (isOneClass)
    combination.dropMask();
  if (isUniform(value)) {
    if (Value made = combination.createOfUniform(builder, counts))
      return {made};
    remarkMissed(op, kPass) << tellOfLaneOperation(
        op, kUniform, combination.getReasonAgainst(counts));
  } else if (auto choice = getChoice(value)) {
    if (Value made = combination.createOfChoice(builder, *choice))
      return {made, kCounted};
  }
  if (isOneClass)
    return {PrefixOp::create(builder, op->getLoc(), value.getType(),
                             combination.getKind(), value),
            kOneClass};
  if (isa<ClusterReduceOp>(op) && !combination.isOfCluster())
    return {ReduceOp::create(builder, op->getLoc(), value.getType(),
                             combination.getKind(), value),
            kOneCluster};
  if (auto reduce = dyn_cast<ReduceOp>(op);
      reduce && value.getType().isInteger(1))
    return simplifyBooleans(reduce);
  return {};
}

//===----------------------------------------------------------------------===//
// Votes and counts
//===----------------------------------------------------------------------===//

/// A NaN does not even equal itself.
Simpler Simplifier::simplifyAllEqual(AllEqualOp equal) {
  Value value = equal.getValue();
  if (!isUniform(value))
    return {};
  Location loc = equal.getLoc();
  if (isa<FloatType>(getScalarType(value.getType())))
    return {arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                  value, value)};
  TypedAttr yes = builder.getBoolAttr(true);
  if (auto vector = dyn_cast<VectorType>(equal.getType()))
    yes = SplatElementsAttr::get(vector, yes);
  return {createConstant(loc, yes)};
}

/// Whether `value` cannot be a NaN: an integer, a converted integer or a
/// constant.
static bool isNumber(Value value) {
  if (!isa<FloatType>(getScalarType(value.getType())))
    return true;
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return !constant.isNaN();
  return isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(
      value.getDefiningOp());
}

Simpler Simplifier::simplifyMatch(MatchOp match) {
  Value value = match.getValue();
  if (!isUniform(value))
    return {};
  if (!isNumber(value)) {
    remarkMissed(match, kPass) << tellOfLaneOperation(
        match, kUniform, ", but a NaN matches only its own lane");
    return {};
  }
  Location loc = match.getLoc();
  Value yes = createConstant(loc, builder.getBoolAttr(true));
  return {BallotOp::create(builder, loc, match.getType(), yes)};
}

Simpler Simplifier::simplifyBallot(BallotOp ballot) {
  APInt predicate;
  if (!matchPattern(ballot.getPredicate(), m_ConstantInt(&predicate)))
    return {};
  auto type = cast<VectorType>(ballot.getType());
  SmallVector<int32_t> words(type.getNumElements(), 0);
  if (predicate.isOne()) {
    std::optional<int32_t> size = counts.getFixedWaveSize();
    if (!size || !counts.isWholeWave(ballot))
      return {};
    APInt lanes = APInt::getLowBitsSet(kMaxWaveSize, *size);
    for (auto [number, word] : llvm::enumerate(words))
      word =
          static_cast<int32_t>(lanes.extractBitsAsZExtValue(32, 32 * number));
  }
  return {createConstant(ballot.getLoc(), DenseElementsAttr::get(
                                              type, ArrayRef<int32_t>(words))),
          predicate.isOne() ? StringRef(kWholeWave) : StringRef(kUniform)};
}

/// A uniform predicate selects between 0 and a number that needs no lane
/// operation. If that number is itself a count, nothing is gained.
Simpler Simplifier::simplifyCount(CountBitsOp count) {
  Location loc = count.getLoc();
  Value predicate = count.getPredicate();
  if (matchPattern(predicate, m_Zero()))
    return {createZero(loc)};
  if (!isUniform(predicate))
    return {};
  if (!counts.isWholeWave(count)) {
    if (matchPattern(predicate, m_One()))
      counts.add(count);
    return {};
  }
  Value all = counts.countActive(builder, count);
  return {builder.createOrFold<arith::SelectOp>(loc, predicate, all,
                                                createZero(loc)),
          kWholeWave};
}

Simpler Simplifier::simplifyPrefixCount(Operation *op, Value predicate,
                                        Value mask) {
  Location loc = op->getLoc();
  if (matchPattern(predicate, m_Zero()))
    return {createZero(loc)};
  const bool isOneClass = mask && isUniform(mask);
  if (mask && !isOneClass)
    return {};
  if (isUniform(predicate) && counts.isWholeWave(op)) {
    Value before = counts.countActiveBefore(builder, op);
    return {builder.createOrFold<arith::SelectOp>(loc, predicate, before,
                                                  createZero(loc)),
            kWholeWave};
  }
  if (isOneClass)
    return {PrefixCountBitsOp::create(builder, loc, builder.getI32Type(),
                                      predicate),
            kOneClass};
  if (matchPattern(predicate, m_One()))
    counts.add(op);
  return {};
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

Simpler Simplifier::simplify(Operation *op) {
  if (std::optional<LaneCombination> combination = LaneCombination::get(op))
    return simplifyCombination(*combination);
  // The lane that is read does not matter: reading an inactive or missing lane
  // is undefined.
  if (op->hasTrait<KeepsUniformValue>())
    return {isUniform(op->getOperand(0)) ? op->getOperand(0) : Value()};
  return TypeSwitch<Operation *, Simpler>(op)
      .Case([&](AllEqualOp equal) { return simplifyAllEqual(equal); })
      .Case([&](MatchOp match) { return simplifyMatch(match); })
      .Case([&](BallotOp ballot) { return simplifyBallot(ballot); })
      .Case([&](CountBitsOp count) { return simplifyCount(count); })
      .Case([&](PrefixCountBitsOp count) {
        return simplifyPrefixCount(op, count.getPredicate(), Value());
      })
      .Case([&](MultiPrefixCountBitsOp count) {
        return simplifyPrefixCount(op, count.getPredicate(), count.getMask());
      })
      .Default(Simpler());
}

/// Replaces the uses of a count or a ballot.
void Simplifier::simplifyUses(Operation *op) {
  SmallVector<Replacement> uses;
  if (auto count = dyn_cast<CountBitsOp>(op))
    uses = createVotes(builder, counts, count);
  else if (auto ballot = dyn_cast<BallotOp>(op))
    uses = createCountOfBallot(builder, counts, ballot);
  if (uses.empty())
    return;
  remarkApplied(op, kPass) << tellOfLaneOperation(
      op, " has uses for which a vote, a count or a number is enough");
  llvm::append_range(replacements, uses);
}

void Simplifier::replace() {
  DenseMap<Value, Value> made;
  for (auto [from, to] : replacements) {
    while (Value next = made.lookup(to))
      to = next;
    made[from] = to;
    from.replaceAllUsesWith(to);
  }
  llvm::SetVector<Operation *> unused;
  for (auto [from, to] : replacements)
    unused.insert(from.getDefiningOp());
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp())
        unused.insert(source);
    // Erasing an operation also erases the operations in its regions.
    if (op->getNumRegions() != 0)
      op->walk([&](Operation *nested) { unused.remove(nested); });
    op->erase();
  }
}

void Simplifier::run(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    auto [value, reason] = simplify(op);
    if (!value) {
      simplifyUses(op);
      continue;
    }
    remarkApplied(op, kPass) << tellOfLaneOperation(op, reason);
    replacements.emplace_back(op->getResult(0), value);
  }
  replace();
}

namespace {
struct SimplifyUniform final
    : wave::impl::SimplifyUniformBase<SimplifyUniform> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp kernel) {
      if (!kernel.getKernel())
        return;
      auto hasOperations = [&] {
        return kernel
            .walk([](Operation *op) {
              return isLaneOperation(op) ? WalkResult::interrupt()
                                         : WalkResult::advance();
            })
            .wasInterrupted();
      };
      if (!hasOperations())
        return;
      UniformityAnalysis uniformity(kernel);
      ActiveLanes lanes(kernel, uniformity);
      mergeRepeatedLaneOperations(kernel, lanes, kPass);
      SmallVector<Operation *> ops;
      kernel.walk([&](Operation *op) {
        if (isLaneOperation(op))
          ops.push_back(op);
      });
      Simplifier(kernel, uniformity, lanes).run(ops);
    });
  }
};
} // namespace
