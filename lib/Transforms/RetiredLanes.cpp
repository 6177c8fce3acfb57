//===- RetiredLanes.cpp - Replaces early returns by control flow ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The kernel is rebuilt from the top. Each block is processed with a flag that
// is true in the live lanes among those that execute it; null means that all of
// them are live.

#include "RetiredLanes.h"
#include "UnusedValue.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/ForToWhile.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

static Value createBool(OpBuilder &builder, Location loc, bool value) {
  return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

/// Appends an operand to the terminator of `block`.
static void appendToTerminator(Block *block, Value value) {
  Operation *terminator = block->getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), value);
}

/// Whether `value` is the same in every iteration of `loop`.
static bool isInvariant(Value value, scf::WhileOp loop) {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, loop);
         });
}

bool wave::isEndless(Operation *op) {
  auto loop = dyn_cast<scf::WhileOp>(op);
  return loop && isInvariant(loop.getConditionOp().getCondition(), loop);
}

/// Returns the launch of mesh groups, or else the block's terminator.
static Operation *getEnd(Block *block) {
  auto dispatches = block->getOps<DispatchMeshOp>();
  return dispatches.empty() ? block->getTerminator() : *dispatches.begin();
}

/// Launches no mesh groups if the group returned. A single count of 0 is
/// sufficient.
static void launchWhere(Value live, DispatchMeshOp dispatch) {
  OpBuilder builder(dispatch);
  Location loc = dispatch.getLoc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  dispatch.getXMutable().assign(
      arith::SelectOp::create(builder, loc, live, dispatch.getX(), zero));
}

/// Whether `op` creates memory or a pipe, which cannot be a result of an
/// `scf.if`.
static bool isAllocation(Operation *op) {
  return hasEffect<MemoryEffects::Allocate>(op);
}

//===----------------------------------------------------------------------===//
// Legalizer
//===----------------------------------------------------------------------===//

namespace {
class Legalizer {
public:
  /// Removes the retires in `retires`; `together` states that all waves of a
  /// group take each of them at the same time.
  Legalizer(FuncOp kernel, UniformityAnalysis uniformity, RetireSet retires,
            bool together)
      : kernel(kernel), slice(kernel, std::move(uniformity)),
        retires(std::move(retires)), together(together) {}

  LogicalResult run() {
    hoistAllocations();
    processBlock(&kernel.getBody().front(), nullptr);
    return success(!failedOnce);
  }

private:
  Value processBlock(Block *block, Value live);
  Operation *wrap(Operation *first, Operation *end, Value &live);
  Value retire(Operation *&op, Value live);
  Value rebuildIf(Operation *&op, Value live);
  Value rebuildFor(Operation *&op, Value live);
  Value rebuildWhile(Operation *&op, Value live);
  void hoistAllocations();
  void verifyEnds(Operation *op);
  void noteWrites(Operation *op);
  LogicalResult verifyOrder(Operation *op);

