//===- MeshDispatch.cpp - Mesh dispatch of an amplification group ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A CPU cannot launch mesh groups: each group writes its counts and its payload
// to arrays of the host. The counts in these arrays are initially 0.

#include "WaveEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Returns the largest number of mesh groups among the lanes of `mask`. Lanes
/// that have returned count as 0, because in a checked run each wave dispatches
/// separately.
Value WaveEmitter::getMeshCount(Value count, Value mask, Location loc) {
  const LaneValue &lanes = get(count).front();
  if (lanes.isUniform())
    return lanes.value;
  Value vector = toVector(lanes);
  if (mask) {
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(vector.getType()));
    vector = arith::SelectOp::create(builder, loc, mask, vector, zero);
  }
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::MAXUI,
                                     vector);
}

LogicalResult WaveEmitter::emitDispatchMesh(DispatchMeshOp op, Value mask) {
  Location loc = op.getLoc();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  LaneBuilder at = lanesAt(loc);
  auto getPlace = [&](Value array, Type type, int64_t elements) -> Value {
    Value first = arith::MulIOp::create(builder, loc, frame.groupNumber,
                                        at.constant(i64, elements));
    return LLVM::GEPOp::create(builder, loc, array.getType(), type, array,
                               ArrayRef<LLVM::GEPArg>{first});
  };
  Value counts = getPlace(frame.meshCounts, i32, 3);
  for (auto [i, count] : llvm::enumerate(op->getOperands().take_front(3))) {
    Value value = getMeshCount(count, mask, loc);
    Value place =
        LLVM::GEPOp::create(builder, loc, counts.getType(), i32, counts,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    if (frame.checker) {
      Value before = LLVM::LoadOp::create(builder, loc, i32, place);
      value = arith::MaxUIOp::create(builder, loc, value, before);
    }
    LLVM::StoreOp::create(builder, loc, value, place);
  }
  if (!op.getPayload())
    return success();
  int64_t bytes = op.getPayloadBytes();
  Value place = getPlace(frame.meshPayload, builder.getI8Type(), bytes);
  LLVM::MemcpyOp::create(builder, loc, place,
                         frame.pointers.lookup(op.getPayload()),
                         at.constant(i64, bytes), /*isVolatile=*/false);
  return success();
}
