//===- AggregateAtomicsGroup.cpp - One atomic for the waves of a group ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each wave stores its total in groupshared memory. After a barrier, every wave
// reads all totals and combines those of earlier waves, while one lane executes
// the atomic. After a second barrier, all waves read its result.

#include "AggregateAtomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;
using Kind = gpu::AllReduceOperation;

/// Up to this number of waves, each wave reads the totals one by one: that
/// takes more instructions than one total in each lane, but no operations
/// across lanes while the group waits.
static constexpr int64_t kMostUnrolled = 16;

//===----------------------------------------------------------------------===//
// The sequence
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code of a group, in group-uniform control flow.
class GroupSequence {
public:
  /// `reached` is the condition of the lanes that executed the atomic, null for
  /// all lanes; `contribution` has their operands.
  GroupSequence(AtomicRMWOp atomic, const GroupPlan &plan, Value reached,
                const Contribution &contribution)
      : builder(atomic), loc(atomic.getLoc()), atomic(atomic), plan(plan),
        kind(atomic.getKind()), type(atomic.getType()), reached(reached),
        contribution(contribution) {}

  void emit();

private:
  /// The combined operands of all waves, and of the waves before this one.
  struct Totals {
    Value all, before;
  };

  Value getI32(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value getIdentityValue(Kind kind, Type type) {
    return arith::ConstantOp::create(builder, loc, getIdentity(kind, type));
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(builder, loc, predicate, left, right);
  }
  Value getPlace(int64_t place) {
    return arith::ConstantIndexOp::create(builder, loc, place);
  }
  Value getPlaceOf(Value place) {
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        place);
  }
  void meet() {
    BarrierOp::create(builder, loc,
                      plan.isAccessedElsewhere ? BarrierScope::All
                                               : BarrierScope::Group,
                      /*sync=*/true);
  }
  Value createArray(Type element, int64_t length);
  Value loadShared(Value array, int64_t place);
  Totals readTotals(Value array, Kind kind, bool needsBefore);
  Totals readUnrolled(Value array, Kind kind, bool needsBefore);
  Totals readByLanes(Value array, Kind kind, bool needsBefore);
  Value scale(Value count);
  void leave(Value total, Value totals, Value visits);
  Operation *act(Value all, Value visited, Value found);
  void emitUnused();
  void emitUsed();

  OpBuilder builder;
  Location loc;
  AtomicRMWOp atomic;
  const GroupPlan &plan;
  Kind kind;
  Type type;
  Value reached;
  Contribution contribution;
  /// Whether waves only count their lanes, which all have the same operand.
  bool counts = false;
  Value wave, isFirstLane;
};
} // namespace

Value GroupSequence::createArray(Type element, int64_t length) {
  auto kernel = atomic->getParentOfType<FuncOp>();
  auto start = OpBuilder::atBlockBegin(&kernel.getBody().front());
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return GroupsharedOp::create(
      start, loc,
      MemRefType::get({length}, element, MemRefLayoutAttrInterface(), space),
      /*size=*/Value());
}

/// Loads a value that all lanes read from one element after a barrier.
Value GroupSequence::loadShared(Value array, int64_t place) {
  Value value = memref::LoadOp::create(builder, loc, array, getPlace(place));
  return AssumeUniformOp::create(builder, loc, value.getType(), value);
}

GroupSequence::Totals GroupSequence::readUnrolled(Value array, Kind kind,
                                                  bool needsBefore) {
  Totals totals;
  Value identity;
  for (int64_t other = 0; other < plan.waves; ++other) {
    Value total = loadShared(array, other);
    totals.all = other ? combine(builder, loc, kind, totals.all, total) : total;
    // No wave follows the last one.
    if (!needsBefore || other == plan.waves - 1)
      continue;
    if (!identity)
      identity = getIdentityValue(kind, total.getType());
    Value isBefore = compare(arith::CmpIPredicate::ugt, wave, getI32(other));
    total = arith::SelectOp::create(builder, loc, isBefore, total, identity);
    totals.before = totals.before
                        ? combine(builder, loc, kind, totals.before, total)
                        : total;
  }
  return totals;
}

