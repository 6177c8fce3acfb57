//===- MatrixRegisters.cpp - Matrices that do not fit in registers --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixFragments.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::wave;

/// The 32-bit registers of a lane at most, on all GPUs of NVIDIA.
static constexpr int64_t kMostRegisters = 255;

/// Counts the registers of a lane that the matrices among `types` take.
static int64_t countRegisters(TypeRange types) {
  int64_t bits = 0;
  for (Type type : types)
    if (auto matrix = dyn_cast<MatrixType>(type))
      for (Type part : MatrixFragment(matrix).getParts())
        bits += part.getIntOrFloatBitWidth();
  return llvm::divideCeil(bits, 32);
}

void wave::warnOfRegisters(FuncOp kernel) {
  Operation *largest = nullptr;
  int64_t most = kMostRegisters;
  // A loop before the products in it: it carries their sums.
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<LoopLikeOpInterface, MatrixMultiplyAddOp>(op))
      return;
    const int64_t registers = countRegisters(op->getResultTypes());
    if (registers <= most)
      return;
    most = registers;
    largest = op;
  });
  if (!largest)
    return;
  const bool isLoop = isa<LoopLikeOpInterface>(largest);
  largest->emitWarning("the matrices that ")
      << (isLoop ? "this loop carries" : "this product adds up") << " take "
      << most << " registers of each lane, which exceeds the limit of "
      << kMostRegisters
      << ": the GPU keeps the others in memory, and its assembler takes "
         "long [matrix-registers]";
}
