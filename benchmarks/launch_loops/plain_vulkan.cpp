//===- plain_vulkan.cpp - A loop of submissions, and nothing else ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program in C++ does that knows its one kernel: it records a command
// buffer and submits it, one submission a launch, each of which signals a
// timeline semaphore. Nothing is checked, looked up, locked or kept alive.
//
//===----------------------------------------------------------------------===//

#include "submission.h"

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>
#include <vulkan/vulkan.h>

namespace {

/// As many may be under way; who launches more has to wait in between.
constexpr uint32_t mostUnderWay = 128;

void check(VkResult result, const char *what) {
  if (result != VK_SUCCESS)
    throw std::runtime_error(std::string(what) +
                             " fails: " + std::to_string(result));
}

/// A kernel with its buffers and constants.
struct Kernel {
  std::vector<VkBuffer> buffers;
  std::vector<VkDeviceMemory> memories;
  std::vector<VkDescriptorSetLayout> setLayouts;
  VkDescriptorPool descriptorPool = VK_NULL_HANDLE;
  std::vector<VkDescriptorSet> sets;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const void *constants = nullptr;
  uint32_t constantsBytes = 0;
};

struct Loop {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkSemaphore timeline = VK_NULL_HANDLE;
  VkCommandPool commandPool = VK_NULL_HANDLE;
  std::vector<VkCommandBuffer> commands;
  uint32_t queueFamily = 0;
  uint64_t submitted = 0;
  Kernel kernel;

  explicit Loop(const Submission &given);
  ~Loop();
  Loop(const Loop &) = delete;
  Loop &operator=(const Loop &) = delete;

