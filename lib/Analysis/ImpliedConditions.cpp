//===- ImpliedConditions.cpp - Conditions that true conditions imply --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImpliedConditions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// Collects all values that are true in all lanes with a true `condition`.
static void collectImplied(Value condition, SmallVectorImpl<Value> &implied) {
  implied.push_back(condition);
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectImplied(both.getLhs(), implied);
    collectImplied(both.getRhs(), implied);
  }
  auto ifOp = condition.getDefiningOp<scf::IfOp>();
  if (ifOp && matchPattern(ifOp.elseYield().getOperand(
                               cast<OpResult>(condition).getResultNumber()),
                           m_Zero()))
    collectImplied(ifOp.getCondition(), implied);
}

bool wave::isImplied(Value condition, Value flag) {
  SmallVector<Value> implied;
  collectImplied(condition, implied);
  return llvm::is_contained(implied, flag);
}

/// Whether `a` is `not b`.
static bool isNot(Value a, Value b) {
  if (auto exclusive = a.getDefiningOp<arith::XOrIOp>())
    return exclusive.getLhs() == b && matchPattern(exclusive.getRhs(), m_One());
  auto first = a.getDefiningOp<arith::CmpIOp>(),
       second = b.getDefiningOp<arith::CmpIOp>();
  return first && second && first.getLhs() == second.getLhs() &&
         first.getRhs() == second.getRhs() &&
         first.getPredicate() == arith::invertPredicate(second.getPredicate());
}

Operation *wave::findTakenSide(scf::IfOp ifOp, ArrayRef<Value> flags) {
  // The other side yields false for one of the flags.
  auto tookSide = [&](Operation *other) {
    return llvm::any_of(flags, [&](Value flag) {
      return flag.getDefiningOp() == ifOp &&
             matchPattern(
                 other->getOperand(cast<OpResult>(flag).getResultNumber()),
                 m_Zero());
    });
  };
  SmallVector<Value> known;
  for (Value flag : flags)
    collectImplied(flag, known);
  Value condition = ifOp.getCondition();
  if (llvm::is_contained(known, condition))
    return ifOp.thenYield();
  const bool isFalse = llvm::any_of(known, [&](Value flag) {
    return isNot(flag, condition) || isNot(condition, flag);
  });
  if (isFalse)
    return ifOp.elseBlock() ? ifOp.elseYield().getOperation() : nullptr;
  if (ifOp.elseBlock() && tookSide(ifOp.elseYield()))
    return ifOp.thenYield();
  if (ifOp.elseBlock() && tookSide(ifOp.thenYield()))
    return ifOp.elseYield();
  return nullptr;
}

SmallVector<Value> wave::getFlagsInside(scf::IfOp ifOp, Operation *side,
                                        ArrayRef<Value> flags) {
  SmallVector<Value> inside(flags);
  for (Value flag : flags)
    if (flag.getDefiningOp() == ifOp)
      inside.push_back(
          side->getOperand(cast<OpResult>(flag).getResultNumber()));
  return inside;
}

SmallVector<Value> wave::getFlagsOfNextTrip(scf::WhileOp loop) {
  Value goesOn = loop.getConditionOp().getCondition();
  SmallVector<Value> flags;
  for (BlockArgument flag : loop.getBeforeArguments())
    if (flag.getType().isInteger(1) && isImplied(goesOn, flag))
      flags.push_back(loop.getYieldOp().getOperand(flag.getArgNumber()));
  return flags;
}
