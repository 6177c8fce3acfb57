//===- AggregateAtomicsLoop.cpp - One atomic for a loop's iterations --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A lane that executes atomics on one location in a loop can combine its
// operands and execute one atomic after the loop. If it uses the results, an
// additional loop first computes the combined operands of all iterations, and
// each iteration then takes its share. Lanes that run the loop together take
// their shares iteration by iteration, so that the elements that they write in
// an iteration are contiguous.

#include "AggregateAtomics.h"

#include "LaneOperations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Bindings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;
using Kind = gpu::AllReduceOperation;

/// The maximum number of operations in the additional loop.
static constexpr size_t kMostRepeated = 32;

namespace {
/// An atomic in a loop, with only conditions between them.
class AtomicOfTrips {
public:
  AtomicOfTrips(AtomicRMWOp atomic, scf::ForOp loop,
                SmallVector<scf::IfOp> path,
                const UniformityAnalysis &uniformity)
      : atomic(atomic), loop(loop), path(std::move(path)),
        kernel(atomic->getParentOfType<FuncOp>()), uniformity(uniformity) {}

  /// Returns why each iteration needs its own atomic; none if the atomics can
  /// merge.
  std::optional<StringRef> refuse();

  void merge();

private:
  using Refusal = std::optional<StringRef>;

  Refusal refuseContents(Operation *op);
  Refusal refuseRepetition();
  Refusal addToSlice(Value value);
  void cloneSlice(OpBuilder &builder, IRMapping &mapping, Block *block,
                  size_t depth);
  Value createReached(OpBuilder &builder, const IRMapping &mapping,
                      Operation *place);
  bool needsCondition(Operation *op);
  scf::IfOp createWhereReached(OpBuilder &builder, const IRMapping &mapping,
                               Operation *op);
  scf::ForOp createCountingLoop();
  void carryOutOfConditions(SmallVector<Value> &values, ValueRange otherwise);
  scf::ForOp
  carry(ValueRange inits,
        function_ref<SmallVector<Value>(ArrayRef<BlockArgument>)> next);
  void mergeBehind();
  void mergeForLane();
  void mergeForWave();

  AtomicRMWOp atomic;
  scf::ForOp loop;
  /// The conditions around the atomic, innermost first.
  SmallVector<scf::IfOp> path;
  FuncOp kernel;
  const UniformityAnalysis &uniformity;
  /// The operations and loop-carried values that the additional loop computes.
  llvm::DenseSet<Operation *> slice;
  llvm::SetVector<BlockArgument> carried;
};
} // namespace

//===----------------------------------------------------------------------===//
// Where it may be
//===----------------------------------------------------------------------===//

