//===- EmulateGroupIndex.cpp - Counts the waves of a group ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads may be distributed over waves in any way, so the index of a wave
// cannot be derived from its threads: the waves take indices from a counter as
// they arrive.

#include "WaveDialect/DXIL/ShaderModels.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_EMULATEGROUPINDEX
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
/// The operations of a kernel that need the index or the number of waves.
struct Numbers {
  explicit Numbers(FuncOp kernel);
  bool empty() const { return indices.empty() && counts.empty(); }

  /// Uses of the wave's index, including the device's own.
  SmallVector<Operation *> indices;
  SmallVector<Operation *> counts;
  /// The first of these operations in the kernel, preferably one of the user's.
  Operation *first = nullptr;
};
} // namespace

Numbers::Numbers(FuncOp kernel) {
  SmallVector<Operation *> unused;
  // Under num_waves the count is a constant.
  bool hasCount = !kernel.getNumWavesAttr();
  kernel.walk([&](Operation *op) {
    bool isIndex = isa<GroupWaveIndexOp, gpu::SubgroupIdOp>(op);
    bool isCount = isa<GroupWaveCountOp>(op) && hasCount;
    if (!isIndex && !isCount)
      return;
    if (op->use_empty())
      return unused.push_back(op);
    (isIndex ? indices : counts).push_back(op);
    bool isMachines = isa<gpu::SubgroupIdOp>(op);
    if (!first || (isa<gpu::SubgroupIdOp>(first) && !isMachines))
      first = op;
  });
  for (Operation *op : unused)
    op->erase();
}

namespace {
/// Emits the counter at the kernel's entry.
class Counter {
public:
  /// `loc` is the location of the first use.
  Counter(FuncOp kernel, Location loc)
      : builder(OpBuilder::atBlockBegin(&kernel.getBody().front())), loc(loc) {}

  void emit(const Numbers &numbers);

private:
  Value getConstant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  void waitForGroup() {
    BarrierOp::create(builder, loc, BarrierScope::Group, /*sync=*/true);
  }
  void clear();
  Value arrive();
  Value getCount();

  OpBuilder builder;
  Location loc;
  Value memory, place;
};
} // namespace

void Counter::clear() {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({1}, builder.getI32Type(),
                              MemRefLayoutAttrInterface(), space);
  auto counter = GroupsharedOp::create(builder, loc, type, /*size=*/Value());
  counter->setAttr("wave.counter", builder.getUnitAttr());
  memory = counter;
  place = arith::ConstantIndexOp::create(builder, loc, 0);
  Value zero = getConstant(0);
  Value thread = GroupIndexOp::create(builder, loc, builder.getI32Type());
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        thread, zero);
  auto ifOp = scf::IfOp::create(builder, loc, isFirst,
                                /*withElseRegion=*/false);
  auto inside = ifOp.getThenBodyBuilder();
  memref::StoreOp::create(inside, loc, zero, memory, place);
  waitForGroup();
}

/// Returns the number of waves that arrived before. It does not matter which
/// lane adds; lane 0 may be missing.
Value Counter::arrive() {
  Type i32 = builder.getI32Type();
  Value isFirst = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  auto ifOp = scf::IfOp::create(builder, loc, TypeRange(i32), isFirst,
                                /*withElseRegion=*/true);
  auto inside = ifOp.getThenBodyBuilder();
  Value one =
      arith::ConstantOp::create(inside, loc, inside.getI32IntegerAttr(1));
  Value before = AtomicRMWOp::create(
      inside, loc, i32, gpu::AllReduceOperation::ADD, one, memory, place);
  scf::YieldOp::create(inside, loc, before);
  auto outside = ifOp.getElseBodyBuilder();
  Value zero =
      arith::ConstantOp::create(outside, loc, outside.getI32IntegerAttr(0));
  scf::YieldOp::create(outside, loc, zero);
  Value index = ReadFirstLaneOp::create(builder, loc, i32, ifOp.getResult(0));
  waitForGroup();
  return index;
}

/// The counter no longer changes, but the analysis does not track memory.
Value Counter::getCount() {
  Value count = memref::LoadOp::create(builder, loc, memory, place);
  return AssumeUniformOp::create(builder, loc, count.getType(), count);
}

void Counter::emit(const Numbers &numbers) {
  clear();
  Value index = arrive();
  auto isIndex = [](Operation *op) {
    return op->getResult(0).getType().isIndex();
  };
  // The builder's insertion point is the block's first operation, which may be
  // erased below.
  Value count = numbers.counts.empty() ? Value() : getCount();
  Value wide = llvm::none_of(numbers.indices, isIndex)
                   ? Value()
                   : arith::IndexCastUIOp::create(
                         builder, loc, builder.getIndexType(), index);
  for (Operation *op : numbers.indices) {
    op->replaceAllUsesWith(ValueRange{isIndex(op) ? wide : index});
    op->erase();
  }
  for (Operation *op : numbers.counts) {
    op->replaceAllUsesWith(ValueRange{count});
    op->erase();
  }
}

namespace {
struct EmulateGroupIndex final
    : wave::impl::EmulateGroupIndexBase<EmulateGroupIndex> {
  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        ok &= succeeded(emulate(function));
    });
    if (!ok)
      signalPassFailure();
  }

  static LogicalResult emulate(FuncOp kernel) {
    if (kernel.getNumWavesValue() == 1)
      return success();
    Numbers numbers(kernel);
    if (numbers.empty())
      return success();
    if (kernel.getNumWavesAttr())
      return numbers.first->emitError(
          "waves are counted in groups of threads: run "
          "wave-num-waves-to-num-threads with wave-size or surplus first "
          "[emulate-num-waves]");
    numbers.first->emitRemark(
        "the index of a wave in its group, and their number, are counted in "
        "groupshared memory: the index is the order in which waves arrive. "
        "Target Shader Model ")
        << dxil::getFirstModel(dxil::Feature::GroupWaveNumbers)
        << " for the machine's own; with emulate-group-index=false a target "
           "without them is refused [group-index-emulated]";
    Counter(kernel, numbers.first->getLoc()).emit(numbers);
    return success();
  }
};
} // namespace