  bool holdsRetire(Operation *op) const {
    return op
        ->walk([&](RetireIfOp retire) {
          return retires.contains(retire) ? WalkResult::interrupt()
                                          : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Whether lanes that retire in the loop `op` may leave it: either all waves
  /// do, or no barrier inside waits for them.
  bool leavesWhenRetired(Operation *op) const {
    return together || !holdsGroupBarrier(op);
  }

  FuncOp kernel;
  UniformSlice slice;
  RetireSet retires;
  bool together;
  bool failedOnce = false;
  /// Memory that was written since the last group barrier.
  llvm::DenseSet<Value> unordered;
};
} // namespace

/// Moves memory and pipes before all code that depends on a flag.
void Legalizer::hoistAllocations() {
  Block *entry = &kernel.getBody().front();
  SmallVector<Operation *> memory;
  kernel.walk([&](Operation *op) {
    if (isAllocation(op) && op->getNumOperands() == 0)
      memory.push_back(op);
  });
  for (Operation *op : llvm::reverse(memory))
    op->moveBefore(entry, entry->begin());
}

/// Processes the operations of `block`, which lanes with a true `live` execute
/// (all lanes if null). Returns the flag of the lanes that are still live at
/// its end, null for all.
Value Legalizer::processBlock(Block *block, Value live) {
  Operation *op = &block->front();
  while (!op->hasTrait<OpTrait::IsTerminator>()) {
    noteWrites(op);
    if (!live) {
      if (!holdsRetire(op)) {
        op = op->getNextNode();
        continue;
      }
      // In a loop that some lanes leave, their values differ from those of the
      // others.
      if (!together && slice.contains(op))
        failedOnce |= failed(slice.verifyExecutable(op));
      llvm::DenseSet<Value> before = unordered;
      live = retire(op, nullptr);
      unordered.insert(before.begin(), before.end());
      op = op->getNextNode();
      if (!together)
        continue;
      // All waves agree, so one condition contains the rest of the block,
      // including barriers. The launch of mesh groups stays outside of it, with
      // a count of 0 if the group returned.
      Operation *end = getEnd(block);
      if (op != end)
        wrap(op, end, live);
      if (auto dispatch = dyn_cast<DispatchMeshOp>(end))
        launchWhere(live, dispatch);
      return live;
    }
    // All lanes compute the values that barriers depend on.
    if (slice.contains(op)) {
      failedOnce |=
          failed(slice.verifyExecutable(op)) || failed(verifyOrder(op));
      op = op->getNextNode();
      continue;
    }
    if (auto ifOp = dyn_cast<scf::IfOp>(op); ifOp && slice.isPartOf(ifOp)) {
      LogicalResult ordered = verifyOrder(op);
      failedOnce |= failed(ordered);
      if (slice.isExecutable(op)) {
        op = op->getNextNode();
        continue;
      }
      failedOnce |= succeeded(ordered) && failed(slice.split(ifOp));
    }
    if (holdsGroupBarrier(op)) {
      if (op->getNumRegions()) {
        llvm::DenseSet<Value> before = unordered;
        Value after = retire(op, live);
        live = after ? after : live;
        // A barrier inside may not have been executed.
        unordered.insert(before.begin(), before.end());
      }
      op = op->getNextNode();
      continue;
    }
    // Retired lanes may execute pure operations.
    if (isPure(op) || isAllocation(op)) {
      op = op->getNextNode();
      continue;
    }
    Operation *end = op;
    while (!end->hasTrait<OpTrait::IsTerminator>() && !holdsGroupBarrier(end) &&
           !isAllocation(end) && !slice.contains(end) &&
           !(end != op && isa<scf::IfOp>(end) &&
             slice.isPartOf(cast<scf::IfOp>(end)))) {
      noteWrites(end);
      end = end->getNextNode();
    }
    op = wrap(op, end, live)->getNextNode();
  }
  return live;
}

/// Moves [first, end) into `scf.if live`; values that are used later become its
/// results, 0 in lanes that are not live. Updates `live` if lanes retire
/// inside.
Operation *Legalizer::wrap(Operation *first, Operation *end, Value &live) {
  Block *block = first->getBlock();
  // A diagnostic about this condition concerns the return.
  Location loc = live.getLoc();
  SmallVector<Operation *> moved;
  for (Operation *op = first; op != end; op = op->getNextNode())
    moved.push_back(op);
  llvm::DenseSet<Operation *> inside(moved.begin(), moved.end());
  SmallVector<Value> escaping;
  for (Operation *op : moved)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(block->findAncestorOpInBlock(*user));
          }))
        escaping.push_back(result);
  bool retiresInside =
      llvm::any_of(moved, [&](Operation *op) { return holdsRetire(op); });

  OpBuilder builder(first);
  SmallVector<Type> types(ValueRange(escaping).getTypes());
  if (retiresInside)
    types.push_back(builder.getI1Type());
  auto ifOp = scf::IfOp::create(builder, loc, types, live,
                                /*addThenBlock=*/true,
                                /*addElseBlock=*/!types.empty());
  for (auto [value, result] : llvm::zip(escaping, ifOp.getResults()))
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !inside.contains(block->findAncestorOpInBlock(*use.getOwner()));
    });
  Block *thenBlock = ifOp.thenBlock();
  thenBlock->clear();
  builder.setInsertionPointToEnd(thenBlock);
  Operation *yield = scf::YieldOp::create(builder, loc, escaping);
  for (Operation *op : moved)
    op->moveBefore(yield);
  if (!types.empty()) {
    ifOp.elseBlock()->clear();
    builder.setInsertionPointToEnd(ifOp.elseBlock());
    SmallVector<Value> zeros;
    for (auto [index, type] : llvm::enumerate(types)) {
      Value zero = createUnusedValue(builder, loc, type);
      if (!zero) {
        failedOnce = true;
        mlir::emitError(escaping[index].getLoc())
            << "a value of type " << type
            << " cannot be kept across a barrier: run wave-inline and "
               "wave-verify first [operation-not-supported]";
        zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
      }
      zeros.push_back(zero);
    }
    scf::YieldOp::create(builder, loc, zeros);
  }
  if (!retiresInside)
    return ifOp;
  Value stillLive = processBlock(thenBlock, nullptr);
  builder.setInsertionPoint(thenBlock->getTerminator());
  appendToTerminator(thenBlock,
                     stillLive ? stillLive : createBool(builder, loc, true));
  live = ifOp.getResults().back();
  return ifOp;
}

