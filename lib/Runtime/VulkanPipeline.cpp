//===- VulkanPipeline.cpp - Kernels and their descriptors -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanDevice.h"
#include "WaveDialect/Runtime/VulkanShader.h"

#include <algorithm>

using namespace wave::runtime;

namespace {

/// The number of launches whose descriptor sets one pool holds.
constexpr uint32_t launchesPerPool = 16;

/// Push constants consist of whole words.
uint32_t paddedConstants(uint32_t bytes) { return (bytes + 3) & ~3u; }

[[noreturn]] void throwLimit(const std::string &kernel, const std::string &what,
                             uint64_t value, const char *limitName,
                             uint64_t limit, const std::string &device) {
  throw VulkanError(ErrorKind::Limit,
                    "kernel '" + kernel + "' needs " + what + " " +
                        std::to_string(value) + ", more than the " +
                        std::to_string(limit) + " of device '" + device +
                        "' (" + limitName + ")");
}

} // namespace

VkDescriptorType Binding::getDescriptorType() const {
  if (image)
    return writable ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                    : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  return constantBufferBytes ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                             : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

VkImageUsageFlags Binding::getImageUsage() const {
  return VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
         (writable ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
}

//===----------------------------------------------------------------------===//
// Device requirements
//===----------------------------------------------------------------------===//

/// Checks the kinds, numbers and bindings of the buffers and images.
void Pipeline::checkBindings() const {
  const PhysicalDevice &physical = device->physical;
  const VkPhysicalDeviceLimits &limits = physical.limits;
  auto checkLimit = [&](const char *what, uint64_t value, const char *limitName,
                        uint64_t limit) {
    if (value > limit)
      throwLimit(name, what, value, limitName, limit, physical.properties.name);
  };
  auto count = [&](VkDescriptorType type) -> uint64_t {
    return std::count_if(bindings.begin(), bindings.end(),
                         [&](const Binding &binding) {
                           return binding.getDescriptorType() == type;
                         });
  };
  uint64_t images = count(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
  uint64_t sampledImages = count(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
  uint64_t constants = count(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  uint64_t buffers = count(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  checkLimit("buffers:", buffers, "maxPerStageDescriptorStorageBuffers",
             limits.maxPerStageDescriptorStorageBuffers);
  checkLimit("buffers:", buffers, "maxDescriptorSetStorageBuffers",
             limits.maxDescriptorSetStorageBuffers);
  checkLimit("constant buffers:", constants,
             "maxPerStageDescriptorUniformBuffers",
             limits.maxPerStageDescriptorUniformBuffers);
  checkLimit("constant buffers:", constants, "maxDescriptorSetUniformBuffers",
             limits.maxDescriptorSetUniformBuffers);
  checkLimit("read-write images:", images, "maxPerStageDescriptorStorageImages",
             limits.maxPerStageDescriptorStorageImages);
  checkLimit("read-write images:", images, "maxDescriptorSetStorageImages",
             limits.maxDescriptorSetStorageImages);
  checkLimit("read-only images:", sampledImages,
             "maxPerStageDescriptorSampledImages",
             limits.maxPerStageDescriptorSampledImages);
  checkLimit("read-only images:", sampledImages,
             "maxDescriptorSetSampledImages",
             limits.maxDescriptorSetSampledImages);
  checkLimit("buffers and images:", bindings.size(), "maxPerStageResources",
             limits.maxPerStageResources);
  for (const Binding &binding : bindings) {
    checkLimit("descriptor sets:", uint64_t(binding.set) + 1,
               "maxBoundDescriptorSets", limits.maxBoundDescriptorSets);
    auto same = [&](const Binding &other) {
      return other.set == binding.set && other.binding == binding.binding;
    };
    if (std::count_if(bindings.begin(), bindings.end(), same) > 1)
      throw std::invalid_argument("binding " + std::to_string(binding.binding) +
                                  " of set " + std::to_string(binding.set) +
                                  " is named twice");
    checkLimit("bytes of a constant buffer:", binding.constantBufferBytes,
               "maxUniformBufferRange", limits.maxUniformBufferRange);
    if (!binding.image)
      continue;
    VkImageFormatProperties format;
    VkResult result =
        device->instance->fn.vkGetPhysicalDeviceImageFormatProperties(
            physical.handle, binding.image->format, VK_IMAGE_TYPE_2D,
            VK_IMAGE_TILING_OPTIMAL, binding.getImageUsage(), 0, &format);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
      throw VulkanError(ErrorKind::Unsupported,
                        "kernel '" + name + "' needs " +
                            (binding.writable ? "storage" : "sampled") +
                            " images of format " + binding.image->name +
                            ", which device '" + physical.properties.name +
                            "' lacks");
    checkResult(result, "vkGetPhysicalDeviceImageFormatProperties");
  }
}

void Pipeline::checkSupport(const PipelineDescription &desc) const {
  const PhysicalDevice &physical = device->physical;
  const DeviceProperties &properties = physical.properties;
  checkShader(readShaderInterface(desc.spirv), name, physical);

  if (paddedConstants(constantsBytes) > properties.maxConstantsBytes)
    throwLimit(name, "bytes of constants:", paddedConstants(constantsBytes),
               "maxPushConstantsSize", properties.maxConstantsBytes,
               properties.name);
  checkBindings();

  if (desc.fullSubgroups && !properties.has("compute_full_subgroups"))
    throw VulkanError(ErrorKind::Unsupported,
                      "kernel '" + name +
                          "' needs full subgroups, but device '" +
                          properties.name +
                          "' cannot promise them (feature "
                          "compute_full_subgroups)");
  uint32_t required = desc.requiredSubgroupSize;
  if (!required)
    return;
  if ((required & (required - 1)) || required < properties.minSubgroupSize ||
      required > properties.maxSubgroupSize)
    throw VulkanError(
        ErrorKind::Unsupported,
        "kernel '" + name + "' needs waves of " + std::to_string(required) +
            " lanes, but device '" + properties.name + "' has " +
            std::to_string(properties.minSubgroupSize) +
            (properties.minSubgroupSize == properties.maxSubgroupSize
                 ? ""
                 : " to " + std::to_string(properties.maxSubgroupSize)) +
            " (minSubgroupSize, maxSubgroupSize)");
  if (properties.minSubgroupSize != properties.maxSubgroupSize &&
      !properties.has("required_subgroup_size"))
    throw VulkanError(ErrorKind::Unsupported,
                      "kernel '" + name + "' needs waves of " +
                          std::to_string(required) + " lanes, but device '" +
                          properties.name +
                          "' cannot fix the size of a compute kernel's waves "
                          "(requiredSubgroupSizeStages)");
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

std::shared_ptr<Pipeline> Device::load(const PipelineDescription &desc) {
  // Without the state lock: compiling takes long and does not need it.
  const auto alive = enter();
  std::shared_ptr<Pipeline> pipeline(new Pipeline(shared_from_this(), desc));
  pipelineCache.save(/*now=*/false);
  return pipeline;
}

void Device::savePipelines() {
  if (isForkedChild())
    return;
  std::shared_lock alive(lifetime);
  if (!closed && !lost)
    pipelineCache.save(/*now=*/true);
}

Pipeline::Pipeline(std::shared_ptr<Device> owner,
                   const PipelineDescription &desc)
    : Resource(std::move(owner)), name(desc.entryPoint),
      bindings(desc.bindings),
      hasImages(
          std::any_of(bindings.begin(), bindings.end(),
                      [](const Binding &binding) { return binding.image; })),
      constantsBytes(desc.constantsBytes) {
  checkSupport(desc);
  device->adopt(*this);
  try {
    createLayouts();
    createPipeline(desc);
  } catch (...) {
    device->discard(*this);
    throw;
  }
}

Pipeline::~Pipeline() { device->discard(*this); }

void Pipeline::release() {
  const DeviceFunctions &fn = device->fn;
  // Destroying null has no effect.
  for (VkDescriptorPool pool : pools)
    fn.vkDestroyDescriptorPool(device->handle, pool, nullptr);
  if (handle)
    fn.vkDestroyPipeline(device->handle, handle, nullptr);
  if (layout)
    fn.vkDestroyPipelineLayout(device->handle, layout, nullptr);
  for (VkDescriptorSetLayout setLayout : setLayouts)
    fn.vkDestroyDescriptorSetLayout(device->handle, setLayout, nullptr);
}

void Pipeline::createLayouts() {
  const DeviceFunctions &fn = device->fn;
  uint32_t setCount = 0;
  for (const Binding &binding : bindings)
    setCount = std::max(setCount, binding.set + 1);
  // Sets are bound by position: a set that no binding names still needs its
  // layout.
  setLayouts.resize(setCount);
  for (uint32_t set = 0; set < setCount; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> entries;
    for (const Binding &binding : bindings)
      if (binding.set == set)
        entries.push_back({binding.binding, binding.getDescriptorType(), 1,
                           VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    VkDescriptorSetLayoutCreateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<uint32_t>(entries.size());
    info.pBindings = entries.data();
    device->make(fn.vkCreateDescriptorSetLayout, info, setLayouts[set],
                 "vkCreateDescriptorSetLayout");
  }

  VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                paddedConstants(constantsBytes)};
  VkPipelineLayoutCreateInfo info{
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = static_cast<uint32_t>(setLayouts.size());
  info.pSetLayouts = setLayouts.data();
  info.pushConstantRangeCount = constantsBytes ? 1 : 0;
  info.pPushConstantRanges = &constants;
  device->make(fn.vkCreatePipelineLayout, info, layout,
               "vkCreatePipelineLayout");
}

void Pipeline::createPipeline(const PipelineDescription &desc) {
  const DeviceFunctions &fn = device->fn;
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<uint32_t> values;
  for (auto [id, value] : desc.specialization) {
    entries.push_back(
        {id, uint32_t(values.size() * sizeof(uint32_t)), sizeof(uint32_t)});
    values.push_back(value);
  }
  VkSpecializationInfo specialization{
      static_cast<uint32_t>(entries.size()), entries.data(),
      values.size() * sizeof(uint32_t), values.data()};

  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroupSize{
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  subgroupSize.requiredSubgroupSize = desc.requiredSubgroupSize;

  VkComputePipelineCreateInfo info{
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.layout = layout;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = name.c_str();
  info.stage.pSpecializationInfo = entries.empty() ? nullptr : &specialization;
  // A device with only one size needs no request, and may reject one.
  if (desc.requiredSubgroupSize &&
      device->properties().has("required_subgroup_size"))
    info.stage.pNext = &subgroupSize;
  if (desc.fullSubgroups)
    info.stage.flags |=
        VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;

  VkShaderModuleCreateInfo moduleInfo{
      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  moduleInfo.codeSize = desc.spirv.size() * sizeof(uint32_t);
  moduleInfo.pCode = desc.spirv.data();
  device->make(fn.vkCreateShaderModule, moduleInfo, info.stage.module,
               "vkCreateShaderModule");
  VkPipeline made;
  VkResult result = fn.vkCreateComputePipelines(
      device->handle, device->pipelineCache.getHandle(), 1, &info, nullptr,
      &made);
  fn.vkDestroyShaderModule(device->handle, info.stage.module, nullptr);
  device->check(result, "vkCreateComputePipelines");
  handle = made;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

void Pipeline::addDescriptors() {
  const DeviceFunctions &fn = device->fn;
  // Types with a count of zero are not allowed here.
  std::vector<VkDescriptorPoolSize> sizes;
  for (const Binding &binding : bindings) {
    VkDescriptorType type = binding.getDescriptorType();
    auto size = std::find_if(
        sizes.begin(), sizes.end(),
        [&](const VkDescriptorPoolSize &size) { return size.type == type; });
    if (size == sizes.end())
      size = sizes.insert(size, VkDescriptorPoolSize{type, 0});
    size->descriptorCount += launchesPerPool;
  }
  VkDescriptorPoolCreateInfo poolInfo{
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  poolInfo.maxSets = launchesPerPool * static_cast<uint32_t>(setLayouts.size());
  poolInfo.poolSizeCount = static_cast<uint32_t>(sizes.size());
  poolInfo.pPoolSizes = sizes.data();
  std::vector<VkDescriptorSetLayout> layouts;
  for (uint32_t launch = 0; launch < launchesPerPool; ++launch)
    layouts.insert(layouts.end(), setLayouts.begin(), setLayouts.end());
  std::vector<VkDescriptorSet> sets(layouts.size());
  std::vector<Descriptors> made(launchesPerPool);
  VkDescriptorPool &pool = pools.emplace_back(VK_NULL_HANDLE);
  try {
    device->make(fn.vkCreateDescriptorPool, poolInfo, pool,
                 "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool;
    info.descriptorSetCount = static_cast<uint32_t>(layouts.size());
    info.pSetLayouts = layouts.data();
    device->check(
        fn.vkAllocateDescriptorSets(device->handle, &info, sets.data()),
        "vkAllocateDescriptorSets");
    auto next = sets.begin();
    for (Descriptors &one : made) {
      one.sets.assign(next, next + setLayouts.size());
      one.serials.resize(bindings.size());
      next += setLayouts.size();
    }
    freeDescriptors.reserve(descriptors.size() + launchesPerPool);
  } catch (...) {
    // A pool for each failed launch would accumulate.
    fn.vkDestroyDescriptorPool(device->handle, pool, nullptr);
    pools.pop_back();
    throw;
  }
  for (Descriptors &one : made)
    freeDescriptors.push_back(&descriptors.emplace_back(std::move(one)));
}

/// Takes free descriptor sets and points them at the buffers and images;
/// returns null for a kernel without any. A loop of launches with the same
/// arguments soon finds sets that need no update.
Pipeline::Descriptors *
Pipeline::bind(std::span<const std::shared_ptr<Buffer>> buffers,
               std::span<const std::shared_ptr<Image>> images) {
  if (bindings.empty())
    return nullptr;
  if (freeDescriptors.empty())
    addDescriptors();
  Descriptors *chosen = freeDescriptors.back();

  auto serialAt = [&](size_t index) {
    return bindings[index].image ? images[index]->serial
                                 : buffers[index]->serial;
  };
  std::vector<VkDescriptorBufferInfo> bufferInfos;
  std::vector<VkDescriptorImageInfo> imageInfos;
  std::vector<VkWriteDescriptorSet> writes;
  for (size_t index = 0; index < bindings.size(); ++index) {
    const Binding &binding = bindings[index];
    if (chosen->serials[index] == serialAt(index))
      continue;
    // The writes hold pointers into these vectors.
    bufferInfos.reserve(bindings.size());
    imageInfos.reserve(bindings.size());
    VkWriteDescriptorSet &write = writes.emplace_back(
        VkWriteDescriptorSet{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET});
    write.dstSet = chosen->sets[binding.set];
    write.dstBinding = binding.binding;
    write.descriptorCount = 1;
    write.descriptorType = binding.getDescriptorType();
    if (binding.image) {
      imageInfos.push_back(
          {VK_NULL_HANDLE, images[index]->view, VK_IMAGE_LAYOUT_GENERAL});
      write.pImageInfo = &imageInfos.back();
      continue;
    }
    const Buffer &buffer = *buffers[index];
    // Robust access checks the end of the range, so the range is exact. An
    // empty buffer has no valid range; see DeviceProperties::features.
    if (binding.constantBufferBytes)
      bufferInfos.push_back(
          {buffer.handle, buffer.offset,
           Buffer::paddedConstantBuffer(binding.constantBufferBytes)});
    else if (buffer.bytes > 0)
      bufferInfos.push_back({buffer.handle, buffer.offset, buffer.bytes});
    else if (device->properties().has("null_descriptor"))
      bufferInfos.push_back({VK_NULL_HANDLE, 0, VK_WHOLE_SIZE});
    else
      bufferInfos.push_back({buffer.handle, 0, VK_WHOLE_SIZE});
    write.pBufferInfo = &bufferInfos.back();
  }
  if (!writes.empty()) {
    device->fn.vkUpdateDescriptorSets(device->handle,
                                      static_cast<uint32_t>(writes.size()),
                                      writes.data(), 0, nullptr);
    for (size_t index = 0; index < bindings.size(); ++index)
      chosen->serials[index] = serialAt(index);
  }
  freeDescriptors.pop_back();
  return chosen;
}
