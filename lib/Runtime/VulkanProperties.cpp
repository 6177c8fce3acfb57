//===- VulkanProperties.cpp - Capabilities of a Vulkan device -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanProperties.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

using namespace wave::runtime;

namespace {

const char *kindName(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return "cpu";
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return "integrated";
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return "discrete";
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return "virtual";
  default:
    return "other";
  }
}

std::string versionName(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

std::array<uint32_t, 3> triple(const uint32_t (&values)[3]) {
  return {values[0], values[1], values[2]};
}

/// Reads the properties of Vulkan 1.0, so that old devices can be listed as
/// well.
void readCoreProperties(const VkPhysicalDeviceProperties &core,
                        PhysicalDevice &device) {
  device.limits = core.limits;
  DeviceProperties &properties = device.properties;
  properties.name = core.deviceName;
  properties.kind = kindName(core.deviceType);
  properties.apiVersion = versionName(core.apiVersion);
  properties.maxGroupLanes = core.limits.maxComputeWorkGroupInvocations;
  properties.maxGroupCount = triple(core.limits.maxComputeWorkGroupCount);
  properties.maxGroupSize = triple(core.limits.maxComputeWorkGroupSize);
  properties.maxGroupsharedBytes = core.limits.maxComputeSharedMemorySize;
  properties.maxConstantsBytes = core.limits.maxPushConstantsSize;
  properties.maxBufferBytes = core.limits.maxStorageBufferRange;
  properties.maxConstantBufferBytes = core.limits.maxUniformBufferRange;
  properties.maxImageExtent = core.limits.maxImageDimension2D;
  properties.maxImageLayers = core.limits.maxImageArrayLayers;
  properties.timestampPeriodNs = core.limits.timestampPeriod;
}

/// Chooses a compute queue family, if possible one with timestamps.
bool chooseQueueFamily(const Instance &instance, PhysicalDevice &device) {
  uint32_t count = 0;
  instance.fn.vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count,
                                                       nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  instance.fn.vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count,
                                                       families.data());
  bool found = false;
  for (uint32_t index = 0; index < count; ++index) {
    const VkQueueFamilyProperties &family = families[index];
    if (!(family.queueFlags & VK_QUEUE_COMPUTE_BIT) || family.queueCount == 0)
      continue;
    if (found && (device.timestampBits || !family.timestampValidBits))
      continue;
    found = true;
    device.queueFamily = index;
    device.timestampBits = family.timestampValidBits;
  }
  return found;
}

bool hasExtension(const std::vector<VkExtensionProperties> &extensions,
                  const char *name) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](const VkExtensionProperties &extension) {
                       return std::strcmp(extension.extensionName, name) == 0;
                     });
}

/// The name of an element that wave matrices have; empty for others.
std::string elementName(int32_t component) {
  switch (component) {
  case componentFloat16:
    return "f16";
  case componentFloat32:
    return "f32";
  case componentSint8:
    return "i8";
  case componentSint32:
    return "i32";
  case componentBFloat16:
    return "bf16";
  default:
    return "";
  }
}

void readMatrixProducts(const Instance &instance, PhysicalDevice &device) {
  auto query = instance.fn.vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR;
  if (!query || !device.properties.has("cooperative_matrix"))
    return;
  constexpr const char *name =
      "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR";
  uint32_t count = 0;
  checkResult(query(device.handle, &count, nullptr), name);
  std::vector<CooperativeMatrixProperties> found(
      count, CooperativeMatrixProperties{matrixPropertiesStructure});
  checkResult(query(device.handle, &count, found.data()), name);
  for (const CooperativeMatrixProperties &one : found) {
    MatrixProduct product{one.MSize, one.NSize, one.KSize,
                          elementName(one.AType), elementName(one.CType)};
    const bool isOfWaves =
        one.scope == scopeSubgroup && !one.saturatingAccumulation &&
        one.AType == one.BType && one.CType == one.ResultType;
    const bool hasSum =
        product.element == "i8" ? product.sum == "i32" : product.sum == "f32";
    if (isOfWaves && hasSum && !product.element.empty() &&
        product.element != "i32")
      device.properties.matrixProducts.push_back(std::move(product));
  }
}

