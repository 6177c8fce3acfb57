//===- Capabilities.cpp - Capabilities that a SPIR-V module needs ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's `spirv-update-vce` misses the capabilities of built-in variables,
// 64-bit atomics and images without a format. It also lowers the version to the
// lowest possible one, which then violates Vulkan's interface rules.

#include "KernelModule.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVEnums.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVTypes.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::wave;
using spirv::Capability;

static bool isSubgroupBuiltIn(StringRef name) {
  return name == "SubgroupSize" || name == "NumSubgroups" ||
         name == "SubgroupId" || name == "SubgroupLocalInvocationId";
}

namespace {
/// The capabilities found so far and the capabilities that they imply.
class CapabilitySet {
public:
  /// Requires one of `anyOf`.
  void require(ArrayRef<Capability> anyOf) {
    if (anyOf.empty() || llvm::any_of(anyOf, [&](Capability candidate) {
          return covered.contains(candidate);
        }))
      return;
    needed.push_back(anyOf.front());
    covered.insert(anyOf.front());
    for (Capability implied :
         spirv::getRecursiveImpliedCapabilities(anyOf.front()))
      covered.insert(implied);
  }

  /// Removes capabilities that other ones imply, except Shader, which
  /// determines the kind of the module, and those of matrices. Removes Linkage because the completion
  /// of the binary removes the imported functions.
  SmallVector<Capability> takeMinimal() {
    llvm::DenseSet<Capability> implied;
    for (Capability capability : needed)
      for (Capability other :
           spirv::getRecursiveImpliedCapabilities(capability))
        implied.insert(other);
    llvm::erase_if(needed, [&](Capability capability) {
      return capability == Capability::Linkage ||
             (!isKept(capability) && implied.contains(capability));
    });
    llvm::sort(needed);
    return std::move(needed);
  }

private:
  /// Hosts look for these by name.
  static bool isKept(Capability capability) {
    return llvm::is_contained({Capability::Shader,
                               Capability::CooperativeMatrixKHR,
                               Capability::BFloat16TypeKHR},
                              capability);
  }

  SmallVector<Capability> needed;
  llvm::DenseSet<Capability> covered;
};

/// Requires the capabilities of each type once.
class TypeCapabilities {
public:
  explicit TypeCapabilities(CapabilitySet &set) : set(set) {}

  void require(TypeRange types) {
    for (Type type : types)
      require(type);
  }
  void require(Type type) {
    if (!seen.insert(type).second)
      return;
    if (auto matrix = dyn_cast<spirv::CooperativeMatrixType>(type))
      return requireMatrix(matrix.getElementType());
    // Bytes are loaded, stored and converted, which needs no 8-bit arithmetic.
    auto spirvType = dyn_cast<spirv::SPIRVType>(type);
    if (!spirvType || type.isInteger(8))
      return;
    SmallVector<ArrayRef<Capability>> needed;
    auto pointer = dyn_cast<spirv::PointerType>(type);
    spirvType.getCapabilities(needed,
                              pointer ? std::optional(pointer.getStorageClass())
                                      : std::nullopt);
    for (ArrayRef<Capability> anyOf : needed)
      set.require(anyOf);
  }

private:
  void requireMatrix(Type element) {
    set.require(Capability::VulkanMemoryModel);
    set.require(Capability::CooperativeMatrixKHR);
    if (element.isF16())
      set.require(Capability::Float16);
    if (element.isInteger(8))
      set.require(Capability::Int8);
    if (element.isBF16()) {
      set.require(Capability::BFloat16TypeKHR);
      set.require(Capability::BFloat16CooperativeMatrixKHR);
    }
  }

  CapabilitySet &set;
  llvm::DenseSet<Type> seen;
};
} // namespace

/// Upstream requires only the capability of the integer type.
static bool isAtomicOf64Bits(Operation *op) {
  return op->getNumResults() == 1 && op->getResult(0).getType().isInteger(64) &&
         isa<spirv::AtomicIAddOp, spirv::AtomicAndOp, spirv::AtomicOrOp,
             spirv::AtomicXorOp, spirv::AtomicSMinOp, spirv::AtomicUMinOp,
             spirv::AtomicSMaxOp, spirv::AtomicUMaxOp, spirv::AtomicExchangeOp,
             spirv::AtomicCompareExchangeOp>(op);
}

/// Whether this is a storage image whose format the module does not know.
static bool hasUnknownFormat(Value image) {
  auto type = cast<spirv::ImageType>(image.getType());
  return type.getImageFormat() == spirv::ImageFormat::Unknown &&
         type.getSamplerUseInfo() == spirv::ImageSamplerUseInfo::NoSampler;
}

SmallVector<Capability> wave::getNeededCapabilities(spirv::ModuleOp module) {
  CapabilitySet set;
  set.require(Capability::Shader);
  TypeCapabilities types(set);
  module.walk([&](Operation *op) {
    types.require(op->getResultTypes());
    if (auto query = dyn_cast<spirv::QueryCapabilityInterface>(op))
      for (ArrayRef<Capability> anyOf : query.getCapabilities())
        set.require(anyOf);
    if (auto variable = dyn_cast<spirv::GlobalVariableOp>(op)) {
      types.require(variable.getType());
      if (std::optional<StringRef> name = variable.getBuiltIn();
          name && isSubgroupBuiltIn(*name))
        set.require(Capability::GroupNonUniform);
    }
    if (auto read = dyn_cast<spirv::ImageReadOp>(op))
      if (hasUnknownFormat(read.getImage()))
        set.require(Capability::StorageImageReadWithoutFormat);
    if (auto write = dyn_cast<spirv::ImageWriteOp>(op))
      if (hasUnknownFormat(write.getImage()))
        set.require(Capability::StorageImageWriteWithoutFormat);
    if (isAtomicOf64Bits(op))
      set.require(Capability::Int64Atomics);
    // Calls of imported functions become instructions.
    if (auto call = dyn_cast<spirv::FunctionCallOp>(op)) {
      if (call.getCallee().starts_with(kBroadcastFirstPrefix))
        set.require(Capability::GroupNonUniformBallot);
      if (call.getCallee().starts_with(kImageSizePrefix))
        set.require(Capability::ImageQuery);
    }
  });
  return set.takeMinimal();
}
