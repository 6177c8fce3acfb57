//===- LoopTests.h - Bounds tests of all trips of a loop --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LOOPTESTS_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LOOPTESTS_H

#include "WaveDialect/Analysis/LaneStrides.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave::simd {

/// The bounds tests of an innermost loop that can be decided before the loop,
/// for all trips and lanes at once.
struct LoopTests {
  /// A branch under `index < bound`, compared as unsigned numbers. Modulo 2^32
  /// the index grows by the same number in each trip. From lane to lane it grows
  /// by `stride`. The loop does not change the bound.
  struct Test {
    scf::IfOp branch;
    Value index, bound;
    int64_t stride;
  };

  /// Finds the tests of a loop; none if the loop is not worth a second copy.
  LoopTests(scf::ForOp loop, const LaneStrides &strides);

  SmallVector<Test> tests;
  /// The operations of the loop that compute the indices, in order.
  llvm::SetVector<Operation *> slice;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LOOPTESTS_H