/// Each lane reads its share of the totals.
GroupSequence::Totals GroupSequence::readByLanes(Value array, Kind kind,
                                                 bool needsBefore) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Value identity = getIdentityValue(kind, element);
  Value lane = LaneIndexOp::create(builder, loc, builder.getI32Type());
  Value waves = getI32(plan.waves);
  // A lane's total of one wave, and the same if that wave is before this one,
  // else the identity.
  auto read = [&](Value place) -> Totals {
    Value isTotal = compare(arith::CmpIPredicate::ult, place, waves);
    auto ifOp = scf::IfOp::create(builder, loc, TypeRange(element), isTotal,
                                  /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    Value total =
        memref::LoadOp::create(builder, loc, array, getPlaceOf(place));
    scf::YieldOp::create(builder, loc, total);
    builder.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(builder, loc, identity);
    builder.setInsertionPointAfter(ifOp);
    total = ifOp.getResult(0);
    if (!needsBefore)
      return {total, identity};
    Value isBefore = compare(arith::CmpIPredicate::ult, place, wave);
    return {total,
            arith::SelectOp::create(builder, loc, isBefore, total, identity)};
  };
  Totals totals;
  if (plan.waves <= plan.leastLanes) {
    totals = read(lane);
  } else {
    Value step = LaneCountOp::create(builder, loc, builder.getI32Type());
    auto loop = scf::ForOp::create(builder, loc, getI32(0), waves, step,
                                   ValueRange{identity, identity});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value place =
        arith::AddIOp::create(builder, loc, loop.getInductionVar(), lane);
    Totals piece = read(place);
    scf::YieldOp::create(
        builder, loc,
        ValueRange{
            combine(builder, loc, kind, loop.getRegionIterArg(0), piece.all),
            combine(builder, loc, kind, loop.getRegionIterArg(1),
                    piece.before)});
    totals = {loop.getResult(0), loop.getResult(1)};
  }
  totals.all = ReduceOp::create(builder, loc, element, kind, totals.all);
  if (needsBefore)
    totals.before =
        ReduceOp::create(builder, loc, element, kind, totals.before);
  return totals;
}

GroupSequence::Totals GroupSequence::readTotals(Value array, Kind kind,
                                                bool needsBefore) {
  return plan.waves <= kMostUnrolled ? readUnrolled(array, kind, needsBefore)
                                     : readByLanes(array, kind, needsBefore);
}

/// Needs one barrier only: no wave waits for the result of the atomic.
void GroupSequence::emitUnused() {
  Value total = createTotal(builder, loc, kind, contribution);
  Value totals = createArray(type, plan.waves);
  leave(total, totals, /*visits=*/nullptr);
  meet();
  auto leads = scf::IfOp::create(
      builder, loc, compare(arith::CmpIPredicate::eq, wave, getI32(0)));
  builder.setInsertionPointToStart(leads.thenBlock());
  Value all = readTotals(totals, kind, /*needsBefore=*/false).all;
  Value acts = isFirstLane;
  if (reached)
    acts = arith::AndIOp::create(
        builder, loc, acts,
        compare(arith::CmpIPredicate::ne, all, getIdentityValue(kind, type)));
  auto act = scf::IfOp::create(builder, loc, acts);
  atomic.getValueMutable().assign(all);
  atomic->moveBefore(act.thenBlock()->getTerminator());
  builder.setInsertionPointAfter(leads);
  // Waves must read these totals before the next iteration overwrites them.
  if (plan.isInLoop || plan.isAccessedElsewhere)
    meet();
}

/// Converts a number of lanes to their combined operand, if the waves count
/// lanes.
Value GroupSequence::scale(Value count) {
  if (!counts)
    return count;
  if (count.getType() != type)
    count = arith::ExtUIOp::create(builder, loc, type, count);
  return builder.createOrFold<arith::MulIOp>(loc, count, contribution.uniform);
}

/// Stores the wave's total for the other waves, and whether a lane of it
/// reached the atomic.
void GroupSequence::leave(Value total, Value totals, Value visits) {
  Value any;
  if (visits)
    any = AnyOp::create(builder, loc, builder.getI1Type(), reached);
  auto first = scf::IfOp::create(builder, loc, isFirstLane);
  builder.setInsertionPointToStart(first.thenBlock());
  Value place = getPlaceOf(wave);
  memref::StoreOp::create(builder, loc, total, totals, place);
  if (visits) {
    Value visit =
        arith::ExtUIOp::create(builder, loc, builder.getI32Type(), any);
    memref::StoreOp::create(builder, loc, visit, visits, place);
  }
  builder.setInsertionPointAfter(first);
}

