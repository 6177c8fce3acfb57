//===- VulkanShader.h - Declarations of a SPIR-V module ---------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANSHADER_H
#define WAVEDIALECT_RUNTIME_VULKANSHADER_H

#include "WaveDialect/Runtime/VulkanProperties.h"

#include <span>

namespace wave::runtime {

/// The header of a SPIR-V module: everything that must match the device. A
/// driver may do anything with a module that does not match, so it is checked
/// first.
struct ShaderInterface {
  std::vector<uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::vector<std::string> computeEntryPoints;
};

/// Reads the header of a module; throws std::invalid_argument for words that
/// are not SPIR-V that Vulkan 1.3 accepts.
ShaderInterface readShaderInterface(std::span<const uint32_t> spirv);

/// Throws Unsupported, naming the capability and the feature, if the device
/// does not support the module's declarations.
void checkShader(const ShaderInterface &shader, const std::string &entryPoint,
                 const PhysicalDevice &device);

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANSHADER_H
