//===- VoteOps.cpp - Votes, ballots and counts ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

static LogicalResult verifyPredicate(Operation *op, Type type) {
  if (type.isSignlessInteger(1))
    return success();
  return op->emitOpError("takes an i1 predicate, got ")
         << type << ": compare it first, as in 'x != 0' [predicate-not-bool]";
}

LogicalResult AnyOp::verify() {
  return verifyPredicate(*this, getPredicate().getType());
}
LogicalResult AllOp::verify() {
  return verifyPredicate(*this, getPredicate().getType());
}
LogicalResult BallotOp::verify() {
  return verifyPredicate(*this, getPredicate().getType());
}
LogicalResult CountBitsOp::verify() {
  return verifyPredicate(*this, getPredicate().getType());
}
LogicalResult PrefixCountBitsOp::verify() {
  return verifyPredicate(*this, getPredicate().getType());
}
LogicalResult AllEqualOp::verify() {
  return verifyElementType(*this, getValue().getType());
}
