//===- Loops.cpp - Loops of a wave ----------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop that all lanes leave together remains as it is. A loop that lanes
// leave at different trips carries the mask of the lanes that are still in it;
// before it, the trips of all lanes run in a loop without masks.

#include "LoopTests.h"
#include "Unrolling.h"
#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

//===----------------------------------------------------------------------===//
// Loops that all lanes leave together
//===----------------------------------------------------------------------===//

/// The bounds are uniform and the last step does not wrap around: other loops
/// were replaced by `while`.
LogicalResult WaveEmitter::emitFor(scf::ForOp op, Value mask) {
  if (std::optional<int64_t> trips = getUnrolledTrips(op, frame))
    return emitUnrolled(op, *trips, mask);
  if (!frame.checked) {
    LoopTests found(op, *frame.strides);
    if (!found.tests.empty())
      return emitTestedFor(op, found, mask);
  }
  return emitTrips(op, mask);
}

LogicalResult WaveEmitter::emitTrips(scf::ForOp op, Value mask) {
  auto forOp = scf::ForOp::create(
      builder, op.getLoc(), getScalar(op.getLowerBound()),
      getScalar(op.getUpperBound()), getScalar(op.getStep()),
      getCarried(op.getInitArgs(), op.getRegionIterArgs()),
      [](OpBuilder &, Location, Value, ValueRange) {}, op.getUnsignedCmp());
  values[op.getInductionVar()] = {{forOp.getInductionVar()}};
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(forOp.getBody());
    setCarried(op.getRegionIterArgs(), forOp.getRegionIterArgs());
    if (failed(emitBlock(*op.getBody(), mask)))
      return failure();
    scf::YieldOp::create(
        builder, op.getLoc(),
        getCarried(op.getYieldedValues(), op.getRegionIterArgs()));
  }
  for (auto [old, argument, result] : llvm::zip_equal(
           op.getResults(), op.getRegionIterArgs(), forOp.getResults()))
    values[old] = {fromCarried(result, argument)};
  return success();
}

/// Emits the trips one after the other. The bounds are constants.
LogicalResult WaveEmitter::emitUnrolled(scf::ForOp op, int64_t trips,
                                        Value mask) {
  Value number = getScalar(op.getLowerBound());
  SmallVector<Value> carried =
      getCarried(op.getInitArgs(), op.getRegionIterArgs());
  for (int64_t trip = 0; trip < trips; ++trip) {
    values[op.getInductionVar()] = {{number}};
    setCarried(op.getRegionIterArgs(), carried);
    if (failed(emitBlock(*op.getBody(), mask)))
      return failure();
    carried = getCarried(op.getYieldedValues(), op.getRegionIterArgs());
    if (trip + 1 < trips)
      number = arith::AddIOp::create(builder, op.getLoc(), number,
                                     getScalar(op.getStep()));
  }
  for (auto [old, argument, last] :
       llvm::zip_equal(op.getResults(), op.getRegionIterArgs(), carried))
    values[old] = {fromCarried(last, argument)};
  return success();
}

LogicalResult WaveEmitter::emitWhile(scf::WhileOp op, Value mask) {
  if (frame.strides->isUniform(op.getConditionOp().getCondition()))
    return emitUniformWhile(op, mask);
  return emitDivergentWhile(op, mask);
}

Value WaveEmitter::isGoingOn(Value condition, Location loc) {
  Value flag = LLVM::LoadOp::create(builder, loc, builder.getI32Type(),
                                    frame.cancelFlag, /*alignment=*/4,
                                    /*isVolatile=*/true);
  Value zero = lanesAt(loc).constant(builder.getI32Type(), 0);
  Value goes =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, flag, zero);
  return arith::AndIOp::create(builder, loc, condition, goes);
}

