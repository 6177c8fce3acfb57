//===- VulkanInstance.h - Vulkan loader and instance ------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader is opened at run time, at first use: a machine without Vulkan can
// import the module, and gets a clear error only when it requests a device.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANINSTANCE_H
#define WAVEDIALECT_RUNTIME_VULKANINSTANCE_H

#include "WaveDialect/Runtime/VulkanError.h"
#include "WaveDialect/Runtime/VulkanExtensions.h"

#include <memory>
#include <string>
#include <vector>

namespace wave::runtime {

/// The functions that are loaded with an instance.
struct InstanceFunctions {
#define WAVE_VK_INSTANCE(name) PFN_##name name = nullptr;
#define WAVE_VK_INSTANCE_OPTIONAL(name) PFN_##name name = nullptr;
#include "WaveDialect/Runtime/VulkanFunctions.def"
};

/// A Vulkan 1.3 instance, with or without the validation layer.
class Instance {
public:
  /// The process's instance; created at first use and shared. Throws NoDriver
  /// or Validation.
  static std::shared_ptr<Instance> get(bool validation);

  ~Instance();
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;

  VkInstance handle = VK_NULL_HANDLE;
  InstanceFunctions fn;

private:
  explicit Instance(bool validation);
  void destroy();

  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
};

/// Whether this process was forked from one that had opened the Vulkan loader.
/// Such a child lacks the threads of the drivers, and inherits their locks and
/// ours in their state at the fork: it must not call a driver or take a lock of
/// this runtime.
bool isForkedChild();

/// Throws Forked in such a child.
void requireOwnProcess();

/// Returns the validation layer's warnings and errors since the last call,
/// oldest first.
std::vector<std::string> takeValidationMessages();

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANINSTANCE_H
