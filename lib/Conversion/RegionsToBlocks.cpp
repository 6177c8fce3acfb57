//===- RegionsToBlocks.cpp - Structured control flow as branches ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's scf-to-cf lowers the first operation of a block first and moves
// all later operations each time, so its time and memory are quadratic in the
// length of a block: a block with 10,000 `scf.if` takes 13 s, and one with
// 20,000 takes more than 20 GiB. It also creates an additional block for each
// `scf.if` with results, which remains in DXIL containers at `-O0`.
//
//===----------------------------------------------------------------------===//

#include "RegionsToBlocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Moves the blocks of a region in front of another block.
static void moveBlocks(Region &region, Block *before) {
  before->getParent()->getBlocks().splice(before->getIterator(),
                                          region.getBlocks());
}

/// Splits the block after `op` and returns the block of the later operations.
static Block *splitBehind(Operation *op) {
  return op->getBlock()->splitBlock(std::next(op->getIterator()));
}

/// Replaces the terminator by a branch that passes `operands`.
static void replaceByBranch(Operation *terminator, Block *target,
                            ValueRange operands) {
  OpBuilder builder(terminator);
  cf::BranchOp::create(builder, terminator->getLoc(), target, operands);
  terminator->erase();
}

static void lower(scf::IfOp op) {
  Block *rest = splitBehind(op);
  for (OpResult result : op.getResults())
    result.replaceAllUsesWith(rest->addArgument(result.getType(), op.getLoc()));
  Block *first = rest, *otherwise = rest;
  for (auto [region, target] : {std::pair(&op.getThenRegion(), &first),
                                std::pair(&op.getElseRegion(), &otherwise)}) {
    if (region->empty())
      continue;
    *target = &region->front();
    Operation *yield = region->back().getTerminator();
    replaceByBranch(yield, rest, yield->getOperands());
    moveBlocks(*region, rest);
  }
  OpBuilder builder(op);
  cf::CondBranchOp::create(builder, op.getLoc(), op.getCondition(), first,
                           ValueRange(), otherwise, ValueRange());
  op.erase();
}

/// The first block of the body becomes the header of the loop, which compares
/// the induction variable with the bound.
static void lower(scf::ForOp op) {
  Location loc = op.getLoc();
  Block *rest = splitBehind(op);
  Block *header = &op.getRegion().front(), *last = &op.getRegion().back();
  Operation *yield = last->getTerminator();
  OpBuilder builder(yield);
  Value number = op.getInductionVar();
  Value next = arith::AddIOp::create(builder, loc, number, op.getStep());
  SmallVector<Value> passed = {next};
  llvm::append_range(passed, yield->getOperands());
  replaceByBranch(yield, header, passed);

  Block *body = header->splitBlock(header->begin());
  builder.setInsertionPointToEnd(header);
  Value isBelow =
      arith::CmpIOp::create(builder, loc,
                            op.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                : arith::CmpIPredicate::slt,
                            number, op.getUpperBound());
  cf::CondBranchOp::create(builder, loc, isBelow, body, ValueRange(), rest,
                           ValueRange());
  op.replaceAllUsesWith(header->getArguments().drop_front());
  moveBlocks(op.getRegion(), rest);

  builder.setInsertionPoint(op);
  SmallVector<Value> inits = {op.getLowerBound()};
  llvm::append_range(inits, op.getInitArgs());
  cf::BranchOp::create(builder, loc, header, inits);
  op.erase();
}

static void lower(scf::WhileOp op) {
  Block *rest = splitBehind(op);
  Block *header = &op.getBefore().front(), *body = &op.getAfter().front();
  auto condition =
      cast<scf::ConditionOp>(op.getBefore().back().getTerminator());
  Operation *yield = op.getAfter().back().getTerminator();
  OpBuilder builder(condition);
  cf::CondBranchOp::create(builder, condition.getLoc(),
                           condition.getCondition(), body, condition.getArgs(),
                           rest, ValueRange());
  op.replaceAllUsesWith(condition.getArgs());
  condition.erase();
  replaceByBranch(yield, header, yield->getOperands());
  moveBlocks(op.getBefore(), rest);
  moveBlocks(op.getAfter(), rest);
  builder.setInsertionPoint(op);
  cf::BranchOp::create(builder, op.getLoc(), header, op.getInits());
  op.erase();
}

void wave::replaceRegionsByBlocks(Operation *root) {
  SmallVector<Operation *> found;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
      found.push_back(op);
  });
  // In reverse order each split moves only the operations up to the next split,
  // and nested operations are lowered before the operations around them.
  for (Operation *op : llvm::reverse(found))
    TypeSwitch<Operation *>(op).Case<scf::IfOp, scf::ForOp, scf::WhileOp>(
        [](auto structured) { lower(structured); });
}
