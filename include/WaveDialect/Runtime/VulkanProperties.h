//===- VulkanProperties.h - Capabilities of a Vulkan device -----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANPROPERTIES_H
#define WAVEDIALECT_RUNTIME_VULKANPROPERTIES_H

#include "WaveDialect/Runtime/VulkanInstance.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>

namespace wave::runtime {

/// A product that cooperative matrices of a wave compute: `c` plus M x K elements times K x N
/// elements, by the names of wave IR.
struct MatrixProduct {
  uint32_t rows, columns, depth;
  std::string element, sum;
};

/// The properties of a device that callers can query before opening it.
struct DeviceProperties {
  std::string name;
  /// "cpu", "integrated", "discrete", "virtual" or "other".
  std::string kind;
  std::string apiVersion;
  std::string driver;
  /// A VkDriverId; 0 before Vulkan 1.3.
  uint32_t driverId = 0;
  /// Why Device::open refuses the device; empty if it does not.
  std::string refusal;
  uint32_t subgroupSize = 0;
  uint32_t minSubgroupSize = 0;
  uint32_t maxSubgroupSize = 0;
  std::vector<std::string> subgroupOperations;
  uint32_t maxGroupLanes = 0;
  std::array<uint32_t, 3> maxGroupCount{};
  std::array<uint32_t, 3> maxGroupSize{};
  uint32_t maxWavesPerGroup = 0;
  uint32_t maxGroupsharedBytes = 0;
  uint32_t maxConstantsBytes = 0;
  uint64_t maxBufferBytes = 0;
  uint32_t maxConstantBufferBytes = 0;
  /// The maximum number of texels of an image in x, and in y.
  uint32_t maxImageExtent = 0;
  /// The maximum number of layers of an image.
  uint32_t maxImageLayers = 0;
  double timestampPeriodNs = 0;
  /// Those of the elements and sums that wave matrices have.
  std::vector<MatrixProduct> matrixProducts;
  /// By the names in VulkanFeatures.def. `robust_buffers` requires
  /// `null_descriptor`, which buffers of length zero need. Also
  /// `required_subgroup_size` (a compute pipeline may request a size) and
  /// `timestamps`.
  std::map<std::string, bool> features;

  bool has(const std::string &feature) const;
};

/// A format of `ImageFormats.def`.
struct ImageFormat {
  const char *name;
  /// The name of `format`.
  const char *vulkan;
  VkFormat format;
  uint32_t texelBytes;
};

/// Returns the format of that name, of either kind; null for any other name.
const ImageFormat *findImageFormat(const std::string &name);

/// The extensions of a device that the runtime enables.
struct DeviceExtensions {
  bool robustness2 = false;
  bool reconvergence = false;
  bool cooperativeMatrix = false;
  bool bfloat16 = false;
};

/// The feature structures that the runtime reads and enables.
struct FeatureChain {
  FeatureChain();
  FeatureChain(const FeatureChain &) = delete;
  FeatureChain &operator=(const FeatureChain &) = delete;

  /// Links the structures; those of extensions only if the device has the
  /// extension, because others are invalid.
  VkPhysicalDeviceFeatures2 *link(const DeviceExtensions &extensions);

  VkPhysicalDeviceFeatures2 root;
  VkPhysicalDeviceFeatures &core;
  VkPhysicalDeviceVulkan11Features vulkan11;
  VkPhysicalDeviceVulkan12Features vulkan12;
  VkPhysicalDeviceVulkan13Features vulkan13;
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2;
  MaximalReconvergenceFeatures reconvergence;
  CooperativeMatrixFeatures cooperativeMatrix;
  BFloat16Features bfloat16;
};

/// A device as the instance lists it, with the data for opening it.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  DeviceProperties properties;
  VkPhysicalDeviceLimits limits{};
  VkPhysicalDeviceMemoryProperties memory{};
  VkSubgroupFeatureFlags subgroupOperations = 0;
  DeviceExtensions available;
  uint32_t queueFamily = 0;
  /// 0 if the queue has no timestamps.
  uint32_t timestampBits = 0;

  /// Removes features and subgroup operations, as if the device did not have
  /// them. Throws std::invalid_argument for an unknown name.
  void leaveOut(std::span<const std::string> names);

  /// The extensions to enable when opening the device.
  std::vector<const char *> extensions() const;
};

/// Returns all devices of the instance's drivers, usable or not. Throws
/// NoDevice if there are none.
std::vector<PhysicalDevice> listPhysicalDevices(const Instance &instance);

/// Returns the properties of listPhysicalDevices, without the validation layer.
std::vector<DeviceProperties> enumerateDevices();

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANPROPERTIES_H
