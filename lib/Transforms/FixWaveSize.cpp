//===- FixWaveSize.cpp - Makes kernels for waves of one size ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::wave {
#define GEN_PASS_DEF_FIXWAVESIZE
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct FixWaveSize final : wave::impl::FixWaveSizeBase<FixWaveSize> {
  using FixWaveSizeBase::FixWaveSizeBase;

  void runOnWaveIR() override {
    WalkResult result = getOperation().walk([&](FuncOp function) {
      if (!function.getKernel())
        return WalkResult::skip();
      return failed(fix(function)) ? WalkResult::interrupt()
                                   : WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult fix(FuncOp kernel) {
    if (waveSize < kMinWaveSize || waveSize > kMaxWaveSize ||
        !llvm::isPowerOf2_32(waveSize))
      return kernel.emitError("is compiled for waves of ")
             << waveSize.getValue()
             << " lanes: give wave-size, a power of two from 4 to 128 "
                "[wave-size-missing]";
    if (!llvm::is_contained(kernel.getWaveSizes(), waveSize.getValue()))
      return kernel.emitOpError("is compiled for waves of ")
             << waveSize.getValue()
             << " lanes, which is outside its range [wave-size-not-in-range]";
    kernel.setWaveSize(ArrayRef<int32_t>{waveSize});
    return success();
  }
};
} // namespace