std::optional<StringRef> AtomicOfTrips::refuse() {
  if (!loop.isDefinedOutsideOfLoop(atomic.getMemory()) ||
      !loop.isDefinedOutsideOfLoop(atomic.getIndex()))
    return "its address changes in the loop";
  Refusal reason;
  loop.getBody()->walk([&](Operation *op) {
    reason = refuseContents(op);
    return reason ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (reason || atomic.use_empty())
    return reason;
  return refuseRepetition();
}

/// Rejects operations that could reveal the order of the atomics, or wait for
/// it.
AtomicOfTrips::Refusal AtomicOfTrips::refuseContents(Operation *op) {
  if (op == atomic || isa<scf::IfOp, scf::ForOp, scf::YieldOp>(op))
    return std::nullopt;
  if (std::optional<MemoryAccess> access = getMemoryAccess(op)) {
    if (access->memory == atomic.getMemory() && mayMeet(atomic, op))
      return "the loop accesses the place otherwise, too";
    if (access->isAtomic() && !op->use_empty())
      return "the loop may wait for what another atomic finds";
    return std::nullopt;
  }
  if (isMemoryEffectFree(op) || isLaneOperation(op))
    return std::nullopt;
  return "the loop may wait for other lanes, or be left";
}

/// Checks that an additional loop can compute the same operands beforehand.
AtomicOfTrips::Refusal AtomicOfTrips::refuseRepetition() {
  if (atomic.getKind() != Kind::ADD)
    return "its result is used, and it does not add";
  Refusal reason = addToSlice(atomic.getValue());
  for (scf::IfOp ifOp : path)
    if (!reason)
      reason = addToSlice(ifOp.getCondition());
  if (!reason && slice.size() > kMostRepeated)
    return "what it adds is too much to compute twice";
  return reason;
}

AtomicOfTrips::Refusal AtomicOfTrips::addToSlice(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody())
      return "what it adds comes from a loop inside";
    if (argument == loop.getInductionVar() || !carried.insert(argument))
      return std::nullopt;
    return addToSlice(loop.getTiedLoopYieldedValue(argument)->get());
  }
  Operation *op = value.getDefiningOp();
  if (op == atomic)
    return "what it adds depends on what it found before";
  if (!slice.insert(op).second)
    return std::nullopt;
  // The copy is outside of the conditions around the atomic.
  const bool isUnconditional = op->getParentOp() == loop;
  Refusal reason;
  op->walk([&](Operation *nested) {
    if (std::optional<MemoryAccess> access = getMemoryAccess(nested)) {
      if (access->writes || !isBoundReadOnly(access->memory))
        reason = "what it adds depends on memory that may change";
    } else if (isLaneOperation(nested)) {
      reason = "what it adds depends on other lanes";
    } else if (!isa<scf::IfOp>(nested) &&
               (nested->getNumRegions() != 0 || !isMemoryEffectFree(nested) ||
                (!isUnconditional && !isSpeculatable(nested)))) {
      reason = "what it adds is too much to compute twice";
    }
    for (Value operand : nested->getOperands())
      if (!reason && !op->isAncestor(operand.getParentBlock()->getParentOp()))
        reason = addToSlice(operand);
    return reason ? WalkResult::interrupt() : WalkResult::advance();
  });
  return reason;
}

//===----------------------------------------------------------------------===//
// The additional loop
//===----------------------------------------------------------------------===//

/// Clones the operations of the slice in `block` and in the conditions on the
/// way to the atomic; the next one is `path[depth - 1]`.
void AtomicOfTrips::cloneSlice(OpBuilder &builder, IRMapping &mapping,
                               Block *block, size_t depth) {
  for (Operation &op : block->without_terminator()) {
    if (slice.contains(&op) && needsCondition(&op)) {
      scf::IfOp ifOp = createWhereReached(builder, mapping, &op);
      OpBuilder inside = ifOp.getThenBodyBuilder();
      Operation *copy = inside.clone(op, mapping);
      scf::YieldOp::create(inside, op.getLoc(), copy->getResults());
      mapping.map(op.getResults(), ifOp.getResults());
    } else if (slice.contains(&op)) {
      builder.clone(op, mapping);
    }
    if (depth != 0 && &op == path[depth - 1].getOperation())
      cloneSlice(builder, mapping,
                 depth == 1 ? atomic->getBlock() : path[depth - 2]->getBlock(),
                 depth - 1);
  }
}

/// Whether `op` contains a load under conditions on the way to the atomic,
/// which may be the load's bounds checks.
bool AtomicOfTrips::needsCondition(Operation *op) {
  return op->getParentOp() != loop && op->walk([](Operation *nested) {
                                          return getMemoryAccess(nested)
                                                     ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                                        }).wasInterrupted();
}

