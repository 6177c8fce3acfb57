//===- ReadOps.cpp - Reading another lane -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult ReadFirstLaneOp::verify() {
  return verifyElementType(*this, getValue().getType());
}

LogicalResult ReadLaneOp::verify() {
  return verifyElementType(*this, getValue().getType());
}

LogicalResult AssumeUniformOp::verify() {
  return verifyElementType(*this, getValue().getType());
}