/// Creates a loop with empty blocks; `types` are those of the passed values.
static scf::WhileOp createWhile(OpBuilder &builder, Location loc,
                                ArrayRef<Type> types, ArrayRef<Value> inits) {
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&loop.getBefore(), {}, ValueRange(inits).getTypes(),
                      SmallVector<Location>(inits.size(), loc));
  builder.createBlock(&loop.getAfter(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  return loop;
}

/// Emits the trips of `op` for all lanes of `mask` at once, as long as `stays`
/// of the condition holds. Results of the new loop are the carried values if
/// `returnsCarried`, and then the passed values.
FailureOr<scf::WhileOp>
WaveEmitter::emitJointTrips(scf::WhileOp op, ArrayRef<Value> inits, Value mask,
                            bool returnsCarried,
                            function_ref<Value(Value)> stays) {
  Location loc = op.getLoc();
  SmallVector<Type> types;
  if (returnsCarried)
    llvm::append_range(types, ValueRange(inits).getTypes());
  const size_t numReturned = types.size();
  llvm::append_range(types, getCarriedTypes(op.getAfterArguments()));
  scf::WhileOp loop = createWhile(builder, loc, types, inits);

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBeforeBody());
  setCarried(op.getBeforeArguments(), loop.getBeforeArguments());
  if (failed(emitBlock(*op.getBeforeBody(), mask)))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  SmallVector<Value> passed;
  if (returnsCarried)
    llvm::append_range(passed, loop.getBeforeArguments());
  llvm::append_range(passed,
                     getCarried(condition.getArgs(), op.getAfterArguments()));
  Value stay = isGoingOn(stays(condition.getCondition()), loc);
  scf::ConditionOp::create(builder, loc, stay, passed);

  builder.setInsertionPointToEnd(loop.getAfterBody());
  setCarried(op.getAfterArguments(),
             ValueRange(loop.getAfterArguments()).drop_front(numReturned));
  if (failed(emitBlock(*op.getAfterBody(), mask)))
    return failure();
  scf::YieldOp::create(
      builder, loc,
      getCarried(op.getYieldOp().getOperands(), op.getBeforeArguments()));
  return loop;
}

LogicalResult WaveEmitter::emitUniformWhile(scf::WhileOp op, Value mask) {
  FailureOr<scf::WhileOp> loop = emitJointTrips(
      op, getCarried(op.getInits(), op.getBeforeArguments()), mask,
      /*returnsCarried=*/false,
      [&](Value condition) { return getScalar(condition); });
  if (failed(loop))
    return failure();
  for (auto [old, argument, result] : llvm::zip_equal(
           op.getResults(), op.getAfterArguments(), loop->getResults()))
    values[old] = {fromCarried(result, argument)};
  return success();
}

//===----------------------------------------------------------------------===//
// Loops that lanes leave at different trips
//===----------------------------------------------------------------------===//

/// A loop of more operations is not emitted twice.
static constexpr int64_t kMostWholeOps = 100;

/// Whether trips with all lanes deserve a loop of their own, without masks: the
/// body accesses memory, has no loop and is short. The condition may be computed
/// once more than the loop does.
static bool deservesWholeTrips(scf::WhileOp op) {
  if (!llvm::all_of(op.getBeforeBody()->without_terminator(),
                    [](Operation &nested) { return isPure(&nested); }))
    return false;
  int64_t count = 0;
  bool accesses = false, loops = false;
  op.getAfter().walk([&](Operation *nested) {
    ++count;
    accesses |= getMemoryAccess(nested).has_value();
    loops |= isa<scf::WhileOp, scf::ForOp>(nested);
  });
  return accesses && !loops && count <= kMostWholeOps;
}

/// Runs the trips of `op` in which all lanes are, up to the first condition that
/// does not hold for all of them. Returns the values that are then carried.
FailureOr<SmallVector<Value>>
WaveEmitter::emitWholeTrips(scf::WhileOp op, ArrayRef<Value> inits) {
  FailureOr<scf::WhileOp> loop = emitJointTrips(
      op, inits, /*mask=*/nullptr, /*returnsCarried=*/true,
      [&](Value condition) {
        return isWhole(condition, getVector(condition), nullptr, op.getLoc());
      });
  if (failed(loop))
    return failure();
  return SmallVector<Value>(loop->getResults().take_front(inits.size()));
}

