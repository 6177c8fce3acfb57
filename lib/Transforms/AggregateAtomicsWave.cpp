//===- AggregateAtomicsWave.cpp - One atomic for the lanes of a wave --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AggregateAtomics.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/FloatOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;
using Kind = gpu::AllReduceOperation;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isMinOrMax(Kind kind) {
  return kind == Kind::MINSI || kind == Kind::MINUI || kind == Kind::MAXSI ||
         kind == Kind::MAXUI || isFloatMinOrMax(kind);
}

static bool isIdentity(Kind kind, Value value) {
  Attribute constant;
  return matchPattern(value, m_Constant(&constant)) &&
         constant == getIdentity(kind, value.getType());
}

/// Returns the i1 that `value` extends; null if it does not extend one.
static Value getWidenedBool(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(op) ||
      !op->getOperand(0).getType().isInteger(1))
    return nullptr;
  return op->getOperand(0);
}

OperandForm aggregate::classifyOperand(AtomicRMWOp atomic,
                                       const UniformityAnalysis &uniformity) {
  Kind kind = atomic.getKind();
  Value value = atomic.getValue();
  auto isUniform = [&](Value part) {
    return uniformity.get(part).isWaveUniform();
  };
  if (isUniform(value))
    return OperandForm::Uniform;
  // A NaN in memory makes the identity visible.
  if (isFloatMinOrMax(kind))
    return OperandForm::PerLane;
  if (getWidenedBool(value) && getIdentity(kind, value.getType()) ==
                                   IntegerAttr::get(value.getType(), 0))
    return OperandForm::Widened;
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    if (isIdentity(kind, select.getFalseValue()) &&
        isUniform(select.getTrueValue()))
      return OperandForm::UniformWhereTrue;
    if (isIdentity(kind, select.getTrueValue()) &&
        isUniform(select.getFalseValue()))
      return OperandForm::UniformWhereFalse;
  }
  return OperandForm::PerLane;
}

