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
LogicalResult MatchOp::verify() {
  return verifyElementType(*this, getValue().getType()); // C1
}

LogicalResult AllEqualOp::verify() {
  return verifyElementType(*this, getValue().getType());
}
