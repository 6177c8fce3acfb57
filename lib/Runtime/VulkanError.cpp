//===- VulkanError.cpp - Errors of the Vulkan runtime ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanError.h"

using namespace wave::runtime;

const char *wave::runtime::errorKindName(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::NoDriver:
    return "no-driver";
  case ErrorKind::NoDevice:
    return "no-device";
  case ErrorKind::Unsupported:
    return "unsupported";
  case ErrorKind::Limit:
    return "limit";
  case ErrorKind::OutOfMemory:
    return "out-of-memory";
  case ErrorKind::DeviceLost:
    return "device-lost";
  case ErrorKind::Closed:
    return "closed";
  case ErrorKind::Validation:
    return "validation";
  case ErrorKind::Forked:
    return "forked";
  case ErrorKind::Other:
    break;
  }
  return "other";
}

std::string wave::runtime::resultName(VkResult result) {
  switch (result) {
#define NAME(value)                                                            \
  case value:                                                                  \
    return #value;
    NAME(VK_SUCCESS)
    NAME(VK_NOT_READY)
    NAME(VK_TIMEOUT)
    NAME(VK_INCOMPLETE)
    NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
    NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    NAME(VK_ERROR_INITIALIZATION_FAILED)
    NAME(VK_ERROR_DEVICE_LOST)
    NAME(VK_ERROR_MEMORY_MAP_FAILED)
    NAME(VK_ERROR_LAYER_NOT_PRESENT)
    NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
    NAME(VK_ERROR_FEATURE_NOT_PRESENT)
    NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
    NAME(VK_ERROR_TOO_MANY_OBJECTS)
    NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
    NAME(VK_ERROR_FRAGMENTED_POOL)
    NAME(VK_ERROR_UNKNOWN)
    NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
    NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE)
    NAME(VK_ERROR_FRAGMENTATION)
    NAME(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS)
    NAME(VK_ERROR_INVALID_SHADER_NV)
    NAME(VK_PIPELINE_COMPILE_REQUIRED)
#undef NAME
  default:
    return "VkResult " + std::to_string(static_cast<int>(result));
  }
}

void wave::runtime::checkResult(VkResult result, const char *what) {
  if (result == VK_SUCCESS)
    return;
  std::string message =
      std::string(what) + " failed with " + resultName(result);
  auto outOf = [&](const char *lacking) {
    return VulkanError(ErrorKind::OutOfMemory,
                       std::string("out of ") + lacking + ": " + message +
                           "; free arrays that are no longer needed");
  };
  switch (result) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
    throw outOf("host memory");
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
  case VK_ERROR_OUT_OF_POOL_MEMORY:
  case VK_ERROR_FRAGMENTED_POOL:
  case VK_ERROR_FRAGMENTATION:
    throw outOf("device memory");
  case VK_ERROR_MEMORY_MAP_FAILED:
    throw outOf("addresses for the device's memory");
  case VK_ERROR_TOO_MANY_OBJECTS:
    throw outOf("objects of the driver's");
  case VK_ERROR_DEVICE_LOST:
    throw VulkanError(ErrorKind::DeviceLost, message);
  default:
    throw VulkanError(ErrorKind::Other, message);
  }
}
