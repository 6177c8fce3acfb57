//===- AggregateAtomicsSplit.cpp - Control flow before and after an atomic --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AggregateAtomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::aggregate;

static Value createNot(OpBuilder &builder, Location loc, Value condition) {
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return builder.createOrFold<arith::XOrIOp>(loc, condition, yes);
}

bool aggregate::isInThen(scf::IfOp ifOp, Operation *op) {
  return ifOp.getThenRegion().isAncestor(op->getParentRegion());
}

//===----------------------------------------------------------------------===//
// Values before the atomic
//===----------------------------------------------------------------------===//

/// Whether `value` is defined at or after `point`, or inside these operations.
static bool isMadeFrom(Value value, Operation *point) {
  Operation *op = value.getDefiningOp();
  if (!op)
    op = value.getParentBlock()->getParentOp();
  Operation *place = point->getBlock()->findAncestorOpInBlock(*op);
  return place && !place->isBeforeInBlock(point);
}

static bool isMovable(Operation *op) {
  return op && op->getNumRegions() == 0 && isPure(op);
}

bool aggregate::isAvailableBefore(Value value, Operation *point) {
  if (!isMadeFrom(value, point))
    return true;
  Operation *op = value.getDefiningOp();
  return isMovable(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
           return isAvailableBefore(operand, point);
         });
}

void aggregate::makeAvailableBefore(Value value, Operation *point) {
  if (!isMadeFrom(value, point))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    makeAvailableBefore(operand, point);
  op->moveBefore(point);
}

//===----------------------------------------------------------------------===//
// Returns
//===----------------------------------------------------------------------===//

scf::IfOp aggregate::replaceRetires(RetireIfOp retire) {
  Block *block = retire->getBlock();
  // Allocations must be in the kernel's own block.
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(retire->getIterator(), block->end())))
    if (hasEffect<MemoryEffects::Allocate>(&op))
      op.moveBefore(retire);
  SmallVector<RetireIfOp> retires;
  for (Operation &op : llvm::make_range(retire->getIterator(), block->end()))
    if (auto other = dyn_cast<RetireIfOp>(op))
      retires.push_back(other);
  scf::IfOp ifOp;
  for (RetireIfOp last : llvm::reverse(retires)) {
    OpBuilder builder(last);
    Location loc = last.getLoc();
    ifOp = scf::IfOp::create(builder, loc,
                             createNot(builder, loc, last.getCondition()));
    Operation *end = ifOp.thenBlock()->getTerminator();
    for (Operation &op : llvm::make_early_inc_range(
             llvm::make_range(std::next(last->getIterator()),
                              block->getTerminator()->getIterator())))
      op.moveBefore(end);
    last.erase();
  }
  return ifOp;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// Moves lane-independent operations before `outer`, so that the first part
/// need not pass their results to the second.
static void hoistMovable(ArrayRef<scf::IfOp> path, Operation *atomic) {
  scf::IfOp outer = path.back();
  for (size_t i = path.size(); i-- > 0;) {
    Operation *next = atomic;
    if (i)
      next = scf::IfOp(path[i - 1]);
    for (Operation &op : llvm::make_early_inc_range(llvm::make_range(
             next->getBlock()->begin(), next->getIterator()))) {
      bool isMemory = isa<memref::AllocaOp>(op) && op.getNumOperands() == 0;
      auto isNeeded = [&](Operation *user) {
        return !next->getBlock()->findAncestorOpInBlock(*user)->isBeforeInBlock(
            next);
      };
      if ((isMemory || isMovable(&op)) &&
          llvm::any_of(op.getUsers(), isNeeded) &&
          llvm::none_of(op.getOperands(), [&](Value operand) {
            return isMadeFrom(operand, outer);
          }))
        op.moveBefore(outer);
    }
  }
}

/// Whether the conditions contain only the path to the atomic and the
/// operations after it in its block.
static bool isNarrow(ArrayRef<scf::IfOp> path, Operation *atomic) {
  Operation *next = atomic;
  for (scf::IfOp ifOp : path) {
    Block *other = isInThen(ifOp, atomic) ? ifOp.elseBlock() : ifOp.thenBlock();
    if (ifOp.getNumResults() != 0 ||
        (other && !other->without_terminator().empty()))
      return false;
    if (next != atomic &&
        next->getNextNode() != next->getBlock()->getTerminator())
      return false;
    next = ifOp;
  }
  return true;
}

