//===- SpecializationOps.cpp - Constants that hosts choose ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Wave.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult SpecializationConstantOp::verify() {
  if (!llvm::json::isUTF8(getName())) // C2
    return emitOpError("has a name that is not UTF-8 [name-encoding]");
  if (isScalarType(getType()) && !getType().isBF16() &&
      getValueType(getElement()) == getType() &&
      isa<IntegerAttr, FloatAttr>(getValue()) &&
      static_cast<int32_t>(getId()) >= 0) // C1
    return success();
  return emitOpError(
             "needs a number that is not negative, a scalar of i1, i16, "
             "i32, i64, f16, f32 or f64, and an element of its type, "
             "got ")
         << static_cast<int32_t>(getId()) << ", " << getValue() << " and "
         << getElement() << " [specialization-constant]";
}
