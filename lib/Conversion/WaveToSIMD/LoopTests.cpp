//===- LoopTests.cpp - Bounds tests of all trips of a loop ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for i { if (a * i + b < n) x } else y   ->   if (all in bounds) for i { x }
//                                              else for i { if (...) x else y }
//
//===----------------------------------------------------------------------===//

#include "LoopTests.h"

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// A loop of more operations is not emitted twice.
static constexpr int64_t kMostOps = 300;

/// A larger stride from lane to lane could overflow the sum of the test.
static constexpr int64_t kMostStride = 1 << 16;

//===----------------------------------------------------------------------===//
// Finding the tests
//===----------------------------------------------------------------------===//

/// Whether each trip adds the same number to the value, modulo 2^32. Collects the
/// operations of the loop that compute the value.
static bool isLinear(Value value, scf::ForOp loop,
                     llvm::SetVector<Operation *> &slice) {
  if (!value.getType().isInteger(32) && !value.getType().isIndex())
    return false;
  if (value == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  bool isKnown = llvm::TypeSwitch<Operation *, bool>(op)
                     .Case<arith::AddIOp, arith::SubIOp, arith::IndexCastUIOp,
                           arith::IndexCastOp, LaneIndexOp, arith::ConstantOp>(
                         [](auto) { return true; })
                     .Case([&](arith::MulIOp product) {
                       // The product of two numbers that both grow is no line.
                       return loop.isDefinedOutsideOfLoop(product.getLhs()) ||
                              loop.isDefinedOutsideOfLoop(product.getRhs());
                     })
                     .Default([](Operation *) { return false; });
  if (!isKnown || !llvm::all_of(op->getOperands(), [&](Value operand) {
        return isLinear(operand, loop, slice);
      }))
    return false;
  slice.insert(op);
  return true;
}

/// Whether the value is the length of a buffer, perhaps reduced by the size of a
/// record: most loops stay below it. Other numbers that an index is compared with
/// often end in the last trip.
static bool isLength(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return isLength(select.getFalseValue());
  if (auto difference = dyn_cast_or_null<arith::SubIOp>(op))
    return isLength(difference.getLhs());
  return isa_and_nonnull<memref::DimOp>(op);
}

static bool accessesMemory(scf::IfOp op) {
  return llvm::any_of(*op.thenBlock(), [](Operation &nested) {
    return getMemoryAccess(&nested).has_value();
  });
}

LoopTests::LoopTests(scf::ForOp loop, const LaneStrides &strides) {
  int64_t count = 0;
  SmallVector<scf::IfOp> branches;
  WalkResult walk = loop.getBody()->walk([&](Operation *op) {
    // An atomic is a loop over the lanes.
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (isa<scf::ForOp, scf::WhileOp>(op) || (access && access->isAtomic()) ||
        ++count > kMostOps)
      return WalkResult::interrupt();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      branches.push_back(branch);
    return WalkResult::advance();
  });
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (walk.wasInterrupted() || (trips && trips->ule(1)) ||
      !matchPattern(loop.getStep(), m_Constant()))
    return;
  for (scf::IfOp branch : branches) {
    auto test = branch.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!test || test.getPredicate() != arith::CmpIPredicate::ult ||
        !accessesMemory(branch))
      continue;
    Value index = test.getLhs(), bound = test.getRhs();
    std::optional<int64_t> stride = strides.get(index);
    if (!stride || *stride < 0 || *stride > kMostStride ||
        !loop.isDefinedOutsideOfLoop(bound) || !isLength(bound) ||
        !strides.isUniform(bound))
      continue;
    llvm::SetVector<Operation *> operations = slice;
    if (!isLinear(index, loop, operations))
      continue;
    slice = std::move(operations);
    tests.push_back({branch, index, bound, *stride});
  }
}

//===----------------------------------------------------------------------===//
// Emitting them
//===----------------------------------------------------------------------===//

/// Returns whether each index of `found` is below its bound in all trips and
/// lanes. If the loop has no trip, the result is any truth value.
Value WaveEmitter::emitLoopTests(scf::ForOp op, const LoopTests &found) {
  Location loc = op.getLoc();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  LaneBuilder at = lanesAt(loc);
  auto getIndices = [&](Value number) {
    values[op.getInductionVar()] = {{number}};
    for (Operation *nested : found.slice)
      (void)emit(nested, nullptr);
    return llvm::map_to_vector(found.tests, [&](const LoopTests::Test &test) {
      return getScalar(test.index);
    });
  };
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value lower = getScalar(op.getLowerBound()), step = getScalar(op.getStep());
  SmallVector<Value> first = getIndices(lower);
  SmallVector<Value> second =
      getIndices(arith::AddIOp::create(builder, loc, lower, step));
  Value span = arith::SubIOp::create(
      builder, loc,
      arith::SubIOp::create(builder, loc, getScalar(op.getUpperBound()), lower),
      at.constant(i32, 1));
  Value last = widen(arith::DivUIOp::create(builder, loc, span, step));
  Value all;
  for (auto [test, a, b] : llvm::zip_equal(found.tests, first, second)) {
    // The exact sum is below 2^64: (2^32 - 1)^2 for the trips, 2^32 for the first
    // index, and 2^23 for the lanes. If it is below the bound, no index wraps
    // around.
    Value growth = widen(arith::SubIOp::create(builder, loc, b, a));
    Value end = arith::AddIOp::create(
        builder, loc, widen(a),
        arith::MulIOp::create(builder, loc, growth, last));
    end = arith::AddIOp::create(
        builder, loc, end, at.constant(i64, test.stride * (frame.lanes - 1)));
    Value isBelow =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, end,
                              widen(getScalar(test.bound)));
    all = all ? arith::AndIOp::create(builder, loc, all, isBelow) : isBelow;
  }
  return all;
}

LogicalResult WaveEmitter::emitTestedFor(scf::ForOp op, const LoopTests &found,
                                         Value mask) {
  Location loc = op.getLoc();
  auto ifOp = scf::IfOp::create(
      builder, loc, getCarriedTypes(op.getRegionIterArgs()),
      emitLoopTests(op, found), /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto emitSide = [&](Block *block) -> LogicalResult {
    OpBuilder::InsertionGuard guard(builder);
    block->clear();
    builder.setInsertionPointToEnd(block);
    if (failed(emitTrips(op, mask)))
      return failure();
    scf::YieldOp::create(builder, loc,
                         getCarried(op.getResults(), op.getRegionIterArgs()));
    return success();
  };
  for (const LoopTests::Test &test : found.tests)
    provedTests.insert(test.branch);
  LogicalResult proved = emitSide(ifOp.thenBlock());
  for (const LoopTests::Test &test : found.tests) {
    provedTests.erase(test.branch);
    openTests.insert(test.branch);
  }
  if (failed(proved) || failed(emitSide(ifOp.elseBlock())))
    return failure();
  for (auto [old, argument, result] : llvm::zip_equal(
           op.getResults(), op.getRegionIterArgs(), ifOp.getResults()))
    values[old] = {fromCarried(result, argument)};
  return success();
}

/// The index is in bounds, whether or not a lane is active.
LogicalResult WaveEmitter::emitProvedIf(scf::IfOp op, Value mask) {
  if (failed(emitBlock(*op.thenBlock(), mask)))
    return failure();
  if (op.getNumResults())
    setCarried(op.getResults(),
               getCarried(op.thenYield().getOperands(), op.getResults()));
  return success();
}
