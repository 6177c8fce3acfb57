//===- VulkanError.h - Errors of the Vulkan runtime -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever goes wrong in the Vulkan runtime is one exception with a kind that a
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

/// What a caller may want to tell apart.
enum class ErrorKind {
  NoDriver,    ///< No Vulkan loader, or the loader found no driver.
  NoDevice,    ///< Drivers, but no device (or not the one asked for).
  Unsupported, ///< The device lacks a feature that is needed.
  Limit,       ///< A number exceeds one of the device's limits.
  OutOfMemory, ///< Host or device memory is used up.
  DeviceLost,  ///< The device stopped working and must be opened again.
  Closed,      ///< The device was closed.
  Validation,  ///< The validation layer cannot be switched on.
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

/// The enumerator's name of a result, "VK_ERROR_DEVICE_LOST"; unknown ones give
/// their number.
std::string resultName(VkResult result);

/// Throws a VulkanError of the fitting kind unless `result` is VK_SUCCESS.
/// `what` names the call that gave it.
void checkResult(VkResult result, const char *what);

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANERROR_H