/// Moves `point` out of `ifOp`, and the operations before it there into a new
/// `scf.if` before it. `reached` tells which lanes of the branch reach `point`,
/// null means all of them; returns the same for the lanes outside. Updates
/// `kept`.
static Value splitBefore(scf::IfOp ifOp, Operation *point, Value reached,
                         Value &kept) {
  OpBuilder builder(ifOp);
  Location loc = ifOp.getLoc();
  Block *block = point->getBlock();
  const bool inThen = block == ifOp.thenBlock();
  SmallVector<Operation *> moved;
  for (Operation &op : llvm::make_range(block->begin(), point->getIterator()))
    moved.push_back(&op);
  point->moveBefore(ifOp);
  if (moved.empty()) {
    builder.setInsertionPoint(point);
    Value enters = ifOp.getCondition();
    if (!inThen)
      enters = createNot(builder, loc, enters);
    return reached ? arith::AndIOp::create(builder, loc, enters, reached)
                   : enters;
  }

  llvm::DenseSet<Operation *> inside(moved.begin(), moved.end());
  auto isOutside = [&](Operation *user) {
    Operation *place = block->findAncestorOpInBlock(*user);
    return !place || !inside.contains(place);
  };
  SmallVector<Value> carried;
  for (Operation *op : moved)
    for (Value result : op->getResults())
      if (result == kept || llvm::any_of(result.getUsers(), isOutside))
        carried.push_back(result);
  SmallVector<Type> types(ValueRange(carried).getTypes());
  types.push_back(builder.getI1Type());
  builder.setInsertionPoint(point);
  auto before = scf::IfOp::create(builder, loc, types, ifOp.getCondition(),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [value, result] : llvm::zip(carried, before.getResults())) {
    value.replaceUsesWithIf(
        result, [&](OpOperand &use) { return isOutside(use.getOwner()); });
    if (value == kept)
      kept = result;
  }

  Block *taken = inThen ? before.thenBlock() : before.elseBlock();
  Block *other = inThen ? before.elseBlock() : before.thenBlock();
  for (Operation *op : moved)
    op->moveBefore(taken, taken->end());
  builder.setInsertionPointToEnd(taken);
  carried.push_back(reached ? reached
                            : arith::ConstantOp::create(
                                  builder, loc, builder.getBoolAttr(true))
                                  .getResult());
  scf::YieldOp::create(builder, loc, carried);
  builder.setInsertionPointToEnd(other);
  SmallVector<Value> zeros;
  for (Type type : types)
    zeros.push_back(
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
  scf::YieldOp::create(builder, loc, zeros);
  return before.getResults().back();
}

Value aggregate::splitAround(AtomicRMWOp atomic, ArrayRef<scf::IfOp> path,
                             Value &kept) {
  hoistMovable(path, atomic);
  scf::IfOp outer = path.back();
  // If the conditions contain nothing else, one condition serves all operations
  // after the atomic.
  const bool narrow = isNarrow(path, atomic);
  scf::IfOp inner = path.front(), after;
  if (narrow && atomic->getNextNode() != atomic->getBlock()->getTerminator()) {
    OpBuilder builder(outer->getContext());
    builder.setInsertionPointAfter(outer);
    after = scf::IfOp::create(builder, inner.getLoc(), outer.getCondition());
    Block *block = atomic->getBlock();
    Operation *end = after.thenBlock()->getTerminator();
    for (Operation &op : llvm::make_early_inc_range(
             llvm::make_range(std::next(atomic->getIterator()),
                              block->getTerminator()->getIterator())))
      op.moveBefore(end);
  }
  Value reached;
  for (scf::IfOp ifOp : path) {
    reached = splitBefore(ifOp, atomic, reached, kept);
    if (narrow)
      ifOp.erase();
  }
  if (after)
    after.getConditionMutable().assign(reached);
  return reached;
}
