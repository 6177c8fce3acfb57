//===- NumWavesToNumThreads.cpp - Replaces num_waves by num_threads -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
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

template <typename OpT>
static void replaceByConstant(FuncOp kernel, int64_t value) {
  SmallVector<OpT> ops;
  kernel.walk([&](OpT op) { ops.push_back(op); });
  for (OpT op : ops) {
    OpBuilder builder(op);
    op->replaceAllUsesWith(ValueRange{arith::ConstantOp::create(
        builder, op->getLoc(), builder.getI32IntegerAttr(value))});
    op->erase();
  }
}

static bool asksForIndex(FuncOp kernel) {
  return kernel
      .walk([](GroupWaveIndexOp op) {
        return op->use_empty() ? WalkResult::advance()
                               : WalkResult::interrupt();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Retiring at entry
//===----------------------------------------------------------------------===//

// The guards use the device's own values: the wave dialect's operations are
// assumed to be in range.

static Value compareWith(OpBuilder &builder, Location loc,
                         arith::CmpIPredicate predicate, Value number,
                         int64_t bound) {
  Value constant =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(bound));
  return arith::CmpIOp::create(builder, loc, predicate, number, constant);
}

/// Retires whole groups whose waves have a size outside the kernel's range.
static void insertRetireOfOtherSizes(OpBuilder &builder, FuncOp kernel,
                                     ArrayRef<int32_t> sizes) {
  bool below = sizes.front() > kMinWaveSize,
       above = sizes.back() < kMaxWaveSize;
  if (!below && !above)
    return;
  Location loc = kernel.getLoc();
  Value size = arith::IndexCastUIOp::create(
      builder, loc, builder.getI32Type(),
      gpu::SubgroupSizeOp::create(builder, loc, nullptr));
  Value outside;
  if (below)
    outside = compareWith(builder, loc, arith::CmpIPredicate::ult, size,
                          sizes.front());
  if (above) {
    Value larger = compareWith(builder, loc, arith::CmpIPredicate::ugt, size,
                               sizes.back());
    outside =
        outside ? arith::OrIOp::create(builder, loc, outside, larger) : larger;
  }
  // An amplification group then launches no mesh groups, because
  // `wave.dispatch_mesh` launches nothing without a remaining lane.
  RetireIfOp::create(builder, loc, outside);
}

/// Retires waves beyond X, which have no work.
static void insertRetireOfExtraWaves(OpBuilder &builder, FuncOp kernel,
                                     int64_t waves) {
  Location loc = kernel.getLoc();
  Value index = arith::IndexCastUIOp::create(
      builder, loc, builder.getI32Type(),
      gpu::SubgroupIdOp::create(builder, loc, nullptr));
  RetireIfOp::create(
      builder, loc,
      compareWith(builder, loc, arith::CmpIPredicate::uge, index, waves));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct NumWavesToNumThreads final
    : wave::impl::NumWavesToNumThreadsBase<NumWavesToNumThreads> {
  using NumWavesToNumThreadsBase::NumWavesToNumThreadsBase;

  void runOnWaveIR() override {
    WalkResult result = getOperation().walk([&](FuncOp function) {
      if (!function.getKernel())
        return WalkResult::skip();
      return failed(function.getNumWavesAttr() ? convert(function)
                                               : stateWaveSize(function))
                 ? WalkResult::interrupt()
                 : WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  /// Sets the wave size of a kernel with num_threads that is compiled for one
  /// size.
  LogicalResult stateWaveSize(FuncOp kernel) {
    if (!asksWaveSize || !waveSize)
      return success();
    if (failed(verifyWaveSize(kernel, kernel.getWaveSizes())))
      return failure();
    kernel.setWaveSize(ArrayRef<int32_t>{waveSize});
    return success();
  }

  LogicalResult verifyWaveSize(FuncOp kernel, ArrayRef<int32_t> sizes) {
    if (!waveSize || llvm::is_contained(sizes, waveSize.getValue()))
      return success();
    return kernel.emitOpError("is compiled for waves of ")
           << waveSize.getValue()
           << " lanes, which is outside its range [wave-size-not-in-range]";
  }

  bool takesSurplusForm(FuncOp kernel) const {
    return surplus ||
           (asksWaveSize && kernel.getStageOrDefault() != Stage::Compute);
  }

  /// Returns the size of the exact form; 0 for the surplus form, or if no form
  /// is chosen.
  FailureOr<int32_t> chooseWaveSize(FuncOp kernel, ArrayRef<int32_t> sizes) {
    if (takesSurplusForm(kernel)) {
      if (!waveSize)
        return 0;
      return kernel.emitOpError("is compiled in the surplus form, which serves "
                                "every wave size: leave wave-size out "
                                "[surplus-wave-size]");
    }
    if (failed(verifyWaveSize(kernel, sizes)))
      return failure();
    if (!asksWaveSize || waveSize || sizes.size() == 1)
      return asksWaveSize && !waveSize ? sizes.front() : waveSize.getValue();
    InFlightDiagnostic error =
        kernel.emitOpError("has a container a wave size: give wave-size, ");
    llvm::interleave(
        sizes, error, [&](int32_t size) { error << size; }, " or ");
    return error << " [wave-size-missing]";
  }

  LogicalResult convert(FuncOp kernel) {
    int64_t waves = *kernel.getNumWavesValue();
    if (failed(dropSizes(kernel, waves)))
      return failure();
    SmallVector<int32_t> sizes = kernel.getWaveSizes();
    const bool surplus = takesSurplusForm(kernel);
    FailureOr<int32_t> waveSize = chooseWaveSize(kernel, sizes);
    if (failed(waveSize))
      return failure();

    // The count must be a constant before num_threads hides it, and so must the
    // index of a single wave.
    replaceByConstant<GroupWaveCountOp>(kernel, waves);
    bool toThreads = surplus || *waveSize;
    if (toThreads && waves == 1)
      replaceByConstant<GroupWaveIndexOp>(kernel, 0);
    if (*waveSize)
      replaceByConstant<LaneCountOp>(kernel, *waveSize);

    KernelLaunch launch;
    launch.form =
        surplus ? KernelLaunch::Form::Surplus : KernelLaunch::Form::Exact;
    launch.numWaves = waves;
    launch.waveSizes = sizes;
    launch.preferredWaveSize = kernel.getPreferredWaveSize();
    launch.retires = (surplus && sizes.size() > 1) ||
                     (retireExtraWaves && (!fullWaves || asksForIndex(kernel)));
    auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    if (surplus)
      insertRetireOfOtherSizes(builder, kernel, sizes);
    if (launch.retires)
      insertRetireOfExtraWaves(builder, kernel, waves);
    if (!toThreads)
      return success();

    int64_t lanes = surplus ? sizes.back() : *waveSize;
    kernel.removeNumWavesAttr();
    kernel.setNumThreads(
        ArrayRef<int32_t>{static_cast<int32_t>(waves * lanes), 1, 1});
    if (surplus)
      kernel.removeWaveSizeAttr();
    else
      kernel.setWaveSize(ArrayRef<int32_t>{*waveSize});
    launch.setOn(kernel);
    return success();
  }

  /// Keeps the sizes at which a group is within the limit, and records the
  /// others for the manifest.
  LogicalResult dropSizes(FuncOp kernel, int64_t waves) {
    int32_t limit = maxThreads ? maxThreads.getValue()
                               : getThreadLimit(kernel.getStageOrDefault());
    bool stated = kernel.getWaveSize().has_value();
    std::optional<int32_t> preferred = kernel.getPreferredWaveSize();
    SmallVector<int32_t> sizes = kernel.getWaveSizes(), kept, dropped;
    for (int32_t size : sizes)
      (waves <= limit / size ? kept : dropped).push_back(size);
    if (kept.empty())
      return kernel.emitOpError("cannot run ")
             << waves
             << (sizes.size() == 1 ? " waves: waves of "
                                   : " waves: even waves of ")
             << sizes.front() << " lanes are "
             << llvm::SaturatingMultiply<uint64_t>(waves, sizes.front())
             << " threads; the limit of a group is " << limit
             << ": state at most " << limit / sizes.front()
             << " waves, or smaller ones [wave-size-none]";
    if (dropped.empty())
      return success();
    for (int32_t size : dropped)
      if (stated)
        kernel.emitWarning("wave size ")
            << size << " is dropped: " << waves << " waves of " << size
            << " lanes are " << waves * size
            << " threads; the limit of a group is " << limit
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
    setDroppedWaveSizes(kernel, builder.getArrayAttr(notes));
    return success();
  }
};
} // namespace
