//===- GroupsharedSize.cpp - The size of a kernel's groupshared memory ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/GroupsharedSize.h"

using namespace mlir;
using namespace mlir::wave;

/// HLSL's limits: 32 KiB, 28 KiB for mesh shaders.
static constexpr int64_t kGroupLimit = 32768, kMeshLimit = 28672;

int64_t wave::addArray(int64_t bytes, MemRefType type) {
  int64_t elements = std::min(type.getNumElements(), int64_t(1) << 40);
  int64_t elementBytes = getScalarBytes(type.getElementType());
  return llvm::alignTo(bytes, elementBytes) + elements * elementBytes;
}

int64_t wave::getGroupsharedLimit(FuncOp kernel) {
  return kernel.getGroupSharedLimit().value_or(
      kernel.getStageOrDefault() == Stage::Mesh ? kMeshLimit : kGroupLimit);
}

std::optional<int64_t> wave::getGroupsharedBytes(FuncOp kernel) {
  int64_t bytes = 0;
  for (auto array : kernel.getBody().front().getOps<GroupsharedOp>()) {
    auto type = cast<MemRefType>(array.getMemory().getType());
    if (!type.hasStaticShape())
      return std::nullopt;
    bytes = addArray(bytes, type);
  }
  return bytes;
}
