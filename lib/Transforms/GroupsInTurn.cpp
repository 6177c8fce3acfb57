//===- GroupsInTurn.cpp - Groups that run one after the other -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupsInTurn.h"

#include "AggregateAtomics.h"
#include "GroupNumbers.h"
#include "SampledValue.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/LoadingSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::wave;
using gpu::Dimension;

/// Whether the groups of a loop need nothing between two trips: the waves of a group do
/// not meet, and no lane ends.
static bool isFreeOfMeetings(FuncOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                return isa<RetireIfOp, BarrierOp, GroupsharedOp, AsyncCopyOp,
                           CallOp>(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// The atomics of lanes in loops, on elements that are the same in all trips of the
/// outermost loop.
static SmallVector<AtomicRMWOp>
getAtomicsOfTrips(FuncOp kernel, const UniformityAnalysis &uniformity) {
  SmallVector<AtomicRMWOp> atomics;
  for (auto loop : kernel.getBody().getOps<scf::ForOp>())
    loop->walk([&](AtomicRMWOp atomic) {
      if (atomic.getType().isInteger() && !isWideAtomic(atomic) &&
          isa<BlockArgument>(atomic.getMemory()) &&
          loop.isDefinedOutsideOfLoop(atomic.getIndex()) &&
          !aggregate::isOneLane(atomic, uniformity))
        atomics.push_back(atomic);
    });
  return atomics;
}

static bool isInInnerLoop(Operation *op) {
  return !isa<FuncOp>(
      op->getParentOfType<LoopLikeOpInterface>()->getParentOp());
}

/// Moves atomics of lanes out of their loops. Returns whether there are some, and all of
/// them can leave. An atomic in a loop of the kernel must stay: it would leave that loop
/// first, then the outer one, and each time its operands would be computed once more.
static bool leaveLoops(FuncOp kernel) {
  for (bool hasLeft = false;; hasLeft = true) {
    const UniformityAnalysis uniformity(kernel);
    SmallVector<AtomicRMWOp> atomics = getAtomicsOfTrips(kernel, uniformity);
    if (atomics.empty())
      return hasLeft;
    StringRef reason;
    if (llvm::any_of(atomics, isInInnerLoop) ||
        llvm::none_of(atomics, [&](AtomicRMWOp atomic) {
          return aggregate::mergeTrips(atomic, uniformity, reason);
        }))
      return false;
  }
}

/// Without results, groups that run together share more: `GroupTotals`.
bool wave::mayShareAtomicsInTurn(FuncOp kernel, Dimension dimension) {
  bool usesResult = false;
  kernel.walk([&](AtomicRMWOp atomic) { usesResult |= !atomic.use_empty(); });
  if (!usesResult || !isFreeOfMeetings(kernel))
    return false;
  // Behind the loop, each of few waves would execute an atomic of its own.
  const int64_t waves = getLikelyWaveCount(kernel, getLikelyWaveSize(kernel));
  if (waves > 1 && waves < aggregate::kLeastWavesThatMeet)
    return false;
  // On a copy, which shows what the pass can do.
  OpBuilder builder(kernel);
  auto copy = cast<FuncOp>(builder.clone(*kernel));
  runGroupsInTurn(copy, dimension, /*factor=*/2);
  const bool may = leaveLoops(copy);
  copy.erase();
  return may;
}

void wave::runGroupsInTurn(FuncOp kernel, Dimension dimension,
                           unsigned factor) {
  Location loc = kernel.getLoc();
  GroupIdOp group = createGroupNumber(kernel, dimension);
  Block &body = kernel.getBody().front();
  OpBuilder builder(group);
  auto [first, left] = createGroupsOfProgram(builder, kernel, dimension, factor,
                                             /*mayRunAlone=*/false);
  const auto getI32 = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  // A known number of trips, which code generators unroll.
  auto loop =
      scf::ForOp::create(builder, loc, getI32(0), getI32(factor), getI32(1));
  Operation *end = loop.getBody()->getTerminator();
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(std::next(loop->getIterator()),
                            body.getTerminator()->getIterator())))
    if (isa<memref::AllocaOp>(op))
      op.moveBefore(loop);
    else
      op.moveBefore(end);
  // Trips without a group read what the last one reads, so that all loads are in flight
  // at once; they have no effects.
  builder.setInsertionPoint(group);
  Value trip = loop.getInductionVar();
  Value last = arith::AddIOp::create(builder, loc, left, getI32(-1));
  Value index = arith::AddIOp::create(
      builder, loc, first, arith::MinUIOp::create(builder, loc, trip, last));
  group.replaceAllUsesWith(index);
  group.erase();
  // So that addresses which are the same for all groups are outside of the loop.
  moveLoopInvariantCode(loop);

  const UnwrittenMemory memory(kernel);
  auto effects = llvm::find_if(*loop.getBody(), [&](Operation &op) {
    return !memory.allowsExecution(&op);
  });
  if (&*effects == end)
    return;
  builder.setInsertionPoint(&*effects);
  Value isLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       trip, left);
  auto run = scf::IfOp::create(builder, loc, isLeft, /*withElseRegion=*/false);
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(std::next(run->getIterator()), end->getIterator())))
    op.moveBefore(run.thenBlock()->getTerminator());
}
