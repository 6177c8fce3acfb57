//===- GuardWaveSize.cpp - Retires groups with a wrong wave size ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::wave {
#define GEN_PASS_DEF_GUARDWAVESIZE
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct GuardWaveSize final : wave::impl::GuardWaveSizeBase<GuardWaveSize> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp function) {
      bool fixed =
          function.getNumWavesAttr() ||
          (function.getWaveSize() && function.getWaveSize()->size() == 1);
      if (!function.getKernel() || !fixed)
        return;
      auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
      Location loc = function.getLoc();
      Type i32 = builder.getI32Type();
      Value expected = LaneCountOp::create(builder, loc, i32);
      Value machine = arith::IndexCastUIOp::create(
          builder, loc, i32,
          gpu::SubgroupSizeOp::create(builder, loc, nullptr));
      Value differs = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ne, machine, expected);
      RetireIfOp::create(builder, loc, differs);
    });
  }
};
} // namespace
