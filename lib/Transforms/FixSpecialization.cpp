//===- FixSpecialization.cpp - Gives specialization constants their defaults ===//
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
#define GEN_PASS_DEF_FIXSPECIALIZATION
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct FixSpecialization final
    : wave::impl::FixSpecializationBase<FixSpecialization> {
  void runOnWaveIR() override {
    getOperation().walk([](SpecializationConstantOp op) {
      OpBuilder builder(op);
      op.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op.getLoc(), op.getValue())
              .getResult());
      op.erase();
    });
  }
};
} // namespace
