//===- LaneValue.h - A scalar of the kernel in all lanes of a wave --------===//
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

/// The representation of a kernel's scalar in the lanes of a wave: a uniform
/// scalar, a scalar that grows by a constant from lane to lane, or a vector.
struct LaneValue {
  /// The uniform scalar, the scalar of lane 0, or the vector.
  Value value;
  /// The difference between adjacent lanes; 0 for a uniform scalar and for
  /// vectors.
  int64_t stride = 0;

  bool isVector() const { return isa<VectorType>(value.getType()); }
  bool isUniform() const { return !isVector() && stride == 0; }
  /// Whether lane l has the value of lane 0 plus l.
  bool isContiguous() const { return !isVector() && stride == 1; }
};

/// A value of the kernel: one element for a scalar, one per component for a
/// vector.
using Lanes = SmallVector<LaneValue, 1>;

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEVALUE_H
