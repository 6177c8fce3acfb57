//===- FillPoison.cpp - Gives undefined values a value ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FILLPOISON
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Whether upstream's representation of poison, a position below 0, is the only
/// position. Other passes refuse dynamic positions.
static bool isPoison(ArrayRef<int64_t> position) {
  return position.size() == 1 && !ShapedType::isDynamic(position.front()) &&
         position.front() < 0;
}

namespace {
struct FillPoison final : wave::impl::FillPoisonBase<FillPoison> {
  void runOnWaveIR() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](Operation *op) {
      if (op->getParentOfType<FuncOp>())
        fill(rewriter, op);
    });
  }

  static void fill(IRRewriter &rewriter, Operation *op) {
    rewriter.setInsertionPoint(op);
    auto extract = dyn_cast<vector::ExtractOp>(op);
    if (isa<ub::PoisonOp>(op) ||
        (extract && isPoison(extract.getStaticPosition()))) {
      // Poison of another type, such as memory, is refused by a later pass.
      if (TypedAttr zero = rewriter.getZeroAttr(op->getResult(0).getType()))
        rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    } else if (auto insert = dyn_cast<vector::InsertOp>(op)) {
      if (isPoison(insert.getStaticPosition()))
        rewriter.replaceOp(op, insert.getDest());
    } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
      SmallVector<int64_t> mask(shuffle.getMask());
      for (int64_t &place : mask)
        place = std::max<int64_t>(place, 0);
      rewriter.modifyOpInPlace(shuffle, [&] { shuffle.setMask(mask); });
    }
  }
};
} // namespace