/// The loop carries the mask of the lanes that are still in it and, for each
/// result, the value that a lane had when it left.
LogicalResult WaveEmitter::emitDivergentWhile(scf::WhileOp op, Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  scf::ConditionOp condition = op.getConditionOp();

  // Keep only results that are used and whose value is computed in the loop.
  SmallVector<unsigned> kept;
  for (auto [number, result] : llvm::enumerate(op.getResults())) {
    Operation *place =
        condition.getArgs()[number].getParentBlock()->getParentOp();
    if (!result.use_empty() && op->isAncestor(place))
      kept.push_back(number);
  }
  auto getLeftType = [&](Value result) -> Type {
    if (result.getType().isInteger(1))
      return getMaskType();
    return at.getVectorType(result.getType().isIndex() ? builder.getI32Type()
                                                       : result.getType());
  };

  Value entry = mask;
  if (!entry)
    entry = at.splat(at.constant(builder.getI1Type(), 1));
  SmallVector<Value> carried =
      getCarried(op.getInits(), op.getBeforeArguments());
  if (!mask && deservesWholeTrips(op)) {
    FailureOr<SmallVector<Value>> left = emitWholeTrips(op, carried);
    if (failed(left))
      return failure();
    carried = *left;
  }
  SmallVector<Value> inits = {packMask(entry, loc)};
  llvm::append_range(inits, carried);
  for (unsigned number : kept)
    inits.push_back(arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(getLeftType(op.getResult(number)))));
  SmallVector<Type> types = {getMaskType()};
  llvm::append_range(types, getCarriedTypes(op.getAfterArguments()));
  for (unsigned number : kept)
    types.push_back(getLeftType(op.getResult(number)));
  scf::WhileOp whileOp = createWhile(builder, loc, types, inits);

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(whileOp.getBeforeBody());
  ValueRange arguments = whileOp.getBeforeArguments();
  Value inLoop = unpackMask(arguments.front(), loc);
  setCarried(op.getBeforeArguments(),
             arguments.slice(1, op.getBeforeArguments().size()));
  if (failed(emitBlock(*op.getBeforeBody(), inLoop)))
    return failure();
  Value stays = at.andMask(inLoop, getVector(condition.getCondition()));
  SmallVector<Value> passed = {packMask(stays, loc)};
  llvm::append_range(passed,
                     getCarried(condition.getArgs(), op.getAfterArguments()));
  ValueRange before = arguments.take_back(kept.size());
  for (auto [number, old] : llvm::zip_equal(kept, before)) {
    bool isMask = op.getResult(number).getType().isInteger(1);
    Value now = getVector(condition.getArgs()[number]);
    if (isMask)
      now = packMask(now, loc);
    passed.push_back(arith::SelectOp::create(builder, loc, inLoop, now, old));
  }
  scf::ConditionOp::create(builder, loc, isGoingOn(at.isAnySet(stays), loc),
                           passed);

  builder.setInsertionPointToEnd(whileOp.getAfterBody());
  arguments = whileOp.getAfterArguments();
  inLoop = unpackMask(arguments.front(), loc);
  setCarried(op.getAfterArguments(),
             arguments.slice(1, op.getAfterArguments().size()));
  if (failed(emitBlock(*op.getAfterBody(), inLoop)))
    return failure();
  SmallVector<Value> yielded = {arguments.front()};
  llvm::append_range(yielded, getCarried(op.getYieldOp().getOperands(),
                                         op.getBeforeArguments()));
  llvm::append_range(yielded, arguments.take_back(kept.size()));
  scf::YieldOp::create(builder, loc, yielded);

  builder.setInsertionPointAfter(whileOp);
  ResultRange results = whileOp.getResults();
  for (auto [number, result] : llvm::enumerate(op.getResults()))
    if (!result.use_empty() && !llvm::is_contained(kept, number))
      share(result, condition.getArgs()[number]);
  for (auto [number, left] :
       llvm::zip_equal(kept, results.take_back(kept.size()))) {
    Value old = op.getResult(number);
    Value vector = old.getType().isInteger(1) ? unpackMask(left, loc) : left;
    values[old] = {{vector}};
  }
  return success();
}
