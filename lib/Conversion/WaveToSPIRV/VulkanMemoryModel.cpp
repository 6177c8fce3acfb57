//===- VulkanMemoryModel.cpp - The memory model of cooperative matrices ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shaders with cooperative matrices must use Vulkan's memory model. There, a barrier orders
// only accesses that are marked as non-private, it states that it makes writes available and
// visible, and no variable is `Coherent`. All other modules have the older model, which every
// device supports.

#include "KernelModule.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether other invocations may access the memory.
static bool isShared(Value pointer) {
  switch (cast<spirv::PointerType>(pointer.getType()).getStorageClass()) {
  case spirv::StorageClass::StorageBuffer:
  case spirv::StorageClass::Workgroup:
    return true;
  default:
    return false;
  }
}

template <typename OpT>
static void markAccess(OpT op) {
  if (!isShared(op.getPtr()))
    return;
  auto access = op.getMemoryAccess().value_or(spirv::MemoryAccess::None);
  op.setMemoryAccess(access | spirv::MemoryAccess::NonPrivatePointer);
}

template <typename OpT>
static void markMatrixAccess(OpT op) {
  auto access = op.getMemoryOperand().value_or(spirv::MemoryAccess::None);
  op.setMemoryOperand(access | spirv::MemoryAccess::NonPrivatePointer);
}

template <typename OpT>
static void markBarrier(OpT op) {
  op.setMemorySemantics(op.getMemorySemantics() |
                        spirv::MemorySemantics::MakeAvailable |
                        spirv::MemorySemantics::MakeVisible);
}

/// The scope Device is a feature of its own; QueueFamily has all groups of a launch.
static void narrowScopes(Operation *op) {
  for (NamedAttribute attribute : op->getAttrs()) {
    auto scope = dyn_cast<spirv::ScopeAttr>(attribute.getValue());
    if (!scope || scope.getValue() != spirv::Scope::Device)
      continue;
    op->setAttr(
        attribute.getName(),
        spirv::ScopeAttr::get(op->getContext(), spirv::Scope::QueueFamily));
  }
}

void KernelModule::useVulkanMemoryModel() {
  module.setMemoryModel(spirv::MemoryModel::Vulkan);
  module.walk([&](Operation *op) {
    narrowScopes(op);
    if (auto load = dyn_cast<spirv::LoadOp>(op))
      markAccess(load);
    else if (auto store = dyn_cast<spirv::StoreOp>(op))
      markAccess(store);
    else if (auto load = dyn_cast<spirv::KHRCooperativeMatrixLoadOp>(op))
      markMatrixAccess(load);
    else if (auto store = dyn_cast<spirv::KHRCooperativeMatrixStoreOp>(op))
      markMatrixAccess(store);
    else if (auto barrier = dyn_cast<spirv::ControlBarrierOp>(op))
      markBarrier(barrier);
    else if (auto barrier = dyn_cast<spirv::MemoryBarrierOp>(op))
      markBarrier(barrier);
    else if (isa<spirv::GlobalVariableOp>(op))
      op->removeAttr("coherent");
  });
}