/// Creates a condition around `op`, whose results are 0 in lanes that do not
/// reach it.
scf::IfOp AtomicOfTrips::createWhereReached(OpBuilder &builder,
                                            const IRMapping &mapping,
                                            Operation *op) {
  auto ifOp = scf::IfOp::create(builder, op->getLoc(), op->getResultTypes(),
                                createReached(builder, mapping, op),
                                /*addThenBlock=*/true,
                                /*addElseBlock=*/true);
  OpBuilder otherwise = ifOp.getElseBodyBuilder();
  SmallVector<Value> zeros;
  for (Type type : op->getResultTypes())
    zeros.push_back(arith::ConstantOp::create(
        otherwise, op->getLoc(), cast<TypedAttr>(builder.getZeroAttr(type))));
  scf::YieldOp::create(otherwise, op->getLoc(), zeros);
  return ifOp;
}

/// Whether the lane reaches `place`, the atomic or an operation on the way to
/// it, in this iteration. All conditions around it must have been computed.
Value AtomicOfTrips::createReached(OpBuilder &builder, const IRMapping &mapping,
                                   Operation *place) {
  Location loc = atomic.getLoc();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value reached = yes;
  for (scf::IfOp ifOp : path) {
    if (!ifOp->isProperAncestor(place))
      continue;
    Value taken = mapping.lookupOrDefault(ifOp.getCondition());
    if (!isInThen(ifOp, place))
      taken = arith::XOrIOp::create(builder, loc, taken, yes);
    reached = builder.createOrFold<arith::AndIOp>(loc, taken, reached);
  }
  return reached;
}

/// Creates the additional loop. Its last two results are the combined operands
/// of all iterations of a lane, and whether one of them executes the atomic.
scf::ForOp AtomicOfTrips::createCountingLoop() {
  OpBuilder builder(loop);
  Location loc = atomic.getLoc();
  SmallVector<Value> inits;
  for (BlockArgument argument : carried)
    inits.push_back(loop.getTiedLoopInit(argument)->get());
  inits.push_back(arith::ConstantOp::create(
      builder, loc, getIdentity(atomic.getKind(), atomic.getType())));
  inits.push_back(
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
  auto counting =
      scf::ForOp::create(builder, loc, loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  counting->setAttrs(loop->getAttrDictionary());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), counting.getInductionVar());
  for (auto [argument, copy] : llvm::zip(carried, counting.getRegionIterArgs()))
    mapping.map(argument, copy);
  builder.setInsertionPointToStart(counting.getBody());
  cloneSlice(builder, mapping, loop.getBody(), path.size());

  Value reached = createReached(builder, mapping, atomic);
  Value total = counting.getRegionIterArgs().drop_back().back();
  Value next = combine(builder, loc, atomic.getKind(), total,
                       mapping.lookupOrDefault(atomic.getValue()));
  next = builder.createOrFold<arith::SelectOp>(loc, reached, next, total);
  SmallVector<Value> yielded;
  for (BlockArgument argument : carried)
    yielded.push_back(
        mapping.lookupOrDefault(loop.getTiedLoopYieldedValue(argument)->get()));
  yielded.push_back(next);
  yielded.push_back(arith::OrIOp::create(
      builder, loc, counting.getRegionIterArgs().back(), reached));
  scf::YieldOp::create(builder, loc, yielded);
  return counting;
}

//===----------------------------------------------------------------------===//
// The loop itself
//===----------------------------------------------------------------------===//

/// Makes `values`, defined next to the atomic, available at the end of the
/// iteration; in iterations without the atomic they are `otherwise`.
void AtomicOfTrips::carryOutOfConditions(SmallVector<Value> &values,
                                         ValueRange otherwise) {
  for (scf::IfOp ifOp : path) {
    OpBuilder builder(ifOp);
    SmallVector<Type> types(ifOp.getResultTypes());
    llvm::append_range(types, ValueRange(values).getTypes());
    const bool inThen = isInThen(ifOp, atomic);
    auto wider =
        scf::IfOp::create(builder, ifOp.getLoc(), types, ifOp.getCondition(),
                          /*withElseRegion=*/true);
    wider.getThenRegion().takeBody(ifOp.getThenRegion());
    if (!ifOp.getElseRegion().empty()) {
      wider.getElseRegion().takeBody(ifOp.getElseRegion());
    } else {
      builder.setInsertionPointToEnd(wider.elseBlock());
      scf::YieldOp::create(builder, ifOp.getLoc());
    }
    ValueRange onThen(values), onElse(otherwise);
    if (!inThen)
      std::swap(onThen, onElse);
    wider.thenYield().getResultsMutable().append(onThen);
    wider.elseYield().getResultsMutable().append(onElse);
    ifOp->replaceAllUsesWith(
        wider.getResults().take_front(ifOp.getNumResults()));
    values =
        llvm::to_vector_of<Value>(wider.getResults().take_back(values.size()));
    ifOp.erase();
  }
}

