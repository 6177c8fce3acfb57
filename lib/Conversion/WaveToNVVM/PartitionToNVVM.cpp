//===- PartitionToNVVM.cpp - The lanes that have the same value ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

static Value matchInteger(NVVMBuilder &b, Value value) {
  if (value.getType().isInteger(1)) {
    Value votes = b.ballot(value);
    return b.select(value, votes, b.bitXor(b.mask, votes));
  }
  if (value.getType().isInteger(16))
    value = b.resize(value, b.i32);
  return NVVM::MatchSyncOp::create(b, b.i32, b.mask, value,
                                   NVVM::MatchSyncKind::any);
}

/// The machine compares bits: zeros of both signs become one, and a lane with a NaN
/// matches only itself.
static Value matchFloat(NVVMBuilder &b, Value value) {
  Type type = value.getType();
  Type bitsType = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value zero = b.number(type, 0);
  Value isZero =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, zero);
  Value bits =
      b.select(isZero, b.number(bitsType, 0), b.bitcast(value, bitsType));
  Value lanes = matchInteger(b, bits);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value own = b.shiftLeft(b.i32Number(1), b.kernel.getLaneIndex());
  return b.select(isNaN, own, lanes);
}

Value nvvm::lowerPartition(Operation *op, NVVMBuilder &b) {
  auto match = dyn_cast<MatchOp>(op);
  if (!match)
    return {};
  Value value = match.getValue();
  Value lanes = isa<FloatType>(value.getType()) ? matchFloat(b, value)
                                                : matchInteger(b, value);
  Value zero = b.i32Number(0);
  return vector::FromElementsOp::create(b, match.getType(),
                                        ValueRange{lanes, zero, zero, zero});
}
