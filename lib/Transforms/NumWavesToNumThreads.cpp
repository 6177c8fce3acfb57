//===- NumWavesToNumThreads.cpp - Makes a number of waves a number of threads ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::wave {
#define GEN_PASS_DEF_NUMWAVESTONUMTHREADS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static void replaceByConstant(Operation *op, int64_t value) {
  OpBuilder builder(op);
  op->replaceAllUsesWith(ValueRange{arith::ConstantOp::create(
      builder, op->getLoc(), builder.getI32IntegerAttr(value))});
  op->erase();
}

/// Waves that the machine launched beyond X have no work: they retire first of all. The
/// machine's own index is asked for, because `wave.group_wave_index` is known to be
/// below X.
static void insertRetireOfExtraWaves(FuncOp kernel, int64_t waves) {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Location loc = kernel.getLoc();
  Value index = arith::IndexCastUIOp::create(
      builder, loc, builder.getI32Type(),
      gpu::SubgroupIdOp::create(builder, loc, nullptr));
  Value count =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(waves));
  Value extra = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                      index, count);
  RetireIfOp::create(builder, loc, extra);
}

namespace {
struct NumWavesToNumThreads final
    : wave::impl::NumWavesToNumThreadsBase<NumWavesToNumThreads> {
  using NumWavesToNumThreadsBase::NumWavesToNumThreadsBase;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](FuncOp function) {
      if (!function.getKernel() || !function.getNumWavesAttr())
        return WalkResult::skip();
      return failed(convert(function)) ? WalkResult::interrupt()
                                       : WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  int32_t getThreadLimit(FuncOp kernel) const {
    if (maxThreads)
      return maxThreads;
    return kernel.getStageOrDefault() == Stage::Amplification ? 128 : 1024;
  }

  LogicalResult convert(FuncOp kernel) {
    int64_t waves = *kernel.getNumWavesValue();
    if (failed(dropSizes(kernel, waves)))
      return failure();
    if (waveSize && !llvm::is_contained(kernel.getWaveSizes(), waveSize))
      return kernel.emitOpError("is compiled for waves of ")
             << waveSize.getValue()
             << " lanes, which is outside its range [wave-size-not-in-range]";

    // The count must be a constant before num_threads hides it.
    SmallVector<Operation *> counts, sizes;
    kernel.walk([&](GroupWaveCountOp op) { counts.push_back(op); });
    kernel.walk([&](LaneCountOp op) { sizes.push_back(op); });
    for (Operation *op : counts)
      replaceByConstant(op, waves);
    if (retireExtraWaves)
      insertRetireOfExtraWaves(kernel, waves);
    if (!waveSize)
      return success();
    for (Operation *op : sizes)
      replaceByConstant(op, waveSize);
    kernel.removeNumWavesAttr();
    kernel.setNumThreads(
        ArrayRef<int32_t>{static_cast<int32_t>(waves * waveSize), 1, 1});
    kernel.setWaveSize(ArrayRef<int32_t>{waveSize});
    return success();
  }

  /// Keeps the sizes at which a group fits, and notes the others for the manifest.
  LogicalResult dropSizes(FuncOp kernel, int64_t waves) {
    int32_t limit = getThreadLimit(kernel);
    bool stated = kernel.getWaveSize().has_value();
    std::optional<int32_t> preferred = kernel.getPreferredWaveSize();
    SmallVector<int32_t> sizes = kernel.getWaveSizes(), kept, dropped;
    for (int32_t size : sizes)
      (waves <= limit / size ? kept : dropped).push_back(size);
    if (kept.empty())
      return kernel.emitOpError("cannot run ")
             << waves << " waves: even waves of " << sizes.front()
             << " lanes are "
             << llvm::SaturatingMultiply<uint64_t>(waves, sizes.front())
             << " threads, and a group has at most " << limit
             << ": state fewer waves or smaller ones [wave-size-none]";
    if (dropped.empty())
      return success();
    for (int32_t size : dropped)
      if (stated)
        kernel.emitWarning("wave size ")
            << size << " is dropped: " << waves << " waves of " << size
            << " lanes are " << waves * size
            << " threads, and a group has at most " << limit
            << " [wave-size-dropped]";
    SmallVector<int32_t> range = {kept.front()};
    if (kept.size() > 1) {
      range.push_back(kept.back());
      if (preferred && *preferred <= kept.back())
        range.push_back(*preferred);
    }
    kernel.setWaveSize(range);
    OpBuilder builder(kernel);
    SmallVector<Attribute> notes;
    for (int32_t size : dropped)
      notes.push_back(builder.getDictionaryAttr({
          builder.getNamedAttr("size", builder.getI64IntegerAttr(size)),
          builder.getNamedAttr(
              "reason",
              builder.getStringAttr(Twine(waves) + " waves of " + Twine(size) +
                                    " lanes are more than " + Twine(limit) +
                                    " threads")),
      }));
    kernel->setAttr("wave.dropped_wave_sizes", builder.getArrayAttr(notes));
    return success();
  }
};
} // namespace