  void openDevice(uint32_t number);
  void makeKernel(Kernel &made, const Submission &given);
  void makeBuffers(Kernel &made, const Submission &given);
  void makeSets(Kernel &made, const Submission &given);
  void makePipeline(Kernel &made, const Submission &given);
  void destroyKernel(Kernel &made);
  void makeCommands();
  void submit(const Kernel &launched, VkCommandBuffer commandBuffer);
  void wait();
};

Loop::Loop(const Submission &given) {
  openDevice(given.device);
  makeKernel(kernel, given);
  makeCommands();
}

void Loop::makeKernel(Kernel &made, const Submission &given) {
  made.constants = given.constants;
  made.constantsBytes = static_cast<uint32_t>(given.constantsBytes);
  makeBuffers(made, given);
  makeSets(made, given);
  makePipeline(made, given);
}

void Loop::openDevice(uint32_t number) {
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo instanceInfo{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  instanceInfo.pApplicationInfo = &application;
  check(vkCreateInstance(&instanceInfo, nullptr, &instance),
        "vkCreateInstance");
  uint32_t count = 0;
  check(vkEnumeratePhysicalDevices(instance, &count, nullptr),
        "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> found(count);
  check(vkEnumeratePhysicalDevices(instance, &count, found.data()),
        "vkEnumeratePhysicalDevices");
  physical = found.at(number);

  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  while (!(families.at(queueFamily).queueFlags & VK_QUEUE_COMPUTE_BIT))
    ++queueFamily;

  // All that the device has, as the runtime does.
  VkPhysicalDeviceVulkan13Features features13{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceVulkan12Features features12{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &features13};
  VkPhysicalDeviceVulkan11Features features11{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &features12};
  VkPhysicalDeviceFeatures2 features{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features11};
  vkGetPhysicalDeviceFeatures2(physical, &features);

  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  vkGetDeviceQueue(device, queueFamily, 0, &queue);

  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo semaphoreInfo{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                      &type};
  check(vkCreateSemaphore(device, &semaphoreInfo, nullptr, &timeline),
        "vkCreateSemaphore");
}

void Loop::makeBuffers(Kernel &made, const Submission &given) {
  for (uint64_t i = 0; i < given.buffers; ++i) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = given.bytes[i];
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    check(vkCreateBuffer(device, &info, nullptr, &made.buffers.emplace_back()),
          "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, made.buffers.back(), &needs);
    VkMemoryAllocateInfo allocateInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocateInfo.allocationSize = needs.size;
    while (!(needs.memoryTypeBits >> allocateInfo.memoryTypeIndex & 1))
      ++allocateInfo.memoryTypeIndex;
    check(vkAllocateMemory(device, &allocateInfo, nullptr,
                           &made.memories.emplace_back()),
          "vkAllocateMemory");
    check(vkBindBufferMemory(device, made.buffers.back(), made.memories.back(),
                             0),
          "vkBindBufferMemory");
  }
}

void Loop::makeSets(Kernel &made, const Submission &given) {
  uint32_t setCount = 0;
  for (uint64_t i = 0; i < given.buffers; ++i)
    setCount = std::max(setCount, given.places[2 * i] + 1);
  for (uint32_t set = 0; set < setCount; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> entries;
    for (uint64_t i = 0; i < given.buffers; ++i)
      if (given.places[2 * i] == set)
        entries.push_back({given.places[2 * i + 1],
                           VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                           VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    VkDescriptorSetLayoutCreateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<uint32_t>(entries.size());
    info.pBindings = entries.data();
    check(vkCreateDescriptorSetLayout(device, &info, nullptr,
                                      &made.setLayouts.emplace_back()),
          "vkCreateDescriptorSetLayout");
  }
  if (setCount == 0)
    return;
  VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                            static_cast<uint32_t>(given.buffers)};
  VkDescriptorPoolCreateInfo poolInfo{
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  poolInfo.maxSets = setCount;
  poolInfo.poolSizeCount = 1;
  poolInfo.pPoolSizes = &size;
  check(
      vkCreateDescriptorPool(device, &poolInfo, nullptr, &made.descriptorPool),
      "vkCreateDescriptorPool");
  VkDescriptorSetAllocateInfo allocateInfo{
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  allocateInfo.descriptorPool = made.descriptorPool;
  allocateInfo.descriptorSetCount = setCount;
  allocateInfo.pSetLayouts = made.setLayouts.data();
  made.sets.resize(setCount);
  check(vkAllocateDescriptorSets(device, &allocateInfo, made.sets.data()),
        "vkAllocateDescriptorSets");
  for (uint64_t i = 0; i < given.buffers; ++i) {
    VkDescriptorBufferInfo bufferInfo{made.buffers[i], 0, given.bytes[i]};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = made.sets[given.places[2 * i]];
    write.dstBinding = given.places[2 * i + 1];
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &bufferInfo;
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  }
}

void Loop::makePipeline(Kernel &made, const Submission &given) {
  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            made.constantsBytes};
  VkPipelineLayoutCreateInfo layoutInfo{
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layoutInfo.setLayoutCount = static_cast<uint32_t>(made.setLayouts.size());
  layoutInfo.pSetLayouts = made.setLayouts.data();
  layoutInfo.pushConstantRangeCount = made.constantsBytes ? 1 : 0;
  layoutInfo.pPushConstantRanges = &range;
  check(vkCreatePipelineLayout(device, &layoutInfo, nullptr, &made.layout),
        "vkCreatePipelineLayout");

  std::vector<VkSpecializationMapEntry> entries;
  for (uint32_t i = 0; i < given.specializations; ++i)
    entries.push_back({given.specialization[2 * i],
                       uint32_t((2 * i + 1) * sizeof(uint32_t)),
                       sizeof(uint32_t)});
  VkSpecializationInfo specialization{
      static_cast<uint32_t>(entries.size()), entries.data(),
      2 * given.specializations * sizeof(uint32_t), given.specialization};
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required{
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  required.requiredSubgroupSize = given.requiredSubgroupSize;
  VkShaderModuleCreateInfo moduleInfo{
      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  moduleInfo.codeSize = given.codeWords * sizeof(uint32_t);
  moduleInfo.pCode = given.code;
  VkComputePipelineCreateInfo info{
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.layout = made.layout;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = given.requiredSubgroupSize ? &required : nullptr;
  info.stage.flags =
      given.fullSubgroups
          ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT
          : 0;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = given.entryPoint;
  info.stage.pSpecializationInfo = &specialization;
  check(vkCreateShaderModule(device, &moduleInfo, nullptr, &info.stage.module),
        "vkCreateShaderModule");
  VkResult result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info,
                                             nullptr, &made.pipeline);
  vkDestroyShaderModule(device, info.stage.module, nullptr);
  check(result, "vkCreateComputePipelines");
}

void Loop::makeCommands() {
  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  poolInfo.queueFamilyIndex = queueFamily;
  check(vkCreateCommandPool(device, &poolInfo, nullptr, &commandPool),
        "vkCreateCommandPool");
  VkCommandBufferAllocateInfo info{
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = commandPool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = mostUnderWay;
  commands.resize(mostUnderWay);
  check(vkAllocateCommandBuffers(device, &info, commands.data()),
        "vkAllocateCommandBuffers");
}

void Loop::submit(const Kernel &launched, VkCommandBuffer commandBuffer) {
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(vkBeginCommandBuffer(commandBuffer, &begin), "vkBeginCommandBuffer");
  // A kernel sees what the one before wrote.
  VkMemoryBarrier barrier{
      VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                       VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0,
                       nullptr, 0, nullptr);
  vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                    launched.pipeline);
  if (!launched.sets.empty())
    vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                            launched.layout, 0,
                            static_cast<uint32_t>(launched.sets.size()),
                            launched.sets.data(), 0, nullptr);
  if (launched.constantsBytes)
    vkCmdPushConstants(commandBuffer, launched.layout,
                       VK_SHADER_STAGE_COMPUTE_BIT, 0, launched.constantsBytes,
                       launched.constants);
  vkCmdDispatch(commandBuffer, 1, 1, 1);
  check(vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");

  const uint64_t signaled = submitted + 1;
  VkTimelineSemaphoreSubmitInfo timelineInfo{
      VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
  timelineInfo.signalSemaphoreValueCount = 1;
  timelineInfo.pSignalSemaphoreValues = &signaled;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &timelineInfo};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commandBuffer;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &timeline;
  check(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
  submitted = signaled;
}

void Loop::wait() {
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline;
  info.pValues = &submitted;
  check(vkWaitSemaphores(device, &info, UINT64_MAX), "vkWaitSemaphores");
}

void Loop::destroyKernel(Kernel &made) {
  vkDestroyPipeline(device, made.pipeline, nullptr);
  vkDestroyPipelineLayout(device, made.layout, nullptr);
  vkDestroyDescriptorPool(device, made.descriptorPool, nullptr);
  for (VkDescriptorSetLayout setLayout : made.setLayouts)
    vkDestroyDescriptorSetLayout(device, setLayout, nullptr);
  for (VkBuffer buffer : made.buffers)
    vkDestroyBuffer(device, buffer, nullptr);
  for (VkDeviceMemory memory : made.memories)
    vkFreeMemory(device, memory, nullptr);
}

Loop::~Loop() {
  if (device) {
    vkDeviceWaitIdle(device);
    vkDestroyCommandPool(device, commandPool, nullptr);
    destroyKernel(kernel);
    vkDestroySemaphore(device, timeline, nullptr);
    vkDestroyDevice(device, nullptr);
  }
  if (instance)
    vkDestroyInstance(instance, nullptr);
}

} // namespace

/// Null, and a line on the standard error output, where it cannot be opened.
extern "C" Loop *openLoop(const Submission *given) try {
  return new Loop(*given);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return nullptr;
}

/// Nanoseconds until `count` launches are submitted; negative where one fails.
extern "C" double launchMany(Loop *loop, uint64_t count) try {
  const double start = readClockNs();
  for (uint64_t i = 0; i < count; ++i)
    loop->submit(loop->kernel, loop->commands[loop->submitted % mostUnderWay]);
  return readClockNs() - start;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return -1;
}

extern "C" void waitForAll(Loop *loop) try {
  loop->wait();
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
}

extern "C" void closeLoop(Loop *loop) { delete loop; }
