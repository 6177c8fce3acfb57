//===- MatrixTileOps.cpp - Tiles of cooperative matrices --------------------===//
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

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void MatrixLoadTileOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/false, effects);
}

void MatrixStoreTileOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/true, effects);
}
