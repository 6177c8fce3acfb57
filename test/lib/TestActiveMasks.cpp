//===- TestActiveMasks.cpp - Masks as other compilers read them ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace {
/// Replaces the mask of each operation on lanes by the lanes that the machine happens
/// to run together, as other compilers do: `activemask`. Nothing says which these are.
struct TestActiveMasks final : PassWrapper<TestActiveMasks, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestActiveMasks)

  StringRef getArgument() const final { return "test-active-masks"; }
  StringRef getDescription() const final {
    return "Reads the masks of operations on lanes from the machine";
  }

  void runOnOperation() final {
    getOperation()->walk([](Operation *op) {
      auto replace = [&](OpOperand &mask) {
        OpBuilder builder(op);
        auto active = LLVM::CallIntrinsicOp::create(
            builder, op->getLoc(), builder.getI32Type(),
            builder.getStringAttr("llvm.nvvm.activemask"), ValueRange());
        mask.set(active.getResult(0));
      };
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](NVVM::VoteSyncOp vote) { replace(vote.getMaskMutable()); })
          .Case(
              [&](NVVM::ShflOp read) { replace(read.getThreadMaskMutable()); })
          .Case([&](NVVM::ReduxOp reduce) {
            replace(reduce.getMaskAndClampMutable());
          })
          .Case([&](NVVM::MatchSyncOp match) {
            replace(match.getThreadMaskMutable());
          });
    });
  }
};
} // namespace

namespace mlir::wave {
void registerTestActiveMasks() { PassRegistration<TestActiveMasks>(); }
} // namespace mlir::wave