void readFeatures(const Instance &instance, PhysicalDevice &device) {
  uint32_t count = 0;
  std::vector<VkExtensionProperties> extensions;
  auto list = [&](VkExtensionProperties *found) {
    // Without this check, a driver without memory seems to have no extensions.
    checkResult(instance.fn.vkEnumerateDeviceExtensionProperties(
                    device.handle, nullptr, &count, found),
                "vkEnumerateDeviceExtensionProperties");
  };
  list(nullptr);
  extensions.resize(count);
  list(extensions.data());
  DeviceExtensions &available = device.available;
  available.robustness2 =
      hasExtension(extensions, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME);
  available.reconvergence = hasExtension(extensions, reconvergenceExtension);
  available.cooperativeMatrix =
      hasExtension(extensions, cooperativeMatrixExtension);
  available.bfloat16 = hasExtension(extensions, bfloat16Extension);

  FeatureChain chain;
  instance.fn.vkGetPhysicalDeviceFeatures2(device.handle,
                                           chain.link(available));
  auto &features = device.properties.features;
#define WAVE_VK_FEATURE(name, structure, field)                                \
  features[#name] = chain.structure.field == VK_TRUE;
#include "WaveDialect/Runtime/VulkanFeatures.def"
  // Without null descriptors, an empty buffer is four bytes of memory, which a
  // kernel could read and write even with robustness.
  features["robust_buffers"] =
      features["robust_buffers"] && features["null_descriptor"];
  features["timestamps"] = device.timestampBits != 0;
  readMatrixProducts(instance, device);
}

/// Reads the properties that only Vulkan 1.3 has.
void readProperties(const Instance &instance, PhysicalDevice &device) {
  VkPhysicalDeviceVulkan13Properties vulkan13{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
  VkPhysicalDeviceVulkan12Properties vulkan12{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, &vulkan13};
  VkPhysicalDeviceVulkan11Properties vulkan11{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &vulkan12};
  VkPhysicalDeviceProperties2 root{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &vulkan11};
  instance.fn.vkGetPhysicalDeviceProperties2(device.handle, &root);

  DeviceProperties &properties = device.properties;
  properties.driver = vulkan12.driverName;
  if (vulkan12.driverInfo[0])
    properties.driver += std::string(" ") + vulkan12.driverInfo;
  properties.driverId = vulkan12.driverID;
  properties.subgroupSize = vulkan11.subgroupSize;
  properties.minSubgroupSize = vulkan13.minSubgroupSize;
  properties.maxSubgroupSize = vulkan13.maxSubgroupSize;
  properties.maxWavesPerGroup = vulkan13.maxComputeWorkgroupSubgroups;
  properties.maxBufferBytes =
      std::min({properties.maxBufferBytes, uint64_t(vulkan13.maxBufferSize),
                uint64_t(vulkan11.maxMemoryAllocationSize)});
  if (vulkan11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT)
    device.subgroupOperations = vulkan11.subgroupSupportedOperations;
#define WAVE_VK_SUBGROUP_CAPABILITY(capability, number, operation, bit)        \
  if (device.subgroupOperations & bit)                                         \
    properties.subgroupOperations.push_back(#operation);
#include "WaveDialect/Runtime/VulkanFeatures.def"
  properties.features["required_subgroup_size"] =
      properties.has("subgroup_size_control") &&
      (vulkan13.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT);
}

} // namespace

bool DeviceProperties::has(const std::string &feature) const {
  auto found = features.find(feature);
  return found != features.end() && found->second;
}

const ImageFormat *wave::runtime::findImageFormat(const std::string &name) {
  static constexpr ImageFormat formats[] = {
#define WAVE_IMAGE_FORMAT(name, spirv, vulkan, kind, channels, texelBytes)     \
  {name, "VK_FORMAT_" #vulkan, VK_FORMAT_##vulkan, texelBytes},
#include "WaveDialect/IR/ImageFormats.def"
  };
  for (const ImageFormat &format : formats)
    if (name == format.name || name == format.vulkan)
      return &format;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// FeatureChain
//===----------------------------------------------------------------------===//

FeatureChain::FeatureChain()
    : root{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2}, core(root.features),
      vulkan11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES},
      vulkan12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES},
      vulkan13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES},
      robustness2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT},
      reconvergence{reconvergenceStructure, nullptr, VK_FALSE},
      cooperativeMatrix{cooperativeMatrixStructure, nullptr, VK_FALSE,
                        VK_FALSE},
      bfloat16{bfloat16Structure, nullptr, VK_FALSE, VK_FALSE, VK_FALSE} {}

VkPhysicalDeviceFeatures2 *
FeatureChain::link(const DeviceExtensions &extensions) {
  root.pNext = &vulkan11;
  vulkan11.pNext = &vulkan12;
  vulkan12.pNext = &vulkan13;
  void **end = &vulkan13.pNext;
  auto append = [&](bool isAvailable, auto &structure) {
    if (!isAvailable)
      return;
    *end = &structure;
    end = &structure.pNext;
  };
  append(extensions.robustness2, robustness2);
  append(extensions.reconvergence, reconvergence);
  append(extensions.cooperativeMatrix, cooperativeMatrix);
  append(extensions.bfloat16, bfloat16);
  *end = nullptr;
  return &root;
}

