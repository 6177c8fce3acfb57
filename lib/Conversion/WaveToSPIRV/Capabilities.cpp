//===- Capabilities.cpp - Which capabilities a SPIR-V module needs ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's `spirv-update-vce` misses those of built-in variables and lowers the
// version to the least possible, which Vulkan's interface rules then refuse.

#include "KernelModule.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVEnums.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::wave;
using spirv::Capability;

static bool isSubgroupBuiltIn(StringRef name) {
  return name == "SubgroupSize" || name == "NumSubgroups" ||
         name == "SubgroupId" || name == "SubgroupLocalInvocationId";
}

SmallVector<Capability> wave::getNeededCapabilities(spirv::ModuleOp module) {
  llvm::SetVector<Capability> needed;
  needed.insert(Capability::Shader);
  auto require = [&](ArrayRef<Capability> anyOf) {
    for (Capability have : needed) {
      SmallVector<Capability> implied =
          llvm::to_vector(spirv::getRecursiveImpliedCapabilities(have));
      for (Capability candidate : anyOf)
        if (candidate == have || llvm::is_contained(implied, candidate))
          return;
    }
    needed.insert(anyOf.front());
  };
  module.walk([&](Operation *op) {
    if (auto query = dyn_cast<spirv::QueryCapabilityInterface>(op))
      for (ArrayRef<Capability> anyOf : query.getCapabilities())
        if (!anyOf.empty())
          require(anyOf);
    if (auto variable = dyn_cast<spirv::GlobalVariableOp>(op))
      if (std::optional<StringRef> name = variable.getBuiltIn();
          name && isSubgroupBuiltIn(*name))
        require(Capability::GroupNonUniform);
    // It becomes OpGroupNonUniformBroadcastFirst.
    if (auto call = dyn_cast<spirv::FunctionCallOp>(op))
      if (call.getCallee().starts_with(kBroadcastFirstPrefix))
        require(Capability::GroupNonUniformBallot);
  });
  // What others imply is not listed, and linkage goes with the imported functions.
  SmallVector<Capability> result;
  for (Capability capability : needed) {
    bool implied = llvm::any_of(needed, [&](Capability other) {
      return other != capability &&
             llvm::is_contained(
                 llvm::to_vector(spirv::getRecursiveImpliedCapabilities(other)),
                 capability);
    });
    if (!implied && capability != Capability::Linkage)
      result.push_back(capability);
  }
  llvm::sort(result);
  return result;
}
