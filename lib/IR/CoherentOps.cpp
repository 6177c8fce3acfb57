//===- CoherentOps.cpp - Accesses that other groups see -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// Checks C1.
static LogicalResult verifyElement(Operation *op, Value memory,
                                   StringRef byteOperation) {
  if (!isByteType(cast<MemRefType>(memory.getType()).getElementType()))
    return success();
  return op->emitOpError("is not for i8: use ")
         << byteOperation << " [coherent-element]";
}

LogicalResult CoherentLoadOp::verify() {
  return verifyElement(*this, getMemory(), "wave.byte_load");
}

LogicalResult CoherentStoreOp::verify() {
  return verifyElement(*this, getMemory(), "wave.byte_store");
}