/// Creates the single atomic of a lane, in lanes with at least one atomic
/// iteration (`reached`).
static scf::IfOp createMerged(OpBuilder &builder, AtomicRMWOp atomic,
                              Value total, Value reached) {
  Location loc = atomic.getLoc();
  const bool isUsed = !atomic.use_empty();
  auto ifOp = scf::IfOp::create(
      builder, loc, isUsed ? TypeRange(atomic.getType()) : TypeRange(), reached,
      /*withElseRegion=*/isUsed);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  auto merged = cast<AtomicRMWOp>(builder.clone(*atomic));
  merged.getValueMutable().assign(total);
  if (!isUsed)
    return ifOp;
  scf::YieldOp::create(builder, loc, merged.getResult());
  builder.setInsertionPointToStart(ifOp.elseBlock());
  Value none = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(atomic.getType()));
  scf::YieldOp::create(builder, loc, none);
  return ifOp;
}

/// Adds loop-carried values to `loop`; `next` creates their yielded values.
scf::ForOp AtomicOfTrips::carry(
    ValueRange inits,
    function_ref<SmallVector<Value>(ArrayRef<BlockArgument>)> next) {
  IRRewriter rewriter(atomic.getContext());
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return next(arguments);
      });
  return cast<scf::ForOp>(replaced->getOperation());
}

/// The results are unused: creates one atomic after the loop.
void AtomicOfTrips::mergeBehind() {
  OpBuilder builder(loop);
  Location loc = atomic.getLoc();
  Value none = arith::ConstantOp::create(
      builder, loc, getIdentity(atomic.getKind(), atomic.getType()));
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  scf::ForOp carrying =
      carry({none, no}, [&](ArrayRef<BlockArgument> arguments) {
        OpBuilder inside(atomic);
        SmallVector<Value> values = {
            combine(inside, loc, atomic.getKind(), arguments[0],
                    atomic.getValue()),
            arith::ConstantOp::create(inside, loc, inside.getBoolAttr(true))};
        carryOutOfConditions(values, llvm::to_vector_of<Value>(arguments));
        return values;
      });
  builder.setInsertionPointAfter(carrying);
  ValueRange results = carrying.getResults().take_back(2);
  createMerged(builder, atomic, results[0], results[1]);
}

/// Each lane gets one range of results for all of its iterations.
void AtomicOfTrips::mergeForLane() {
  ValueRange counted = createCountingLoop().getResults().take_back(2);
  OpBuilder builder(loop);
  Value start =
      createMerged(builder, atomic, counted[0], counted[1]).getResult(0);
  carry(start, [&](ArrayRef<BlockArgument> arguments) {
    OpBuilder inside(atomic);
    SmallVector<Value> values = {combine(inside, atomic.getLoc(),
                                         atomic.getKind(), arguments[0],
                                         atomic.getValue())};
    atomic.getResult().replaceAllUsesWith(arguments[0]);
    carryOutOfConditions(values, llvm::to_vector_of<Value>(arguments));
    return values;
  });
}

