//===- ByteOps.cpp - Loads and stores of bytes in buffers -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// Checks C1.
static LogicalResult verifyMemory(Operation *op, Type type) {
  auto memory = cast<MemRefType>(type);
  if (memory.getElementType().isSignlessInteger(8) && memory.getRank() == 1)
    return success();
  return op->emitOpError("works on a memref<?xi8>, got ")
         << memory << ": use memref.load and memref.store [byte-memory]";
}

LogicalResult ByteLoadOp::verify() {
  return verifyMemory(*this, getMemory().getType());
}

LogicalResult ByteStoreOp::verify() {
  return verifyMemory(*this, getMemory().getType());
}

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void ByteLoadOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/false, effects);
}

void ByteStoreOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/true, effects);
}
