//===- WaveFolding.cpp - Folds and sinks code for sets of waves -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOperations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/SharedReads.h"
#include "WaveDialect/Transforms/WaveCopies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Fold
//===----------------------------------------------------------------------===//

namespace {
class WaveFolder {
public:
  WaveFolder(const WaveNumbers &numbers, const SharedReads &reads)
      : numbers(numbers), reads(reads) {}

  void fold(Block &block, const WaveSet &waves);

  unsigned numGone = 0;

private:
  void foldOperands(Operation &op, const WaveSet &waves,
                    DenseMap<Attribute, Value> &constants);
  void inlineTaken(scf::IfOp ifOp, bool taken);

  const WaveNumbers &numbers;
  const SharedReads &reads;
};
} // namespace

/// Replaces operands by constants; `constants` has those at the start of the
/// block.
void WaveFolder::foldOperands(Operation &op, const WaveSet &waves,
                              DenseMap<Attribute, Value> &constants) {
  for (OpOperand &operand : op.getOpOperands()) {
    if (matchPattern(operand.get(), m_Constant()))
      continue;
    TypedAttr number = numbers.get(operand.get(), waves);
    if (!number)
      continue;
    Value &constant = constants[number];
    if (!constant) {
      auto builder = OpBuilder::atBlockBegin(op.getBlock());
      constant = arith::ConstantOp::create(builder, op.getLoc(), number);
    }
    operand.set(constant);
  }
}

/// Replaces `ifOp` by the contents of one of its regions.
void WaveFolder::inlineTaken(scf::IfOp ifOp, bool taken) {
  Block *block = taken ? ifOp.thenBlock() : ifOp.elseBlock();
  if (block) {
    Operation *end = block->getTerminator();
    ifOp->replaceAllUsesWith(end->getOperands());
    end->erase();
    ifOp->getBlock()->getOperations().splice(ifOp->getIterator(),
                                             block->getOperations());
  }
  ifOp.erase();
  ++numGone;
}

void WaveFolder::fold(Block &block, const WaveSet &waves) {
  DenseMap<Attribute, Value> constants;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (matchPattern(&op, m_Constant()))
      continue;
    if (reads.isDeadStore(&op, waves)) {
      op.erase();
      ++numGone;
      continue;
    }
    foldOperands(op, waves, constants);
    for (Region &region : op.getRegions()) {
      const WaveSet entering = numbers.getEntering(region, waves);
      if (entering.any())
        for (Block &nested : region)
          fold(nested, entering);
    }
    APInt condition;
    if (auto ifOp = dyn_cast<scf::IfOp>(op);
        ifOp && matchPattern(ifOp.getCondition(), m_ConstantInt(&condition)))
      inlineTaken(ifOp, condition.getBoolValue());
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op)) {
      numGone += !matchPattern(&op, m_Constant());
      op.erase();
    }
}

unsigned wave::foldForWaves(Block &block, const WaveSet &waves,
                            const WaveNumbers &numbers,
                            const SharedReads &reads) {
  WaveFolder folder(numbers, reads);
  folder.fold(block, waves);
  return folder.numGone;
}

//===----------------------------------------------------------------------===//
// Sink
//===----------------------------------------------------------------------===//

/// Returns the region of `ifOp` that contains all uses of the results of `op`;
/// null if there is none.
static Region *getUsingSide(Operation *op, Operation *ifOp) {
  Region *side = nullptr;
  for (Operation *user : op->getUsers()) {
    Region *found = nullptr;
    for (Region &region : ifOp->getRegions())
      if (region.isAncestor(user->getParentRegion()))
        found = &region;
    if (!found || (side && side != found))
      return nullptr;
    side = found;
  }
  return side;
}

/// Returns whether `op`, including nested operations, reads memory; none if
/// fewer waves must not execute it, because it writes, waits or retires lanes.
static std::optional<bool> getReads(Operation *op) {
  bool reads = false;
  const bool isKnown =
      !op->walk([&](Operation *nested) {
           std::optional<MemoryAccess> access = getMemoryAccess(nested);
           if (access && !access->writes)
             reads = true;
           else if (access || isa<GroupsharedOp>(nested) ||
                    !(isLaneOperation(nested) ||
                      nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                      isMemoryEffectFree(nested)))
             return WalkResult::interrupt();
           return WalkResult::advance();
         }).wasInterrupted();
  return isKnown ? std::optional(reads) : std::nullopt;
}

unsigned wave::sinkForWaves(Operation *ifOp) {
  unsigned numMoved = 0;
  bool written = false;
  Operation *next = nullptr;
  for (Operation *op = ifOp->getPrevNode(); op; op = next) {
    next = op->getPrevNode();
    // Operations must not move past returns and points where waves meet.
    if (holdsBoundary(op) || op->walk([](RetireIfOp) {
                                 return WalkResult::interrupt();
                               }).wasInterrupted())
      break;
    std::optional<bool> reads = getReads(op);
    written |= !reads;
    if (!reads || (*reads && written) || matchPattern(op, m_Constant()))
      continue;
    if (Region *side = getUsingSide(op, ifOp)) {
      op->moveBefore(&side->front(), side->front().begin());
      ++numMoved;
    }
  }
  return numMoved;
}
