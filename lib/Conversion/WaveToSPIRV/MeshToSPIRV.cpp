//===- MeshToSPIRV.cpp - Launch of mesh groups by a task shader -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The payload is a variable in TaskPayloadWorkgroupEXT. An array that is only
// stored to becomes that variable. Any other array remains in Workgroup memory,
// where barriers and atomics certainly apply to it, and all threads copy it at
// the end.

#include "Patterns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

static bool isOnlyStored(Value memory, DispatchMeshOp dispatch) {
  return llvm::all_of(memory.getUsers(), [&](Operation *user) {
    std::optional<MemoryAccess> access = getMemoryAccess(user);
    return user == dispatch || (access && !access->reads);
  });
}

/// Whether a barrier follows the last access of `memory`, so that all writes
/// are visible.
static bool isComplete(Value memory, DispatchMeshOp dispatch) {
  for (Operation *op = dispatch->getPrevNode(); op; op = op->getPrevNode()) {
    auto barrier = dyn_cast<BarrierOp>(op);
    if (isa<gpu::BarrierOp>(op) || (barrier && barrier.getSync() &&
                                    barrier.getScope() == BarrierScope::All))
      return true;
    WalkResult result = op->walk([&](Operation *nested) {
      return llvm::is_contained(nested->getOperands(), memory)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return false;
  }
  return false;
}

/// Returns the linear id of this thread in its group and the number of threads,
/// as indices.
static std::pair<Value, Value> getThreads(OpBuilder &builder, Location loc,
                                          const KernelDescription &kernel) {
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  auto thread = [&](gpu::Dimension dimension) -> Value {
    return gpu::ThreadIdOp::create(builder, loc, dimension);
  };
  if (kernel.numWaves) {
    Value lanes = arith::IndexCastUIOp::create(
        builder, loc, builder.getIndexType(),
        LaneCountOp::create(builder, loc, builder.getI32Type()));
    return {
        thread(gpu::Dimension::x),
        arith::MulIOp::create(builder, loc, lanes, constant(kernel.numWaves))};
  }
  Value number = thread(gpu::Dimension::z);
  int64_t count = kernel.launchedThreads[2];
  for (auto [dimension, extent] :
       {std::pair(gpu::Dimension::y, kernel.launchedThreads[1]),
        std::pair(gpu::Dimension::x, kernel.launchedThreads[0])}) {
    number = arith::MulIOp::create(builder, loc, number, constant(extent));
    number = arith::AddIOp::create(builder, loc, number, thread(dimension));
    count *= extent;
  }
  return {number, constant(count)};
}

/// All threads copy a part of the payload before the launch.
static void copyPayload(DispatchMeshOp dispatch, Value payload,
                        const KernelDescription &kernel) {
  Value memory = dispatch.getPayload();
  OpBuilder builder(dispatch);
  Location loc = dispatch.getLoc();
  if (!isComplete(memory, dispatch))
    gpu::BarrierOp::create(builder, loc);
  auto [first, threads] = getThreads(builder, loc, kernel);
  Value end = arith::ConstantIndexOp::create(
      builder, loc, cast<MemRefType>(memory.getType()).getNumElements());
  auto loop = scf::ForOp::create(builder, loc, first, end, threads);
  builder.setInsertionPointToStart(loop.getBody());
  Value place = loop.getInductionVar();
  Value element = memref::LoadOp::create(builder, loc, memory, place);
  memref::StoreOp::create(builder, loc, element, payload, place);
}

void wave::launchMeshGroups(KernelModule &module) {
  auto dispatches = module.function.getBody().front().getOps<DispatchMeshOp>();
  if (dispatches.empty())
    return;
  DispatchMeshOp dispatch = *dispatches.begin();
  Location loc = dispatch.getLoc();
  auto entry = OpBuilder::atBlockBegin(dispatch->getBlock());
  Value address;
  if (Value memory = dispatch.getPayload()) {
    address = module.getPayload(entry, loc, cast<MemRefType>(memory.getType()));
    auto type = cast<MemRefType>(memory.getType());
    type = MemRefType::get(
        type.getShape(), type.getElementType(), type.getLayout(),
        spirv::StorageClassAttr::get(
            type.getContext(), spirv::StorageClass::TaskPayloadWorkgroupEXT));
    Value payload =
        UnrealizedConversionCastOp::create(entry, loc, TypeRange(type), address)
            .getResult(0);
    if (isOnlyStored(memory, dispatch)) {
      Operation *array = memory.getDefiningOp();
      dispatch.getPayloadMutable().clear();
      memory.replaceAllUsesWith(payload);
      array->erase();
    } else {
      copyPayload(dispatch, payload, module.getDescription());
    }
  }
  // The following operations have no effects, and the launch terminates the
  // function.
  Block *block = dispatch->getBlock();
  OpBuilder builder(dispatch);
  auto launch = spirv::EXTEmitMeshTasksOp::create(
      builder, loc, dispatch.getX(), dispatch.getY(), dispatch.getZ(), address);
  while (&block->back() != launch)
    block->back().erase();
}
