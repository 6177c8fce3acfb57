//===- PrintOps.cpp - Rules of prints and assertions ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// C1.
static LogicalResult verifyTypes(Operation *op, ArrayAttr types,
                                 OperandRange values) {
  if (types.size() != values.size())
    return op->emitOpError("has ")
           << values.size() << " values and the types of " << types.size()
           << " [record-types]";
  for (auto [stated, value] :
       llvm::zip_equal(types.getAsValueRange<TypeAttr>(), values)) {
    if (failed(verifyElementType(op, value.getType())))
      return failure();
    if (getValueType(stated) != value.getType())
      return op->emitOpError("states the type ")
             << stated << " for a value of type " << value.getType()
             << " [record-types]";
  }
  return success();
}

LogicalResult PrintOp::verify() {
  return verifyTypes(*this, getTypes(), getValues());
}

LogicalResult AssertOp::verify() {
  if (failed(verifyTypes(*this, getTypes(), getValues())))
    return failure();
  if (getNames().size() > getValues().size()) // C2
    return emitOpError("has ")
           << getNames().size() << " names for " << getValues().size()
           << " values [assert-names]";
  return success();
}