/// Removes the retires in `op`, executed by the lanes of `live` (all if null),
/// and sets `op` to its replacement. Returns the flag after it, null if it
/// cannot change.
Value Legalizer::retire(Operation *&op, Value live) {
  if (auto retireOp = dyn_cast<RetireIfOp>(op)) {
    retires.erase(op);
    OpBuilder builder(op);
    Value yes = createBool(builder, op->getLoc(), true);
    Value stays = arith::XOrIOp::create(builder, op->getLoc(),
                                        retireOp.getCondition(), yes);
    op = stays.getDefiningOp();
    retireOp.erase();
    return stays;
  }
  if (isa<scf::IfOp>(op))
    return rebuildIf(op, live);
  if (auto forOp = dyn_cast<scf::ForOp>(op)) {
    if (live || !leavesWhenRetired(op))
      return rebuildFor(op, live);
    // A `for` has no exit for lanes that retire; a `while` has.
    op = replaceByWhile(forOp);
  }
  return rebuildWhile(op, live);
}

/// Rebuilds the `scf.if` with an additional result: the flag after it.
Value Legalizer::rebuildIf(Operation *&op, Value live) {
  auto old = cast<scf::IfOp>(op);
  const llvm::DenseSet<Value> before = unordered;
  if (!holdsRetire(op)) {
    for (Region *region : old.getRegions()) {
      unordered = before;
      if (!region->empty())
        processBlock(&region->front(), live);
    }
    return nullptr;
  }
  OpBuilder builder(op);
  SmallVector<Type> types(old.getResultTypes());
  types.push_back(builder.getI1Type());
  auto ifOp =
      scf::IfOp::create(builder, op->getLoc(), types, old.getCondition(),
                        /*addThenBlock=*/false, /*addElseBlock=*/false);
  ifOp.getThenRegion().takeBody(old.getThenRegion());
  ifOp.getElseRegion().takeBody(old.getElseRegion());
  if (ifOp.getElseRegion().empty()) {
    builder.createBlock(&ifOp.getElseRegion());
    scf::YieldOp::create(builder, op->getLoc());
  }
  for (Region *region : ifOp.getRegions()) {
    Block *block = &region->front();
    unordered = before;
    Value after = processBlock(block, live);
    builder.setInsertionPoint(block->getTerminator());
    if (!after)
      after = live ? live : createBool(builder, op->getLoc(), true);
    appendToTerminator(block, after);
  }
  old.replaceAllUsesWith(ifOp.getResults().drop_back());
  old.erase();
  op = ifOp;
  return ifOp.getResults().back();
}

/// The loop carries the flag, and retired lanes stay in it for its barriers.
Value Legalizer::rebuildFor(Operation *&op, Value live) {
  auto old = cast<scf::ForOp>(op);
  Location loc = op->getLoc();
  if (!holdsRetire(op)) {
    processBlock(old.getBody(), live);
    return nullptr;
  }
  OpBuilder builder(op);
  SmallVector<Value> inits(old.getInitArgs());
  inits.push_back(live ? live : createBool(builder, loc, true));
  auto forOp =
      scf::ForOp::create(builder, loc, old.getLowerBound(), old.getUpperBound(),
                         old.getStep(), inits, nullptr, old.getUnsignedCmp());
  forOp.getRegion().takeBody(old.getRegion());
  Block *body = forOp.getBody();
  Value flag = body->addArgument(builder.getI1Type(), loc);
  Value after = processBlock(body, flag);
  appendToTerminator(body, after);
  old.replaceAllUsesWith(forOp.getResults().drop_back());
  old.erase();
  op = forOp;
  return forOp.getResults().back();
}

