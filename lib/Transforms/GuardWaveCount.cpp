//===- GuardWaveCount.cpp - Retires groups with a wrong number of waves -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The device's own number of waves might be wrong, and counting all waves would
// accept partial waves. The guard counts full waves of the right size: a group
// of X * N threads has X of them only if no thread is in any other wave.

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_GUARDWAVECOUNT
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
/// Emits the guard of one kernel at its entry, where all lanes are active.
class Guard {
public:
  Guard(FuncOp kernel, const KernelLaunch &launch)
      : kernel(kernel), launch(launch),
        builder(OpBuilder::atBlockBegin(&kernel.getBody().front())),
        loc(kernel.getLoc()),
        place(arith::ConstantIndexOp::create(builder, loc, 0)),
        isFirstThread(compare(arith::CmpIPredicate::eq,
                              GroupIndexOp::create(builder, loc, i32()), 0)) {}

  void emit();

private:
  Type i32() { return builder.getI32Type(); }
  Value getConstant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value compare(arith::CmpIPredicate predicate, Value left, int64_t right) {
    return arith::CmpIOp::create(builder, loc, predicate, left,
                                 getConstant(right));
  }
  Value both(Value left, Value right) {
    return arith::AndIOp::create(builder, loc, left, right);
  }
  Value getMachines(Value index) {
    return arith::IndexCastUIOp::create(builder, loc, i32(), index);
  }
  void addOne(Value condition, Value memory);
  Value clearCounter();
  Value isFullWave();

  FuncOp kernel;
  const KernelLaunch &launch;
  OpBuilder builder;
  Location loc;
  Value place, isFirstThread;
};
} // namespace

/// Makes the lane for which `condition` holds increment the first element of
/// `memory`.
void Guard::addOne(Value condition, Value memory) {
  Value one = getConstant(1);
  auto ifOp =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder inside = ifOp.getThenBodyBuilder();
  AtomicRMWOp::create(inside, loc, i32(), gpu::AllReduceOperation::ADD, one,
                      memory, place);
}

/// Creates a counter in groupshared memory, which all lanes see as 0.
Value Guard::clearCounter() {
  auto space = gpu::AddressSpaceAttr::get(kernel.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({1}, i32(), MemRefLayoutAttrInterface(), space);
  Value counter = GroupsharedOp::create(builder, loc, type, /*size=*/Value());
  Value zero = getConstant(0);
  auto ifOp =
      scf::IfOp::create(builder, loc, isFirstThread, /*withElseRegion=*/false);
  OpBuilder inside = ifOp.getThenBodyBuilder();
  memref::StoreOp::create(inside, loc, zero, counter, place);
  BarrierOp::create(builder, loc, BarrierScope::Group, /*sync=*/true);
  return counter;
}

/// Whether all lanes of the wave are active, its size is one that the kernel
/// supports, and it does not retire at entry.
Value Guard::isFullWave() {
  using Predicate = arith::CmpIPredicate;
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value active = CountBitsOp::create(builder, loc, i32(), yes);
  Value size = getMachines(gpu::SubgroupSizeOp::create(builder, loc, nullptr));
  Value result =
      arith::CmpIOp::create(builder, loc, Predicate::eq, active, size);
  if (launch.form == KernelLaunch::Form::Exact) {
    const int32_t only = kernel.getWaveSizes().front();
    result = both(result, compare(Predicate::eq, size, only));
  } else {
    const ArrayRef<int32_t> sizes = launch.waveSizes;
    result = both(result, compare(Predicate::uge, size, sizes.front()));
    result = both(result, compare(Predicate::ule, size, sizes.back()));
  }
  if (!launch.retires)
    return result;
  Value index = getMachines(gpu::SubgroupIdOp::create(builder, loc, nullptr));
  return both(result, compare(Predicate::ult, index, launch.numWaves));
}

void Guard::emit() {
  Value counter = clearCounter();
  Value isFull = isFullWave();
  Value isFirstLane = IsFirstLaneOp::create(builder, loc, builder.getI1Type());
  addOne(both(isFirstLane, isFull), counter);
  BarrierOp::create(builder, loc, BarrierScope::Group, /*sync=*/true);
  // All waves have added, but the analysis does not track memory.
  Value count = AssumeUniformOp::create(
      builder, loc, i32(),
      memref::LoadOp::create(builder, loc, counter, place));
  Value differs = compare(arith::CmpIPredicate::ne, count, launch.numWaves);
  // The manifest calls the buffer `guard`; it counts the retired groups.
  addOne(both(isFirstThread, differs),
         addHiddenBuffer(kernel, "wave_guard", kGuardAttribute));
  auto retire = RetireIfOp::create(builder, loc, differs);
  retire->setAttr(kGuardAttribute, builder.getUnitAttr());
}

static bool isGuarded(FuncOp kernel) {
  return llvm::any_of(
      llvm::seq<unsigned>(0, kernel.getNumArguments()), [&](unsigned index) {
        return static_cast<bool>(kernel.getArgAttr(index, kGuardAttribute));
      });
}

namespace {
struct GuardWaveCount final : wave::impl::GuardWaveCountBase<GuardWaveCount> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp function) {
      if (!function.getKernel() || isGuarded(function))
        return;
      if (std::optional<KernelLaunch> launch = KernelLaunch::get(function))
        Guard(function, *launch).emit();
    });
  }
};
} // namespace
