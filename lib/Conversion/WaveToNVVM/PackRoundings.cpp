//===- PackRoundings.cpp - Two numbers rounded by one instruction ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine rounds two f32 to a word with two f16 or bf16 as fast as an addition; a single
// one takes four times as long. Words of matrices consist of such pairs.
//
//===----------------------------------------------------------------------===//

#include "NVVMKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::wave;

/// The rounding whose result is this element, or whose bits it has.
static arith::TruncFOp findRounding(Value element) {
  if (auto bits = element.getDefiningOp<arith::BitcastOp>())
    element = bits.getIn();
  auto rounding = element.getDefiningOp<arith::TruncFOp>();
  if (!rounding || !rounding.getIn().getType().isF32() ||
      rounding.getType().getIntOrFloatBitWidth() != 16)
    return nullptr;
  return rounding;
}

static void pack(vector::FromElementsOp op) {
  if (op.getElements().size() != 2)
    return;
  arith::TruncFOp low = findRounding(op.getElements()[0]);
  arith::TruncFOp high = findRounding(op.getElements()[1]);
  if (!low || !high || low.getType() != high.getType())
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value wide =
      vector::FromElementsOp::create(b, VectorType::get({2}, b.getF32Type()),
                                     ValueRange{low.getIn(), high.getIn()});
  Value rounded =
      arith::TruncFOp::create(b, VectorType::get({2}, low.getType()), wide);
  if (rounded.getType() != op.getType())
    rounded = arith::BitcastOp::create(b, op.getType(), rounded);
  op.replaceAllUsesWith(rounded);
  op.erase();
}

void nvvm::packRoundings(Operation *root) {
  root->walk([](vector::FromElementsOp op) { pack(op); });
}
