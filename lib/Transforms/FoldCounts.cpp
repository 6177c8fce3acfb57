//===- FoldCounts.cpp - Folds the counts and indices that attributes decide -===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/FoldUtils.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FOLDCOUNTS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The value of `op` if the kernel's attributes determine it.
static std::optional<int64_t> getKnownNumber(Operation *op, FuncOp kernel,
                                             int32_t waveSize) {
  std::optional<int64_t> waves = kernel.getNumWavesValue();
  // Under num_threads an implementation may launch more waves than the threads
  // need, so the count is unknown.
  if (isa<GroupWaveCountOp>(op))
    return waves;
  if (isa<GroupWaveIndexOp>(op) && waves == 1)
    return 0;
  if (isa<LaneCountOp>(op) && kernel.getWaveSize() &&
      kernel.getWaveSize()->size() == 1)
    return kernel.getWaveSize()->front();
  // A num_threads kernel has one binary for all sizes.
  if (isa<LaneCountOp>(op) && waves &&
      llvm::is_contained(kernel.getWaveSizes(), waveSize))
    return waveSize;
  return std::nullopt;
}

namespace {
struct FoldCounts final : wave::impl::FoldCountsBase<FoldCounts> {
  using FoldCountsBase::FoldCountsBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (!function.getKernel())
        return;
      SmallVector<std::pair<Operation *, int64_t>> known;
      function.walk([&](Operation *op) {
        if (std::optional<int64_t> number =
                getKnownNumber(op, function, waveSize))
          known.emplace_back(op, *number);
      });
      for (auto [op, number] : known) {
        OpBuilder builder(op);
        op->replaceAllUsesWith(ValueRange{arith::ConstantOp::create(
            builder, op->getLoc(), builder.getI32IntegerAttr(number))});
        op->erase();
      }
      // Operands precede their users, so one walk folds whole chains.
      SmallVector<Operation *> ops;
      function.getBody().walk([&](Operation *op) {
        if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
            !isa<arith::ConstantOp>(op))
          ops.push_back(op);
      });
      OperationFolder folder(function.getContext());
      for (Operation *op : ops)
        (void)folder.tryToFold(op);
    });
  }
};
} // namespace