void PhysicalDevice::leaveOut(std::span<const std::string> names) {
  auto &features = properties.features;
  auto &operations = properties.subgroupOperations;
  for (const std::string &name : names) {
    bool known = features.count(name) != 0;
    if (known)
      features[name] = false;
#define WAVE_VK_SUBGROUP_CAPABILITY(capability, number, operation, bit)        \
  if (name == #operation) {                                                    \
    known = true;                                                              \
    subgroupOperations &= ~VkSubgroupFeatureFlags(bit);                        \
    std::erase(operations, name);                                              \
  }
#include "WaveDialect/Runtime/VulkanFeatures.def"
    if (!known || name == "timeline_semaphore")
      throw std::invalid_argument(
          "a device cannot be opened without '" + name + "'" +
          (known ? ", which the runtime needs" : ": no feature has that name"));
  }
  // A feature that needs another feature is off without it.
  auto needs = [&](const char *feature, const char *other) {
    features[feature] = features[feature] && features[other];
  };
  needs("robust_buffers", "null_descriptor");
  needs("robust_buffers", "robust_buffer_access");
  needs("variable_pointers", "variable_pointers_storage_buffer");
  needs("vulkan_memory_model_device_scope", "vulkan_memory_model");
  needs("cooperative_matrix", "vulkan_memory_model");
  needs("bfloat16_cooperative_matrix", "bfloat16");
  needs("bfloat16_cooperative_matrix", "cooperative_matrix");
  needs("required_subgroup_size", "subgroup_size_control");
}

std::vector<const char *> PhysicalDevice::extensions() const {
  std::vector<const char *> names;
  if (available.robustness2)
    names.push_back(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME);
  if (available.reconvergence)
    names.push_back(reconvergenceExtension);
  if (available.cooperativeMatrix)
    names.push_back(cooperativeMatrixExtension);
  if (available.bfloat16)
    names.push_back(bfloat16Extension);
  return names;
}

//===----------------------------------------------------------------------===//
// Listing
//===----------------------------------------------------------------------===//

std::vector<PhysicalDevice>
wave::runtime::listPhysicalDevices(const Instance &instance) {
  uint32_t count = 0;
  std::vector<VkPhysicalDevice> handles;
  VkResult result =
      instance.fn.vkEnumeratePhysicalDevices(instance.handle, &count, nullptr);
  if (result == VK_SUCCESS && count > 0) {
    handles.resize(count);
    result = instance.fn.vkEnumeratePhysicalDevices(instance.handle, &count,
                                                    handles.data());
    handles.resize(count);
  }
  // A loader whose drivers all fail to start returns INITIALIZATION_FAILED.
  if (result != VK_INCOMPLETE && result != VK_ERROR_INITIALIZATION_FAILED)
    checkResult(result, "vkEnumeratePhysicalDevices");
  if (handles.empty())
    throw VulkanError(
        ErrorKind::NoDevice,
        "the Vulkan drivers found no device; check that the GPU is visible "
        "here "
        "(in a container it must be passed in), or install a driver that needs "
        "none (on Debian the package mesa-vulkan-drivers holds lavapipe)");

  std::vector<PhysicalDevice> devices;
  for (VkPhysicalDevice handle : handles) {
    PhysicalDevice &device = devices.emplace_back();
    device.handle = handle;
    VkPhysicalDeviceProperties core;
    instance.fn.vkGetPhysicalDeviceProperties(handle, &core);
    instance.fn.vkGetPhysicalDeviceMemoryProperties(handle, &device.memory);
    readCoreProperties(core, device);
    bool hasQueue = chooseQueueFamily(instance, device);
    std::string &refusal = device.properties.refusal;
    if (core.apiVersion < VK_API_VERSION_1_3) {
      refusal = "it has Vulkan " + device.properties.apiVersion +
                " and 1.3 is needed; a newer driver may have it";
      continue;
    }
    readFeatures(instance, device);
    readProperties(instance, device);
    if (!hasQueue)
      refusal = "it has no compute queue";
  }
  return devices;
}

std::vector<DeviceProperties> wave::runtime::enumerateDevices() {
  std::vector<DeviceProperties> properties;
  for (PhysicalDevice &device : listPhysicalDevices(*Instance::get(false)))
    properties.push_back(std::move(device.properties));
  return properties;
}
