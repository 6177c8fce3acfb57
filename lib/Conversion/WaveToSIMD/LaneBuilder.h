//===- LaneBuilder.h - Code across the lanes of a wave -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEBUILDER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEBUILDER_H

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir::wave::simd {

using Kind = gpu::AllReduceOperation;

/// Builds code for the W lanes of a wave at one place: vectors have W elements. A mask is
/// a vector<W x i1> of the active lanes, and null where all are active; at least one lane
/// always is. Inactive lanes may hold anything: no result depends on it.
class LaneBuilder {
public:
  LaneBuilder(OpBuilder &builder, Location loc, int64_t lanes)
      : builder(builder), loc(loc), lanes(lanes) {}

  //===--------------------------------------------------------------------===//
  // Constants and shapes
  //===--------------------------------------------------------------------===//

  VectorType getVectorType(Type scalar);
  Value splat(Value scalar);
  /// A scalar integer.
  Value constant(Type scalar, int64_t value);
  /// 0 … W-1.
  Value laneNumbers(Type integer);
  Value shuffle(Value a, Value b, ArrayRef<int64_t> places);

  //===--------------------------------------------------------------------===//
  // Masks and bits: an integer of W bits (i4 … i128), lane 0 the lowest
  //===--------------------------------------------------------------------===//

  /// Either may be null.
  Value andMask(Value a, Value b);
  /// `mask & !b`; the mask may be null.
  Value andNotMask(Value mask, Value b);
  Value getBits(Value vectorOfI1);
  /// All ones for a null mask.
  Value getActiveBits(Value mask);
  Value isAnySet(Value vectorOfI1);
  /// The number of the first active lane, i32.
  Value getFirstLane(Value mask);

  //===--------------------------------------------------------------------===//
  // Votes and counts: scalars, but for the two that say vector
  //===--------------------------------------------------------------------===//

  Value any(Value predicate, Value mask);
  Value all(Value predicate, Value mask);
  /// Floats compare ordered.
  Value allEqual(Value value, Value mask);
  /// Four i32.
  SmallVector<Value, 4> ballot(Value predicate, Value mask);
  Value countBits(Value predicate, Value mask);
  /// A vector of i32.
  Value prefixCountBits(Value predicate, Value mask);
  /// A vector of i1.
  Value isFirstLane(Value mask);

  //===--------------------------------------------------------------------===//
  // Reductions and scans
  //===--------------------------------------------------------------------===//

  /// A scalar.
  Value reduce(Kind kind, Value value, Value mask);
  /// A vector; exclusive.
  Value prefix(Kind kind, Value value, Value mask);

  //===--------------------------------------------------------------------===//
  // Reads of other lanes
  //===--------------------------------------------------------------------===//

  /// A scalar.
  Value readFirst(Value value, Value mask);
  /// A scalar, of the scalar i32 `lane` modulo W.
  Value readLane(Value value, Value lane);
  /// A vector: each lane reads the lane of the vector of i32 `from` modulo W.
  Value permute(Value value, Value from);
  Value quadReadAcross(QuadDirection direction, Value value);
  /// `lane`: a scalar or a vector of i32, modulo 4.
  Value quadReadLane(Value value, Value lane);
  Value quadAny(Value predicate);
  Value quadAll(Value predicate);

private:
  template <typename OpT, typename... Args>
  Value create(Args &&...args) {
    return builder.createOrFold<OpT>(loc, std::forward<Args>(args)...);
  }
  Value constantVector(TypedAttr element);
  /// An integer or a vector of integers, zero-extended or truncated.
  Value resize(Value integer, Type scalar);
  /// 0 or -1: shuffles and masks of i1 are good code only as integers of the width of
  /// what else is computed, and a sign is what blends read.
  Value widenBools(Value bools, Type scalar);
  Value isNegative(Value integers);

  Value combine(Kind kind, Value a, Value b);
  /// `value` in the active lanes, the kind's identity in the others.
  Value selectActive(Kind kind, Value value, Value mask);
  /// Combines the lanes before each one.
  Value scan(Kind kind, Value value);
  Value prefixOfBools(Kind kind, Value value, Value mask);
  Value combineQuads(Kind kind, Value predicate);

  /// Lane i reads the lane `from(i)` of a vector of anything.
  Value shuffleLanes(Value value, function_ref<int64_t(int64_t)> from);
  // Each lane reads the lane of `from`, which is less than W.
  Value permuteBools(Value value, Value from);
  Value permuteInRegisters(Value value, Value from);
  Value permuteInMemory(Value value, Value from);

  OpBuilder &builder;
  Location loc;
  int64_t lanes;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEBUILDER_H
