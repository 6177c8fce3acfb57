//===- BitOps.cpp - Bit operations that upstream lacks ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult ReverseBitsOp::verify() {
  Type type = getValue().getType();
  Type scalar = getScalarType(type);
  if (isElementType(type) && isa<IntegerType>(scalar) && !scalar.isInteger(1))
    return success();
  return emitOpError("takes i16, i32, i64 or a vector of 2 to 4 of one, got ")
         << type << " [reverse-bits-type]";
}