/// Lets one lane execute the atomic and store its result. `visited`, unless
/// null, is 0 if no lane reached the atomic, when its address may be invalid.
/// Returns the user of the atomic's own result.
Operation *GroupSequence::act(Value all, Value visited, Value found) {
  Value isFirstWave = compare(arith::CmpIPredicate::eq, wave, getI32(0));
  auto leads = scf::IfOp::create(
      builder, loc,
      arith::AndIOp::create(builder, loc, isFirstWave, isFirstLane));
  builder.setInsertionPointToStart(leads.thenBlock());
  Operation *user;
  if (visited) {
    Value any = compare(arith::CmpIPredicate::ne, visited, getI32(0));
    auto acts = scf::IfOp::create(builder, loc, TypeRange(type), any,
                                  /*withElseRegion=*/true);
    memref::StoreOp::create(builder, loc, acts.getResult(0), found,
                            getPlace(0));
    builder.setInsertionPointToStart(acts.elseBlock());
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    scf::YieldOp::create(builder, loc, none);
    builder.setInsertionPointToStart(acts.thenBlock());
    user = scf::YieldOp::create(builder, loc, atomic.getResult());
  } else {
    user = memref::StoreOp::create(builder, loc, atomic.getResult(), found,
                                   getPlace(0));
  }
  builder.setInsertionPoint(user);
  atomic.getValueMutable().assign(scale(all));
  atomic->moveBefore(user);
  builder.setInsertionPointAfter(leads);
  return user;
}

void GroupSequence::emitUsed() {
  // If all lanes that reach the atomic have the same operand, count them.
  counts = kind == Kind::ADD && plan.isGroupUniform && !contribution.value &&
           plan.form == OperandForm::Uniform;
  Contribution counted = contribution;
  if (counts)
    counted.uniform = getI32(1);
  Value total = createTotal(builder, loc, kind, counted);
  Value totals = createArray(total.getType(), plan.waves);
  Value found = createArray(type, 1);
  // The total does not show whether lanes with the identity reached the atomic.
  Value visits;
  if (reached && !counts)
    visits = createArray(builder.getI32Type(), plan.waves);
  leave(total, totals, visits);
  meet();

  auto [all, before] = readTotals(totals, kind, /*needsBefore=*/true);
  Value visited;
  if (visits)
    visited = readTotals(visits, Kind::OR, /*needsBefore=*/false).all;
  else if (reached)
    visited = all;
  Operation *user = act(all, visited, found);
  meet();

  Value result = loadShared(found, 0);
  if (counts) {
    // One multiplication serves both the earlier waves and the earlier lanes.
    Value lanes = createResult(builder, loc, kind, counted, total, before);
    result = combine(builder, loc, kind, result, scale(lanes));
  } else {
    result = combine(builder, loc, kind, result, before);
    result = createResult(builder, loc, kind, contribution, total, result);
  }
  atomic.getResult().replaceAllUsesExcept(result, user);
}

void GroupSequence::emit() {
  wave = GroupWaveIndexOp::create(builder, loc, builder.getI32Type());
  // All lanes of the wave are active here.
  Value lane = LaneIndexOp::create(builder, loc, builder.getI32Type());
  isFirstLane = compare(arith::CmpIPredicate::eq, lane, getI32(0));
  if (atomic.use_empty())
    emitUnused();
  else
    emitUsed();
}

//===----------------------------------------------------------------------===//
// The form of a group
//===----------------------------------------------------------------------===//

/// Returns the contribution with the identity in lanes that did not execute the
/// atomic.
static Contribution narrow(AtomicRMWOp atomic, Contribution contribution,
                           Value reached) {
  OpBuilder builder(atomic);
  Location loc = atomic.getLoc();
  Value &lanes = contribution.lanes;
  lanes = lanes
              ? arith::AndIOp::create(builder, loc, reached, lanes).getResult()
              : reached;
  if (contribution.uniform)
    return contribution;
  Value identity = arith::ConstantOp::create(
      builder, loc, getIdentity(atomic.getKind(), atomic.getType()));
  contribution.value = arith::SelectOp::create(builder, loc, reached,
                                               atomic.getValue(), identity);
  return contribution;
}

void aggregate::aggregateInGroup(AtomicRMWOp atomic, const GroupPlan &plan) {
  OpBuilder builder(atomic);
  Contribution contribution = getContribution(builder, atomic, plan.form);
  scf::IfOp outer = plan.outer;
  if (plan.retire)
    outer = replaceRetires(plan.retire);
  Value reached;
  if (outer) {
    makeAvailableBefore(atomic.getIndex(), outer);
    if (contribution.uniform) {
      makeAvailableBefore(contribution.uniform, outer);
      atomic.getValueMutable().assign(contribution.uniform);
    }
    SmallVector<scf::IfOp> path;
    for (Operation *parent = atomic->getParentOp(); parent != outer;
         parent = parent->getParentOp())
      path.push_back(cast<scf::IfOp>(parent));
    path.push_back(outer);
    reached = splitAround(atomic, path, contribution.lanes);
    contribution = narrow(atomic, contribution, reached);
  }
  GroupSequence(atomic, plan, reached, contribution).emit();
}
