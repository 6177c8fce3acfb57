//===- WaveToGPU.cpp - Kernels become gpu.func, ids become gpu ids --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/OperationRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTWAVETOGPU
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

/// Ids of the gpu dialect are of type index; ids of the wave dialect are i32.
static void replaceByIndex(Operation *op, Value index) {
  OpBuilder builder(op);
  Value number = arith::IndexCastUIOp::create(builder, op->getLoc(),
                                              builder.getI32Type(), index);
  op->replaceAllUsesWith(ValueRange{number});
  op->erase();
}

template <typename WaveOp, typename GPUOp>
static void convertDimension(Operation *op) {
  OpBuilder builder(op);
  auto dimension = cast<WaveOp>(op).getDimension();
  replaceByIndex(op, GPUOp::create(builder, op->getLoc(), dimension));
}

/// Computes the linear index from the three components, as HLSL defines
/// SV_GroupIndex.
static void convertGroupIndex(GroupIndexOp op, ArrayRef<int32_t> threads) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto getId = [&](gpu::Dimension dimension) -> Value {
    return gpu::ThreadIdOp::create(builder, loc, dimension);
  };
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto multiplyAdd = [&](Value a, Value b, Value c) -> Value {
    Value product = arith::MulIOp::create(builder, loc, a, b);
    return arith::AddIOp::create(builder, loc, product, c);
  };
  Value x = getId(gpu::Dimension::x), y = getId(gpu::Dimension::y),
        z = getId(gpu::Dimension::z);
  Value rows = multiplyAdd(z, getConstant(threads[1]), y);
  replaceByIndex(op, multiplyAdd(rows, getConstant(threads[0]), x));
}

static void convertOperation(Operation *op, const KernelDescription &kernel) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  IntegerAttr waves =
      kernel.numWaves ? builder.getIndexAttr(kernel.numWaves) : IntegerAttr();
  if (isa<GroupIdOp>(op))
    convertDimension<GroupIdOp, gpu::BlockIdOp>(op);
  else if (isa<GroupCountOp>(op) && kernel.coarsening.empty())
    convertDimension<GroupCountOp, gpu::GridDimOp>(op);
  else if (isa<DispatchThreadIdOp>(op))
    convertDimension<DispatchThreadIdOp, gpu::GlobalIdOp>(op);
  else if (isa<GroupThreadIdOp>(op))
    convertDimension<GroupThreadIdOp, gpu::ThreadIdOp>(op);
  else if (auto index = dyn_cast<GroupIndexOp>(op))
    convertGroupIndex(index, kernel.launchedThreads);
  else if (isa<LaneIndexOp>(op))
    replaceByIndex(op, gpu::LaneIdOp::create(builder, loc, nullptr));
  else if (isa<GroupWaveIndexOp>(op))
    replaceByIndex(op, gpu::SubgroupIdOp::create(builder, loc, waves));
  else if (isa<GroupWaveCountOp>(op))
    replaceByIndex(op, gpu::NumSubgroupsOp::create(builder, loc, nullptr));
  // With num_waves the wave size is a constant of the pipeline.
  else if (isa<LaneCountOp>(op) && !kernel.numWaves)
    replaceByIndex(op, gpu::SubgroupSizeOp::create(builder, loc, nullptr));
  else if (auto barrier = dyn_cast<BarrierOp>(op);
           barrier && barrier.getSync() &&
           barrier.getScope() == BarrierScope::Group) {
    gpu::BarrierOp::create(builder, loc);
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void convertKernel(FuncOp kernel) {
  KernelDescription description = KernelDescription::get(kernel);
  SmallVector<Operation *> ops;
  kernel.getBody().walk([&](Operation *op) {
    if (isa<WaveDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    convertOperation(op, description);

  OpBuilder builder(kernel);
  auto function = gpu::GPUFuncOp::create(
      builder, kernel.getLoc(), kernel.getSymName(), kernel.getFunctionType());
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function->setAttr("wave.kernel",
                    description.toAttribute(kernel.getContext()));
  if (ArrayAttr arguments = kernel.getArgAttrsAttr())
    function.setArgAttrsAttr(arguments);
  function.getBody().takeBody(kernel.getBody());
  Operation *end = function.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  gpu::ReturnOp::create(builder, end->getLoc());
  end->erase();
  kernel.erase();
}

namespace {
struct ConvertWaveToGPU final
    : wave::impl::ConvertWaveToGPUBase<ConvertWaveToGPU> {
  void runOnWaveIR() override {
    // Passes may have turned values into constants that break a rule.
    if (failed(verifyWaveOperations(getOperation())))
      return signalPassFailure();
    SmallVector<FuncOp> kernels, others;
    getOperation().walk([&](FuncOp function) {
      (function.getKernel() ? kernels : others).push_back(function);
    });
    for (FuncOp kernel : kernels)
      if (!isa<gpu::GPUModuleOp>(kernel->getParentOp())) {
        emitKernelPlaceError(kernel);
        return signalPassFailure();
      }
    for (FuncOp kernel : kernels)
      convertKernel(kernel);
    // Exported functions of a library have no code of their own in this module.
    for (FuncOp function : others)
      function.erase();
  }
};
} // namespace