static Value createConstant(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

static Value createTrue(OpBuilder &builder, Location loc) {
  return createConstant(builder, loc, builder.getBoolAttr(true));
}

Contribution aggregate::getContribution(OpBuilder &builder, AtomicRMWOp atomic,
                                        OperandForm form) {
  Location loc = atomic.getLoc();
  Value value = atomic.getValue();
  auto select = value.getDefiningOp<arith::SelectOp>();
  switch (form) {
  case OperandForm::PerLane:
    break;
  case OperandForm::Uniform:
    return {nullptr, value, nullptr};
  case OperandForm::UniformWhereTrue:
    if (select)
      return {nullptr, select.getTrueValue(), select.getCondition()};
    break;
  case OperandForm::UniformWhereFalse:
    if (select)
      return {nullptr, select.getFalseValue(),
              builder.createOrFold<arith::XOrIOp>(loc, select.getCondition(),
                                                  createTrue(builder, loc))};
    break;
  case OperandForm::Widened:
    if (Value lanes = getWidenedBool(value)) {
      int64_t number = value.getDefiningOp<arith::ExtSIOp>() ? -1 : 1;
      Value uniform = createConstant(
          builder, loc, builder.getIntegerAttr(value.getType(), number));
      return {nullptr, uniform, lanes};
    }
    break;
  }
  // The operand may have become a result of a condition since its
  // classification.
  return {value, nullptr, nullptr};
}

//===----------------------------------------------------------------------===//
// Totals and results
//===----------------------------------------------------------------------===//

static Value createBits(OpBuilder &builder, Location loc, Value value) {
  return builder.createOrFold<arith::BitcastOp>(
      loc, getBitsType(cast<FloatType>(value.getType())), value);
}

static Value createKeyOf(OpBuilder &builder, Location loc, Kind kind,
                         Value value) {
  return createKey(builder, loc, kind, cast<FloatType>(value.getType()),
                   createBits(builder, loc, value));
}

static Value combineFloats(OpBuilder &builder, Location loc, Kind kind,
                           Value left, Value right) {
  Value extreme = createExtreme(
      builder, loc, kind, createBits(builder, loc, left),
      createKeyOf(builder, loc, kind, left), createBits(builder, loc, right),
      createKeyOf(builder, loc, kind, right));
  return builder.createOrFold<arith::BitcastOp>(loc, left.getType(), extreme);
}

namespace {
template <typename OpT>
struct Combination {
  using Op = OpT;
};
} // namespace

/// Calls `use` with the operation that combines two integers by `kind`.
template <typename FnT>
static auto withCombination(Kind kind, FnT use) {
  switch (kind) {
  case Kind::ADD:
    return use(Combination<arith::AddIOp>());
  case Kind::AND:
    return use(Combination<arith::AndIOp>());
  case Kind::OR:
    return use(Combination<arith::OrIOp>());
  case Kind::XOR:
    return use(Combination<arith::XOrIOp>());
  case Kind::MINSI:
    return use(Combination<arith::MinSIOp>());
  case Kind::MINUI:
    return use(Combination<arith::MinUIOp>());
  case Kind::MAXSI:
    return use(Combination<arith::MaxSIOp>());
  case Kind::MAXUI:
    return use(Combination<arith::MaxUIOp>());
  default:
    llvm_unreachable("the verifier refuses other kinds of atomics");
  }
}

Value aggregate::combine(OpBuilder &builder, Location loc, Kind kind,
                         Value left, Value right) {
  if (isFloatMinOrMax(kind))
    return combineFloats(builder, loc, kind, left, right);
  return withCombination(kind, [&](auto combination) -> Value {
    return builder.createOrFold<typename decltype(combination)::Op>(loc, left,
                                                                    right);
  });
}

bool aggregate::combinesIntegers(Operation *op, Kind kind) {
  return withCombination(kind, [&](auto combination) {
    return isa<typename decltype(combination)::Op>(op);
  });
}

/// The sum of `value` over `count` lanes.
static Value multiply(OpBuilder &builder, Location loc, Value count,
                      Value value) {
  if (value.getType() != count.getType())
    count = arith::ExtUIOp::create(builder, loc, value.getType(), count);
  return builder.createOrFold<arith::MulIOp>(loc, count, value);
}

/// `value` if `count` is odd, else 0.
static Value createWhereOdd(OpBuilder &builder, Location loc, Value count,
                            Value value) {
  Value odd = arith::TruncIOp::create(builder, loc, builder.getI1Type(), count);
  Value zero =
      createConstant(builder, loc, builder.getZeroAttr(value.getType()));
  return arith::SelectOp::create(builder, loc, odd, value, zero);
}

static Value createIsZero(OpBuilder &builder, Location loc, Value value) {
  Value zero =
      createConstant(builder, loc, builder.getZeroAttr(value.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                               zero);
}

/// The number of active lanes among `lanes`, or of those before this lane.
template <typename OpT>
static Value createCount(OpBuilder &builder, Location loc, Value lanes) {
  return OpT::create(builder, loc, builder.getI32Type(),
                     lanes ? lanes : createTrue(builder, loc));
}

/// Whether this lane is the first of `lanes`.
static Value createIsFirst(OpBuilder &builder, Location loc, Value lanes) {
  if (!lanes)
    return IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  Value before = createCount<PrefixCountBitsOp>(builder, loc, lanes);
  return arith::AndIOp::create(builder, loc, lanes,
                               createIsZero(builder, loc, before));
}

Value aggregate::createTotal(OpBuilder &builder, Location loc, Kind kind,
                             const Contribution &contribution) {
  const auto &[value, uniform, lanes] = contribution;
  // A reduction of floats may return either zero.
  if (!uniform && isFloatMinOrMax(kind)) {
    Value key = createKeyOf(builder, loc, kind, value);
    Value total = ReduceOp::create(
        builder, loc, key.getType(),
        kind == Kind::MINNUMF ? Kind::MINSI : Kind::MAXSI, key);
    return arith::BitcastOp::create(builder, loc, value.getType(),
                                    createBitsOfKey(builder, loc, total));
  }
  if (!uniform)
    return ReduceOp::create(builder, loc, value.getType(), kind, value);
  if (kind == Kind::ADD)
    return multiply(builder, loc, createCount<CountBitsOp>(builder, loc, lanes),
                    uniform);
  if (kind == Kind::XOR)
    return createWhereOdd(
        builder, loc, createCount<CountBitsOp>(builder, loc, lanes), uniform);
  if (!lanes)
    return uniform;
  Value any = AnyOp::create(builder, loc, builder.getI1Type(), lanes);
  Value identity =
      createConstant(builder, loc, getIdentity(kind, uniform.getType()));
  return arith::SelectOp::create(builder, loc, any, uniform, identity);
}

/// The combined operands of the lanes before this one.
static Value createPrefix(OpBuilder &builder, Location loc, Kind kind,
                          const Contribution &contribution) {
  const auto &[value, uniform, lanes] = contribution;
  if (!uniform)
    return PrefixOp::create(builder, loc, value.getType(), kind, value);
  if (kind == Kind::ADD)
    return multiply(builder, loc,
                    createCount<PrefixCountBitsOp>(builder, loc, lanes),
                    uniform);
  if (kind == Kind::XOR)
    return createWhereOdd(builder, loc,
                          createCount<PrefixCountBitsOp>(builder, loc, lanes),
                          uniform);
  Value isFirst =
      lanes ? createIsZero(builder, loc,
                           createCount<PrefixCountBitsOp>(builder, loc, lanes))
            : createIsFirst(builder, loc, nullptr);
  Value identity =
      createConstant(builder, loc, getIdentity(kind, uniform.getType()));
  return arith::SelectOp::create(builder, loc, isFirst, identity, uniform);
}

Value aggregate::createResult(OpBuilder &builder, Location loc, Kind kind,
                              const Contribution &contribution, Value total,
                              Value base) {
  if (!isMinOrMax(kind))
    return combine(builder, loc, kind, base,
                   createPrefix(builder, loc, kind, contribution));
  // The first lane with the extreme operand counts as first; the other lanes
  // follow it.
  Value lanes = contribution.lanes;
  if (!contribution.uniform) {
    auto getComparable = [&](Value value) {
      return isFloatMinOrMax(kind) ? createKeyOf(builder, loc, kind, value)
                                   : value;
    };
    Value decides = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        getComparable(contribution.value), getComparable(total));
    lanes =
        lanes ? arith::AndIOp::create(builder, loc, lanes, decides) : decides;
  }
  Value isFirst = createIsFirst(builder, loc, lanes);
  return arith::SelectOp::create(builder, loc, isFirst, base,
                                 combine(builder, loc, kind, base, total));
}

//===----------------------------------------------------------------------===//
// The form of a wave
//===----------------------------------------------------------------------===//

/// Whether a group barrier is between the two operations on every path from one
/// to the other.
static bool areSeparated(Operation *one, Operation *other) {
  Block *block = one->getBlock();
  while (!block->findAncestorOpInBlock(*other))
    block = block->getParentOp()->getBlock();
  Operation *first = block->findAncestorOpInBlock(*one);
  Operation *last = block->findAncestorOpInBlock(*other);
  for (Operation *parent = block->getParentOp(); !isa<FuncOp>(parent);
       parent = parent->getParentOp())
    if (isa<scf::ForOp, scf::WhileOp>(parent))
      return false;
  if (last->isBeforeInBlock(first))
    std::swap(first, last);
  for (Operation *op = first; op != last; op = op->getNextNode())
    if (auto barrier = dyn_cast<BarrierOp>(op);
        barrier && barrier.synchronizesGroup())
      return true;
  return false;
}

/// Other lanes wait for the lane that executes the wave's atomic only if they
/// use its result. A lane could therefore observe two atomics out of order if
/// exactly one of the results is used, or if none is and the kinds differ.
Operation *aggregate::findConflict(AtomicRMWOp atomic) {
  for (Operation *user : atomic.getMemory().getUsers()) {
    std::optional<MemoryAccess> access = getMemoryAccess(user);
    if (user == atomic || !access || !access->isAtomic() ||
        !mayMeet(atomic, user))
      continue;
    const bool isRead = !atomic.use_empty(), isUserRead = !user->use_empty();
    auto other = dyn_cast<AtomicRMWOp>(user);
    bool isSameKind = other && other.getKind() == atomic.getKind();
    if ((isRead && isUserRead) || (isSameKind && !isRead && !isUserRead) ||
        areSeparated(atomic, user))
      continue;
    return user;
  }
  return nullptr;
}

void aggregate::aggregateInWave(AtomicRMWOp atomic, OperandForm form) {
  OpBuilder builder(atomic);
  Location loc = atomic.getLoc();
  Kind kind = atomic.getKind();
  Type type = atomic.getType();
  const bool isUsed = !atomic.use_empty();
  Contribution contribution = getContribution(builder, atomic, form);
  Value total = createTotal(builder, loc, kind, contribution);
  Value isFirst = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  auto ifOp =
      scf::IfOp::create(builder, loc, isUsed ? TypeRange(type) : TypeRange(),
                        isFirst, /*withElseRegion=*/isUsed);
  if (isUsed) {
    Value base = ReadFirstLaneOp::create(builder, loc, type, ifOp.getResult(0));
    Value result = createResult(builder, loc, kind, contribution, total, base);
    atomic.getResult().replaceAllUsesWith(result);
    OpBuilder others = ifOp.getElseBodyBuilder();
    Value zero = createConstant(others, loc, others.getZeroAttr(type));
    scf::YieldOp::create(others, loc, zero);
    OpBuilder elected = ifOp.getThenBodyBuilder();
    atomic->moveBefore(scf::YieldOp::create(elected, loc, atomic.getResult()));
  } else {
    atomic->moveBefore(ifOp.thenBlock()->getTerminator());
  }
  atomic.getValueMutable().assign(total);
}
