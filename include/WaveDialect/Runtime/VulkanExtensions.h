//===- VulkanExtensions.h - Declarations of extensions ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations that the headers of Debian 12 lack, with Vulkan's names: of
// VK_KHR_cooperative_matrix, VK_KHR_shader_bfloat16 and
// VK_KHR_shader_maximal_reconvergence.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANEXTENSIONS_H
#define WAVEDIALECT_RUNTIME_VULKANEXTENSIONS_H

#include <vulkan/vulkan_core.h>

namespace wave::runtime {

inline constexpr const char *reconvergenceExtension =
    "VK_KHR_shader_maximal_reconvergence";
inline constexpr const char *cooperativeMatrixExtension =
    "VK_KHR_cooperative_matrix";
inline constexpr const char *bfloat16Extension = "VK_KHR_shader_bfloat16";

inline constexpr auto bfloat16Structure =
    static_cast<VkStructureType>(1000141000);
inline constexpr auto reconvergenceStructure =
    static_cast<VkStructureType>(1000434000);
inline constexpr auto cooperativeMatrixStructure =
    static_cast<VkStructureType>(1000506000);
inline constexpr auto matrixPropertiesStructure =
    static_cast<VkStructureType>(1000506001);

/// VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR.
struct MaximalReconvergenceFeatures {
  VkStructureType sType;
  void *pNext;
  VkBool32 shaderMaximalReconvergence;
};

/// VkPhysicalDeviceCooperativeMatrixFeaturesKHR.
struct CooperativeMatrixFeatures {
  VkStructureType sType;
  void *pNext;
  VkBool32 cooperativeMatrix;
  VkBool32 cooperativeMatrixRobustBufferAccess;
};

/// VkPhysicalDeviceShaderBfloat16FeaturesKHR.
struct BFloat16Features {
  VkStructureType sType;
  void *pNext;
  VkBool32 shaderBFloat16Type;
  VkBool32 shaderBFloat16DotProduct;
  VkBool32 shaderBFloat16CooperativeMatrix;
};

/// VkComponentTypeKHR, and the only value of VkScopeKHR in use.
enum : int32_t {
  componentFloat16 = 0,
  componentFloat32 = 1,
  componentSint8 = 3,
  componentSint32 = 5,
  componentBFloat16 = 1000141000,
  scopeSubgroup = 3,
};

/// VkCooperativeMatrixPropertiesKHR.
struct CooperativeMatrixProperties {
  VkStructureType sType;
  void *pNext;
  uint32_t MSize, NSize, KSize;
  int32_t AType, BType, CType, ResultType;
  VkBool32 saturatingAccumulation;
  int32_t scope;
};

using PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR = VkResult(
    VKAPI_PTR *)(VkPhysicalDevice, uint32_t *, CooperativeMatrixProperties *);

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANEXTENSIONS_H
