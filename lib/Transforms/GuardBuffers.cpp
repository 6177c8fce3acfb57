//===- GuardBuffers.cpp - Tests every buffer access against the buffer's length ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_GUARDBUFFERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// Below it the address of an element of 4 bytes is positive in 32 bits.
static constexpr int64_t kLargestCheckedIndex = 1 << 29;

/// The buffer and the index that `op` accesses, nulls where it accesses none.
static std::pair<Value, Value> getBufferAccess(Operation *op) {
  Value memory, index;
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && load.getIndices().size() == 1) {
    memory = load.getMemRef();
    index = load.getIndices().front();
  } else if (auto store = dyn_cast<memref::StoreOp>(op);
             store && store.getIndices().size() == 1) {
    memory = store.getMemRef();
    index = store.getIndices().front();
  } else if (auto atomic = dyn_cast<AtomicRMWOp>(op)) {
    memory = atomic.getMemory();
    index = atomic.getIndex();
  }
  // Groupshared and local arrays are operations' results; out of bounds of those
  // is undefined.
  if (!memory || !isa<BlockArgument>(memory))
    return {};
  return {memory, index};
}

namespace {
struct GuardBuffers final : wave::impl::GuardBuffersBase<GuardBuffers> {
  using GuardBuffersBase::GuardBuffersBase;

  void runOnOperation() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        guard(function);
    });
  }

  void guard(FuncOp kernel) {
    SmallVector<Operation *> accesses;
    kernel.walk([&](Operation *op) {
      if (getBufferAccess(op).first)
        accesses.push_back(op);
    });
    if (accesses.empty())
      return;
    auto entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value robust;
    if (hardware)
      robust = SettingOp::create(entry, kernel.getLoc(), entry.getI1Type(),
                                 Setting::RobustBuffers);
    Value zero = arith::ConstantIndexOp::create(entry, kernel.getLoc(), 0);
    llvm::SmallDenseMap<Value, Value> lengths;
    for (Operation *op : accesses) {
      auto [memory, index] = getBufferAccess(op);
      Value &length = lengths[memory];
      if (!length)
        length = memref::DimOp::create(entry, kernel.getLoc(), memory, zero);
      guardAccess(op, index, length, robust);
    }
  }

  void guardAccess(Operation *op, Value index, Value length, Value robust) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value inBounds = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, index, length);
    if (robust) {
      // The API checks the address, and drivers compute it in 32 bits: a larger index
      // would come back as a small one.
      Value limit =
          arith::ConstantIndexOp::create(builder, loc, kLargestCheckedIndex);
      Value checked = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, index, limit);
      checked = arith::AndIOp::create(builder, loc, checked, robust);
      inBounds = arith::OrIOp::create(builder, loc, inBounds, checked);
    }
    bool hasResult = op->getNumResults() && !op->use_empty();
    auto ifOp = scf::IfOp::create(
        builder, loc, hasResult ? TypeRange(op->getResultTypes()) : TypeRange(),
        inBounds, /*withElseRegion=*/hasResult);
    if (!hasResult) {
      op->moveBefore(ifOp.thenBlock()->getTerminator());
      return;
    }
    op->replaceAllUsesWith(ifOp);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    Operation *yield = scf::YieldOp::create(builder, loc, op->getResults());
    op->moveBefore(yield);
    builder.setInsertionPointToStart(ifOp.elseBlock());
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(op->getResult(0).getType()));
    scf::YieldOp::create(builder, loc, zero);
  }
};
} // namespace
