//===- ForToWhile.cpp - scf.for as scf.while --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/ForToWhile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;

scf::WhileOp wave::replaceByWhile(scf::ForOp loop) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  SmallVector<Value> inits = {loop.getLowerBound()};
  llvm::append_range(inits, loop.getInitArgs());
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto whileOp = scf::WhileOp::create(builder, loc, types, inits);

  SmallVector<Location> locs(types.size(), loc);
  Block *before = builder.createBlock(&whileOp.getBefore(), {}, types, locs);
  Value inRange =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            before->getArgument(0), loop.getUpperBound());
  scf::ConditionOp::create(builder, loc, inRange, before->getArguments());

  whileOp.getAfter().takeBody(loop.getRegion());
  Block *body = &whileOp.getAfter().front();
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  Value next =
      arith::AddIOp::create(builder, loc, body->getArgument(0), loop.getStep());
  yield->insertOperands(0, next);
  loop.replaceAllUsesWith(whileOp.getResults().drop_front());
  loop.erase();
  return whileOp;
}
