//===- VulkanShader.cpp - Declarations of a SPIR-V module -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanShader.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

using namespace wave::runtime;

namespace {

enum : uint32_t {
  magicNumber = 0x07230203,
  newestVersion = 0x00010600,
  headerWords = 5,
  opExtension = 10,
  opEntryPoint = 15,
  opCapability = 17,
  opFunction = 54,
  capabilityInt64Atomics = 12,
  executionModelGLCompute = 5,
};

/// A literal string: four bytes per word, terminated by a zero byte.
std::string readString(std::span<const uint32_t> words) {
  std::string text(words.size() * sizeof(uint32_t), '\0');
  std::memcpy(text.data(), words.data(), text.size());
  return text.substr(0, text.find('\0'));
}

[[noreturn]] void throwLacks(const std::string &entryPoint,
                             const std::string &need,
                             const PhysicalDevice &device,
                             const std::string &feature) {
  throw VulkanError(ErrorKind::Unsupported,
                    "kernel '" + entryPoint + "' needs the SPIR-V " + need +
                        ", but device '" + device.properties.name +
                        "' lacks it (" + feature + ")");
}

} // namespace

ShaderInterface
wave::runtime::readShaderInterface(std::span<const uint32_t> spirv) {
  if (spirv.size() < headerWords || spirv[0] != magicNumber)
    throw std::invalid_argument("spirv is not a SPIR-V module in this "
                                "machine's byte order");
  if (spirv[1] > newestVersion)
    throw std::invalid_argument("spirv is newer than SPIR-V 1.6, the newest "
                                "that Vulkan 1.3 accepts");
  ShaderInterface shader;
  for (size_t at = headerWords; at < spirv.size();) {
    uint32_t opcode = spirv[at] & 0xffff, words = spirv[at] >> 16;
    if (words == 0 || words > spirv.size() - at)
      throw std::invalid_argument("spirv is truncated or damaged at word " +
                                  std::to_string(at));
    // Everything that is read here precedes the first function.
    if (opcode == opFunction)
      break;
    std::span<const uint32_t> operands = spirv.subspan(at + 1, words - 1);
    if (opcode == opCapability && !operands.empty())
      shader.capabilities.push_back(operands[0]);
    else if (opcode == opExtension)
      shader.extensions.push_back(readString(operands));
    else if (opcode == opEntryPoint && operands.size() > 2 &&
             operands[0] == executionModelGLCompute)
      shader.computeEntryPoints.push_back(readString(operands.subspan(2)));
    at += words;
  }
  return shader;
}

void wave::runtime::checkShader(const ShaderInterface &shader,
                                const std::string &entryPoint,
                                const PhysicalDevice &device) {
  const auto &names = shader.computeEntryPoints;
  if (std::find(names.begin(), names.end(), entryPoint) == names.end()) {
    std::string known;
    for (const std::string &name : names)
      known += (known.empty() ? "'" : ", '") + name + "'";
    throw std::invalid_argument("spirv has no compute entry point '" +
                                entryPoint + "'; it has " +
                                (known.empty() ? "none" : known));
  }
  for (uint32_t capability : shader.capabilities) {
    switch (capability) {
#define WAVE_VK_CAPABILITY(name, number, feature)                              \
  case number:                                                                 \
    if (!device.properties.has(#feature))                                      \
      throwLacks(entryPoint, "capability " #name, device,                      \
                 "feature " #feature);                                         \
    break;
#define WAVE_VK_SUBGROUP_CAPABILITY(name, number, operation, bit)              \
  case number:                                                                 \
    if (!(device.subgroupOperations & bit))                                    \
      throwLacks(entryPoint, "capability " #name, device,                      \
                 "subgroup operation " #operation);                            \
    break;
#include "WaveDialect/Runtime/VulkanFeatures.def"
    // For buffers and for groupshared memory; the header of a module does not
    // distinguish them.
    case capabilityInt64Atomics:
      if (!device.properties.has("buffer_int64_atomics") &&
          !device.properties.has("shared_int64_atomics"))
        throwLacks(entryPoint, "capability Int64Atomics", device,
                   "features buffer_int64_atomics, shared_int64_atomics");
      break;
    default:
      break;
    }
  }
  for (const std::string &extension : shader.extensions)
    if (extension == "SPV_KHR_maximal_reconvergence" &&
        !device.properties.has("maximal_reconvergence"))
      throwLacks(entryPoint, "extension " + extension, device,
                 "feature maximal_reconvergence");
}
