//===- AsyncCopyOps.cpp - Copies that a wave starts -----------------------===//
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

/// Functions of other dialects are those of unit tests.
static bool isArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

LogicalResult AsyncCopyOp::verify() {
  if (!getArray().getDefiningOp<GroupsharedOp>() &&
      !isArgument(getArray())) // C1
    return emitOpError("copies to a groupshared array: copy to other memory by "
                       "loads and stores [async-copy-memory]");
  if (!isArgument(getBuffer())) // C1
    return emitOpError("copies from a buffer that is an argument: copy from "
                       "other memory by loads and stores [async-copy-memory]");
  auto array = cast<MemRefType>(getArray().getType());
  auto buffer = cast<MemRefType>(getBuffer().getType());
  Type element = array.getElementType();
  if (array.getRank() != 1 || buffer.getRank() != 1 ||
      element != buffer.getElementType() || !isMemoryElementType(element)) // C2
    return emitOpError("copies equal elements of 2, 4 or 8 bytes between "
                       "memrefs of rank 1, got ")
           << array << " and " << buffer << " [async-copy-type]";
  if (getComponents() < 1 || getComponents() > kMaxComponents) // C3
    return emitOpError("copies elements of 1 to ")
           << kMaxComponents << " components, got " << getComponents()
           << " [async-copy-type]";
  return success();
}