/// Records writes in program order. The writes of a loop's body count from the
/// start of the loop, because they also precede the next iteration.
void Legalizer::noteWrites(Operation *op) {
  if (auto barrier = dyn_cast<BarrierOp>(op);
      barrier && barrier.synchronizesGroup())
    unordered.clear();
  op->walk([&](Operation *nested) {
    if (Value memory = getWrittenMemory(nested))
      unordered.insert(memory);
  });
}

/// Whether `memory` is written after `op` in its block, before the next
/// barrier.
static bool isWrittenAfter(Operation *op, Value memory) {
  for (Operation *next = op->getNextNode(); next && !holdsGroupBarrier(next);
       next = next->getNextNode()) {
    WalkResult result = next->walk([&](Operation *nested) {
      return getWrittenMemory(nested) == memory ? WalkResult::interrupt()
                                                : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

/// A live lane may read back a value that it wrote itself. A retired lane would
/// have to wait for the write, and only a barrier waits.
LogicalResult Legalizer::verifyOrder(Operation *op) {
  WalkResult result = op->walk([&](Operation *load) {
    std::optional<MemoryAccess> access = getMemoryAccess(load);
    if (!access || access->writes)
      return WalkResult::advance();
    bool needed = op == load || !isa<scf::IfOp>(op) || slice.contains(load);
    Value memory = access->memory;
    if (!needed || (!unordered.contains(memory) && !isWrittenAfter(op, memory)))
      return WalkResult::advance();
    load->emitError(
        "a later barrier depends on this value, and retired lanes "
        "may read it before or after another lane writes it: put a "
        "barrier between the write and this load [barrier-condition]");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Retired lanes would stay in an endless loop forever.
void Legalizer::verifyEnds(Operation *op) {
  if (together || !isEndless(op) || !holdsGroupBarrier(op))
    return;
  op->walk([&](RetireIfOp retire) {
    failedOnce = true;
    InFlightDiagnostic error =
        op->emitError("this loop has a barrier, and waves leave it only by "
                      "returning, at different times: give it a condition that "
                      "is uniform for the group "
                      "[barrier-endless-loop]");
    error.attachNote(retire.getLoc()) << "lanes return here";
  });
}

Value Legalizer::rebuildWhile(Operation *&op, Value live) {
  auto old = cast<scf::WhileOp>(op);
  Location loc = op->getLoc();
  if (!holdsRetire(op)) {
    processBlock(old.getBeforeBody(), live);
    processBlock(old.getAfterBody(), live);
    return nullptr;
  }
  bool leaves = !live && leavesWhenRetired(op);
  verifyEnds(op);
  OpBuilder builder(op);
  SmallVector<Value> inits(old.getInits());
  inits.push_back(live ? live : createBool(builder, loc, true));
  SmallVector<Type> types(old.getResultTypes());
  types.push_back(builder.getI1Type());
  auto whileOp = scf::WhileOp::create(builder, loc, types, inits);
  whileOp.getBefore().takeBody(old.getBefore());
  whileOp.getAfter().takeBody(old.getAfter());

  // Lanes that retired in the body evaluate the condition once more, without
  // effects.
  Block *before = whileOp.getBeforeBody();
  Value flag = before->addArgument(builder.getI1Type(), loc);
  Value after = flag;
  if (!together)
    after = processBlock(before, flag);
  else if (!llvm::all_of(before->without_terminator(),
                         [](Operation &nested) { return isPure(&nested); }))
    wrap(&before->front(), before->getTerminator(), after);
  appendToTerminator(before, after);
  if (leaves) {
    auto condition = cast<scf::ConditionOp>(before->getTerminator());
    builder.setInsertionPoint(condition);
    Value goesOn =
        arith::AndIOp::create(builder, loc, condition.getCondition(), after);
    condition.getConditionMutable().assign(goesOn);
  }

  Block *body = whileOp.getAfterBody();
  Value bodyFlag = body->addArgument(builder.getI1Type(), loc);
  Value end = processBlock(body, leaves ? nullptr : bodyFlag);
  builder.setInsertionPoint(body->getTerminator());
  appendToTerminator(body, end ? end : bodyFlag);
  old.replaceAllUsesWith(whileOp.getResults().drop_back());
  old.erase();
  op = whileOp;
  return whileOp.getResults().back();
}

LogicalResult wave::removeRetires(FuncOp kernel, UniformityAnalysis uniformity,
                                  RetireSet retires, bool together) {
  return Legalizer(kernel, std::move(uniformity), std::move(retires), together)
      .run();
}
