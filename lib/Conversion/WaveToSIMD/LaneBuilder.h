//===- LaneBuilder.h - Code across the lanes of a wave ---------*- C++ -*--===//
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

/// Builds code for the W lanes of a wave; vectors have W elements. A mask is a
/// vector<W x i1> of the active lanes, or null if all lanes are active; at
/// least one lane is always active. Results do not depend on the values of
/// inactive lanes.
class LaneBuilder {
public:
  LaneBuilder(OpBuilder &builder, Location loc, int64_t lanes)
      : builder(builder), loc(loc), lanes(lanes) {}

  //===--------------------------------------------------------------------===//
  // Constants and shapes
  //===--------------------------------------------------------------------===//

  VectorType getVectorType(Type scalar);
  Value splat(Value scalar);
  /// A constant of the given scalar integer type.
  Value constant(Type scalar, int64_t value);
  /// The vector 0, 1, ..., W-1.
  Value laneNumbers(Type integer);
  Value shuffle(Value a, Value b, ArrayRef<int64_t> places);

  //===--------------------------------------------------------------------===//
  // Masks and bits. Bits are an integer of W bits (i4 … i128); lane 0 is lowest.
  //===--------------------------------------------------------------------===//

  /// Either operand may be null.
  Value andMask(Value a, Value b);
  /// Computes `mask & !b`; `mask` may be null.
  Value andNotMask(Value mask, Value b);
  Value getBits(Value vectorOfI1);
  /// A null mask gives all ones.
  Value getActiveBits(Value mask);
  Value isAnySet(Value vectorOfI1);
  /// Returns the index of the first active lane, an i32.
  Value getFirstLane(Value mask);

  //===--------------------------------------------------------------------===//
  // Votes and counts. Results are scalars unless the comment says vector.
  //===--------------------------------------------------------------------===//

  Value any(Value predicate, Value mask);
  Value all(Value predicate, Value mask);
  /// Floats are compared ordered, so a NaN is not equal to itself.
  Value allEqual(Value value, Value mask);
  /// Returns four i32.
  SmallVector<Value, 4> ballot(Value predicate, Value mask);
  Value countBits(Value predicate, Value mask);
  /// Returns a vector of i32.
  Value prefixCountBits(Value predicate, Value mask);
  /// Returns a vector of i1.
  Value isFirstLane(Value mask);

  //===--------------------------------------------------------------------===//
  // Reductions and scans
  //===--------------------------------------------------------------------===//

  /// Returns a scalar.
  Value reduce(Kind kind, Value value, Value mask);
  /// Exclusive; returns a vector.
  Value prefix(Kind kind, Value value, Value mask);
  /// Includes the lane itself; returns a vector. Not for i1.
  Value inclusivePrefix(Kind kind, Value value, Value mask);
  /// Combines clusters of fewer than W lanes; returns a vector. Not for i1.
  Value clusterReduce(Kind kind, int64_t size, Value value, Value mask);

  //===--------------------------------------------------------------------===//
  // Reads of other lanes
  //===--------------------------------------------------------------------===//

  /// Returns a scalar.
  Value readFirst(Value value, Value mask);
  /// Returns a scalar; `lane` is a scalar i32 and is taken modulo W.
  Value readLane(Value value, Value lane);
  /// Returns a vector: each lane reads the lane given by its element of `from`,
  /// a vector of i32, modulo W.
  Value permute(Value value, Value from);
  Value quadReadAcross(QuadDirection direction, Value value);
  /// `lane` is a scalar i32 or a vector of i32 and is taken modulo 4.
  Value quadReadLane(Value value, Value lane);
  Value quadAny(Value predicate);
  Value quadAll(Value predicate);

private:
  template <typename OpT, typename... Args>
  Value create(Args &&...args) {
    return builder.createOrFold<OpT>(loc, std::forward<Args>(args)...);
  }
  Value constantVector(TypedAttr element);
  /// Zero-extends or truncates an integer or a vector of integers.
  Value resize(Value integer, Type scalar);
  /// Extends booleans to 0 or -1. Shuffles and masks of i1 compile to good code
  /// only as integers as wide as the other values, and blend instructions read
  /// the sign.
  Value widenBools(Value bools, Type scalar);
  Value isNegative(Value integers);

  Value combine(Kind kind, Value a, Value b);
  /// Returns `value` in active lanes and the identity of `kind` in other lanes.
  Value selectActive(Kind kind, Value value, Value mask);
  /// Calls `combineWide` with f32 instead of f16: processors without f16
  /// arithmetic would convert at each step.
  Value widenHalves(Value value, function_ref<Value(Value)> combineWide);
  /// `mask` without the lanes that a combination ignores: those with a NaN in
  /// minima and maxima.
  Value getCombined(Kind kind, Value value, Value mask);
  /// Returns `vector` with each element `distance` lanes later, after elements
  /// with the identity.
  Value shift(Kind kind, Value vector, int64_t distance);
  /// Combines each lane with those before it.
  Value scan(Kind kind, Value value);
  Value prefixOfBools(Kind kind, Value value, Value mask);
  Value combineQuads(Kind kind, Value predicate);

  /// Lane i reads lane `from(i)` of a vector of any type.
  Value shuffleLanes(Value value, function_ref<int64_t(int64_t)> from);
  // Each lane reads the lane given by `from`, whose elements are less than W.
  Value permuteBools(Value value, Value from);
  Value permuteInRegisters(Value value, Value from);
  Value permuteInMemory(Value value, Value from);

  OpBuilder &builder;
  Location loc;
  int64_t lanes;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_LANEBUILDER_H
