//===- VulkanError.h - Errors of the Vulkan runtime -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every failure in the Vulkan runtime is an exception with a kind that a
// program can act on and a message that tells a person what to do.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANERROR_H
#define WAVEDIALECT_RUNTIME_VULKANERROR_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <stdexcept>
#include <string>

namespace wave::runtime {

/// The errors that a caller may want to distinguish.
enum class ErrorKind {
  NoDriver,    ///< No Vulkan loader, or the loader found no driver.
  NoDevice,    ///< Drivers, but no device (or not the requested one).
  Unsupported, ///< The device lacks a required feature.
  Limit,       ///< A number exceeds one of the device's limits.
  OutOfMemory, ///< Host or device memory is exhausted.
  DeviceLost,  ///< The device stopped working and must be opened again.
  Closed,      ///< The device was closed.
  Validation,  ///< The validation layer cannot be enabled.
  Forked,      ///< This process was forked from one that used Vulkan.
  Other,       ///< Everything else; the message names the Vulkan result.
};

/// The name that Python sees, "no-driver" for NoDriver and so on.
const char *errorKindName(ErrorKind kind);

/// An error of the Vulkan runtime.
class VulkanError : public std::runtime_error {
public:
  VulkanError(ErrorKind kind, const std::string &message)
      : std::runtime_error(message), kind(kind) {}

  const ErrorKind kind;
};

/// Returns the enumerator's name of a result, "VK_ERROR_DEVICE_LOST"; for
/// unknown results, their number.
std::string resultName(VkResult result);

/// Throws a VulkanError of the matching kind unless `result` is VK_SUCCESS.
/// `what` names the call that returned it.
void checkResult(VkResult result, const char *what);

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANERROR_H
