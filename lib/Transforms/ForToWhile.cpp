//===- ForToWhile.cpp - scf.for as scf.while --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/ForToWhile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// With a step other than 1 the last addition may overflow, and a loop that
/// compares the sum with the bound would then never end.
bool wave::mayWrapAround(scf::ForOp loop) {
  return !matchPattern(loop.getStep(), m_One());
}

scf::WhileOp wave::replaceByWhile(scf::ForOp loop) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  auto isBelowBound = [&](Value number) -> Value {
    return arith::CmpIOp::create(builder, loc,
                                 loop.getUnsignedCmp()
                                     ? arith::CmpIPredicate::ult
                                     : arith::CmpIPredicate::slt,
                                 number, loop.getUpperBound());
  };
  bool wraps = mayWrapAround(loop);
  SmallVector<Value> inits = {loop.getLowerBound()};
  llvm::append_range(inits, loop.getInitArgs());
  if (wraps)
    inits.push_back(isBelowBound(loop.getLowerBound()));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);
  ArrayRef<Type> passed(types);
  if (wraps)
    passed = passed.drop_back();
  auto whileOp = scf::WhileOp::create(builder, loc, passed, inits);

  Block *before = builder.createBlock(&whileOp.getBefore(), {}, types, locs);
  ValueRange arguments = before->getArguments();
  Value goesOn = wraps ? arguments.back() : isBelowBound(arguments.front());
  scf::ConditionOp::create(builder, loc, goesOn,
                           wraps ? arguments.drop_back() : arguments);

  whileOp.getAfter().takeBody(loop.getRegion());
  Block *body = &whileOp.getAfter().front();
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  Value number = body->getArgument(0);
  Value next = arith::AddIOp::create(builder, loc, number, loop.getStep());
  yield->insertOperands(0, next);
  if (wraps) {
    // The induction variable is below the bound, so the difference is positive
    // as an unsigned number.
    Value left =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), number);
    Value more = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                       left, loop.getStep());
    yield->insertOperands(yield->getNumOperands(), more);
  }
  loop.replaceAllUsesWith(whileOp.getResults().drop_front());
  loop.erase();
  return whileOp;
}
