//===- NumberToNVVM.cpp - Indices, counts and barriers -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "WaveDialect/IR/Coarsening.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

using Dimension = gpu::Dimension;

template <typename XOp, typename YOp, typename ZOp>
static Value getRegister(NVVMKernel &kernel, Dimension dimension) {
  switch (dimension) {
  case Dimension::x:
    return kernel.getRegister<XOp>();
  case Dimension::y:
    return kernel.getRegister<YOp>();
  case Dimension::z:
    return kernel.getRegister<ZOp>();
  }
  llvm_unreachable("every dimension is above");
}

static Value getGroupId(NVVMKernel &kernel, Dimension dimension) {
  return getRegister<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
      kernel, dimension);
}

static Value getLaunchedCount(NVVMKernel &kernel, Dimension dimension) {
  return getRegister<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
      kernel, dimension);
}

/// A block has one dimension; the indices in the kernel's own dimensions follow from
/// the linear one.
static Value createThreadId(NVVMBuilder &b, Dimension dimension) {
  ArrayRef<int32_t> threads = *b.kernel.function.getNumThreads();
  const auto number = static_cast<unsigned>(dimension);
  int32_t before = 1, after = 1;
  for (unsigned other = 0; other < number; ++other)
    before *= threads[other];
  for (unsigned other = number + 1; other < threads.size(); ++other)
    after *= threads[other];
  if (threads[number] == 1)
    return b.i32Number(0);
  Value id = b.kernel.getThread();
  if (before > 1)
    id = arith::DivUIOp::create(b, id, b.i32Number(before));
  if (after > 1)
    id = arith::RemUIOp::create(b, id, b.i32Number(threads[number]));
  return id;
}

static Value createDispatchThreadId(NVVMBuilder &b, Dimension dimension) {
  ArrayRef<int32_t> threads = *b.kernel.function.getNumThreads();
  Value extent = b.i32Number(threads[static_cast<unsigned>(dimension)]);
  Value group = getGroupId(b.kernel, dimension);
  return b.add(arith::MulIOp::create(b, group, extent),
               createThreadId(b, dimension));
}

/// The settings state what hosts of other targets may lack: here nothing checks
/// buffers, and barriers and numbers of waves are right.
static Value createSetting(NVVMBuilder &b, Setting setting) {
  return b.number(b.i1, setting == Setting::RobustBuffers ? 0 : -1);
}

static Value createIndex(NVVMBuilder &b, Value number) {
  return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
}

static Value createNumber(Operation *op, NVVMBuilder &b) {
  NVVMKernel &kernel = b.kernel;
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](LaneIndexOp) { return kernel.getLaneIndex(); })
      .Case([&](LaneCountOp) { return b.i32Number(kWaveSize); })
      .Case([&](gpu::SubgroupSizeOp) {
        return createIndex(b, b.i32Number(kWaveSize));
      })
      .Case([&](GroupWaveIndexOp) { return kernel.getWaveIndex(); })
      .Case([&](gpu::SubgroupIdOp) {
        return createIndex(b, kernel.getWaveIndex());
      })
      .Case([&](GroupWaveCountOp) { return b.i32Number(kernel.countWaves()); })
      .Case([&](GroupIdOp id) { return getGroupId(kernel, id.getDimension()); })
      .Case([&](GroupCountOp count) {
        return getCoarsening(kernel.function)
                   ? kernel.getGroupCount(count.getDimension())
                   : getLaunchedCount(kernel, count.getDimension());
      })
      .Case([&](gpu::GridDimOp count) {
        return createIndex(b, getLaunchedCount(kernel, count.getDimension()));
      })
      .Case([&](GroupIndexOp) { return kernel.getThread(); })
      .Case([&](GroupThreadIdOp id) {
        return createThreadId(b, id.getDimension());
      })
      .Case([&](DispatchThreadIdOp id) {
        return createDispatchThreadId(b, id.getDimension());
      })
      .Case([&](SettingOp op) { return createSetting(b, op.getSetting()); })
      .Case([&](AssumeUniformOp op) { return op.getValue(); })
      .Default(Value());
}

/// A barrier of the block orders all memory accesses of its threads; other blocks also
/// need a fence of the device. A wave's barrier waits for the active lanes, which all
/// reach it.
static void createBarrier(BarrierOp op, NVVMBuilder &b) {
  const BarrierScope scope = op.getScope();
  waitForCopies(b);
  if (scope == BarrierScope::Wave) {
    NVVM::SyncWarpOp::create(b, b.mask);
    return;
  }
  const bool isForDevice = scope != BarrierScope::Group;
  if (isForDevice || !op.getSync())
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel,
                          isForDevice ? "device" : "block");
  if (op.getSync())
    NVVM::Barrier0Op::create(b);
}

FailureOr<bool> nvvm::lowerNumber(Operation *op, NVVMKernel &kernel,
                                  Value mask) {
  NVVMBuilder b(op, kernel, mask);
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    createBarrier(barrier, b);
    op->erase();
    return true;
  }
  Value number = createNumber(op, b);
  if (!number)
    return false;
  op->replaceAllUsesWith(ValueRange{number});
  op->erase();
  return true;
}
