//===- LaneValue.h - A scalar of the kernel in all lanes of a wave ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEVALUE_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEVALUE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave::simd {

/// What a scalar of the kernel is in the lanes of a wave: one number, a number that
/// grows by a constant from lane to lane, or a vector.
struct LaneValue {
  /// The number, that of lane 0, or the vector.
  Value value;
  /// By how much it grows from lane to lane; 0 for one number and for vectors.
  int64_t stride = 0;

  bool isVector() const { return isa<VectorType>(value.getType()); }
  bool isUniform() const { return !isVector() && stride == 0; }
  /// Whether lane l has the number of lane 0 plus l.
  bool isContiguous() const { return !isVector() && stride == 1; }
};

/// A value of the kernel: one for a scalar, one a component for a vector.
using Lanes = SmallVector<LaneValue, 1>;

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEVALUE_H