/// The lanes of a wave share the range of each iteration.
void AtomicOfTrips::mergeForWave() {
  ValueRange counted = createCountingLoop().getResults().take_back(2);
  OpBuilder builder(loop);
  Location loc = atomic.getLoc();
  const Kind kind = atomic.getKind();
  Type i1 = builder.getI1Type();
  Value total =
      ReduceOp::create(builder, loc, atomic.getType(), kind, counted[0]);
  Value any = AnyOp::create(builder, loc, i1, counted[1]);
  Value isFirst = IsFirstLaneOp::create(builder, loc, i1);
  Value acts = arith::AndIOp::create(builder, loc, any, isFirst);
  Value start = createMerged(builder, atomic, total, acts).getResult(0);
  start = ReadFirstLaneOp::create(builder, loc, start.getType(), start);

  Operation *outermost = atomic;
  if (!path.empty())
    outermost = path.back();
  carry(start, [&](ArrayRef<BlockArgument> arguments) {
    loop.getBody()->walk([&](Operation *op) {
      if (!slice.contains(op) || !outermost->isProperAncestor(op))
        return;
      if (!needsCondition(op)) {
        op->moveBefore(outermost);
        return;
      }
      OpBuilder before(outermost);
      scf::IfOp ifOp = createWhereReached(before, IRMapping(), op);
      op->replaceAllUsesWith(ifOp.getResults());
      OpBuilder then = ifOp.getThenBodyBuilder();
      op->moveBefore(
          scf::YieldOp::create(then, op->getLoc(), op->getResults()));
    });
    OpBuilder inside(outermost);
    Contribution contribution;
    if (!path.empty())
      contribution.lanes = createReached(inside, IRMapping(), atomic);
    Value brought = atomic.getValue();
    if (loop.isDefinedOutsideOfLoop(brought) &&
        uniformity.get(brought).isWaveUniform()) {
      contribution.uniform = brought;
    } else {
      contribution.value = brought;
      if (Value reached = std::exchange(contribution.lanes, nullptr))
        contribution.value = arith::SelectOp::create(
            inside, loc, reached, brought,
            arith::ConstantOp::create(inside, loc,
                                      getIdentity(kind, atomic.getType())));
    }
    Value ofTrip = createTotal(inside, loc, kind, contribution);
    atomic.getResult().replaceAllUsesWith(
        createResult(inside, loc, kind, contribution, ofTrip, arguments[0]));
    return SmallVector<Value>{combine(inside, loc, kind, arguments[0], ofTrip)};
  });
}

void AtomicOfTrips::merge() {
  auto isUniform = [&](Value value) {
    return uniformity.get(value).isWaveUniform();
  };
  if (atomic.use_empty())
    mergeBehind();
  else if (isUniform(loop.getLowerBound()) && isUniform(loop.getUpperBound()) &&
           isUniform(loop.getStep()) && !findConflict(atomic))
    mergeForWave();
  else
    mergeForLane();
  atomic.erase();
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

/// Finds the loop around `atomic` if only conditions, `path`, are between them.
static scf::ForOp findLoop(AtomicRMWOp atomic, SmallVector<scf::IfOp> &path) {
  Operation *parent = atomic->getParentOp();
  for (; isa<scf::IfOp>(parent); parent = parent->getParentOp())
    path.push_back(cast<scf::IfOp>(parent));
  return dyn_cast<scf::ForOp>(parent);
}

bool aggregate::mergeTrips(AtomicRMWOp atomic,
                           const UniformityAnalysis &uniformity,
                           StringRef &reason) {
  SmallVector<scf::IfOp> path;
  scf::ForOp loop = findLoop(atomic, path);
  if (!loop || !uniformity.get(atomic.getIndex()).isWaveUniform())
    return false;
  if (std::optional<APInt> trips = loop.getStaticTripCount();
      trips && trips->ult(2))
    return false;
  AtomicOfTrips ofTrips(atomic, loop, path, uniformity);
  if (std::optional<StringRef> refusal = ofTrips.refuse()) {
    reason = *refusal;
    return false;
  }
  ofTrips.merge();
  return true;
}
