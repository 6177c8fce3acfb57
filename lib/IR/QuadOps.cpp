//===- QuadOps.cpp - Quads of four lanes ------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult QuadReadAcrossOp::verify() {
  return verifyElementType(*this, getValue().getType()); // C1
}

LogicalResult QuadReadLaneOp::verify() {
  return verifyElementType(*this, getValue().getType()); // C1
}

LogicalResult QuadAnyOp::verify() {
  return verifyPredicate(*this, getPredicate().getType()); // C1
}

LogicalResult QuadAllOp::verify() {
  return verifyPredicate(*this, getPredicate().getType()); // C1
}
