//===- VulkanDevice.cpp - Opening, waiting for and closing a device -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanDevice.h"

#include <chrono>
#include <thread>

using namespace wave::runtime;

namespace {

/// The maximum number of submissions in flight. It limits how far the host is
/// ahead of the device, and so the resources that a loop of launches holds.
constexpr uint32_t slotCount = 128;

/// How long one wait in the driver lasts, so that an interrupt is seen soon.
constexpr uint64_t waitSliceNs = 50'000'000;

/// How often a driver without memory is asked again whether all submissions
/// have ended, and the pause between attempts.
constexpr int idleAttempts = 100;
constexpr std::chrono::milliseconds idlePause{10};

} // namespace

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

std::shared_ptr<Device>
Device::open(uint32_t index, bool validation, bool staging,
             std::span<const std::string> without,
             const std::filesystem::path &pipelineCache) {
  std::shared_ptr<Instance> instance = Instance::get(validation);
  std::vector<PhysicalDevice> devices = listPhysicalDevices(*instance);
  if (index >= devices.size()) {
    std::string known;
    for (size_t i = 0; i < devices.size(); ++i)
      known += (i ? ", " : "") + std::to_string(i) + " '" +
               devices[i].properties.name + "'";
    throw VulkanError(ErrorKind::NoDevice, "there is no Vulkan device " +
                                               std::to_string(index) +
                                               "; there are " + known);
  }
  const DeviceProperties &properties = devices[index].properties;
  if (!properties.refusal.empty())
    throw VulkanError(ErrorKind::Unsupported,
                      "Vulkan device '" + properties.name +
                          "' cannot be used: " + properties.refusal);
  devices[index].leaveOut(without);
  std::shared_ptr<Device> device(
      new Device(std::move(instance), std::move(devices[index]), staging));
  device->create();
  device->openPipelineCache(pipelineCache);
  device->createSlots();
  return device;
}

Device::Device(std::shared_ptr<Instance> instance, PhysicalDevice physical,
               bool staging)
    : instance(std::move(instance)), physical(std::move(physical)),
      mapBuffers(!staging && (properties().kind == "cpu" ||
                              properties().kind == "integrated")) {}

void Device::create() {
  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = physical.queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;

  FeatureChain chain;
#define WAVE_VK_FEATURE(name, structure, field)                                \
  chain.structure.field = properties().has(#name);
#include "WaveDialect/Runtime/VulkanFeatures.def"
  std::vector<const char *> extensions = physical.extensions();

  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = chain.link(physical.available);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkDevice made;
  VkResult result =
      instance->fn.vkCreateDevice(physical.handle, &info, nullptr, &made);
  if (result == VK_ERROR_DEVICE_LOST)
    throw VulkanError(ErrorKind::Other,
                      "Vulkan device '" + properties().name +
                          "' cannot be opened: the driver has lost it "
                          "permanently (vkCreateDevice failed with "
                          "VK_ERROR_DEVICE_LOST); restart the process");
  checkResult(result, "vkCreateDevice");
  handle = made;

  auto fetch = [&](auto &function, const char *functionName) {
    PFN_vkVoidFunction found =
        instance->fn.vkGetDeviceProcAddr(handle, functionName);
    if (!found)
      throw VulkanError(ErrorKind::Unsupported,
                        "the driver of Vulkan device '" + properties().name +
                            "' lacks " + functionName);
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
  };
  // First, in case another function is missing.
  fetch(fn.vkDestroyDevice, "vkDestroyDevice");
#define WAVE_VK_DEVICE(name) fetch(fn.name, #name);
#include "WaveDialect/Runtime/VulkanFunctions.def"

  fn.vkGetDeviceQueue(handle, physical.queueFamily, 0, &queue);
  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo semaphoreInfo{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                      &type};
  make(fn.vkCreateSemaphore, semaphoreInfo, timeline, "vkCreateSemaphore");
}

void Device::openPipelineCache(const std::filesystem::path &directory) {
  VkPhysicalDeviceIDProperties ids{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
  VkPhysicalDeviceProperties2 root{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &ids};
  instance->fn.vkGetPhysicalDeviceProperties2(physical.handle, &root);
  PipelineCacheOwner owner;
  owner.vendor = root.properties.vendorID;
  owner.device = root.properties.deviceID;
  owner.driverVersion = root.properties.driverVersion;
  std::copy_n(root.properties.pipelineCacheUUID, VK_UUID_SIZE, owner.cache);
  std::copy_n(ids.driverUUID, VK_UUID_SIZE, owner.driver);
  pipelineCache.open(handle, fn, owner, directory);
}

void Device::createSlots() {
  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  poolInfo.queueFamilyIndex = physical.queueFamily;
  make(fn.vkCreateCommandPool, poolInfo, commandPool, "vkCreateCommandPool");

  std::vector<VkCommandBuffer> commands(slotCount);
  VkCommandBufferAllocateInfo allocateInfo{
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  allocateInfo.commandPool = commandPool;
  allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocateInfo.commandBufferCount = slotCount;
  check(fn.vkAllocateCommandBuffers(handle, &allocateInfo, commands.data()),
        "vkAllocateCommandBuffers");

  if (physical.timestampBits) {
    VkQueryPoolCreateInfo queryInfo{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    queryInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
    queryInfo.queryCount = 2 * slotCount;
    make(fn.vkCreateQueryPool, queryInfo, queryPool, "vkCreateQueryPool");
  }

  for (uint32_t index = 0; index < slotCount; ++index) {
    Slot &slot = slots.emplace_back();
    slot.commands = commands[index];
    slot.firstQuery = 2 * index;
    freeSlots.push_back(&slot);
  }
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void Device::check(VkResult result, const char *what) {
  if (result == VK_ERROR_DEVICE_LOST) {
    lost = true;
    throwLost();
  }
  checkResult(result, what);
}

std::shared_lock<std::shared_mutex> Device::enter() {
  requireOwnProcess();
  std::shared_lock alive(lifetime);
  requireUsable();
  return alive;
}

void Device::requireUsable() const {
  requireOwnProcess();
  // First: a lost device is closed soon, but the loss is the error to report.
  if (lost)
    throwLost();
  if (closing)
    throw VulkanError(
        ErrorKind::Closed,
        "Vulkan device '" + properties().name +
            "' was closed, and its contents are lost; open it again");
}

void Device::throwLost() const {
  throw VulkanError(
      ErrorKind::DeviceLost,
      "Vulkan device '" + properties().name +
          "' was lost: a kernel ran too long or accessed invalid memory, or "
          "the driver was reset; what the device held is gone; open it again");
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

void Device::adopt(Resource &resource) {
  std::lock_guard lock(resourcesMutex);
  resources.insert(&resource);
}

void Device::discard(Resource &resource) {
  if (isForkedChild())
    return;
  // Under the lock, so that close cannot destroy the device in the meantime.
  std::lock_guard lock(resourcesMutex);
  if (resources.erase(&resource))
    resource.release();
}

//===----------------------------------------------------------------------===//
// Waiting and closing
//===----------------------------------------------------------------------===//

void Device::waitFor(uint64_t ticket, const Poll &poll) {
  if (ticket == 0)
    return;
  for (;;) {
    {
      // Held for one slice only: close needs the lock exclusively.
      const auto alive = enter();
      VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
      info.semaphoreCount = 1;
      info.pSemaphores = &timeline;
      info.pValues = &ticket;
      VkResult result = fn.vkWaitSemaphores(handle, &info, waitSliceNs);
      if (result == VK_SUCCESS)
        return;
      if (result != VK_TIMEOUT)
        check(result, "vkWaitSemaphores");
    }
    if (poll)
      poll();
  }
}

void Device::wait(const Poll &poll) {
  uint64_t ticket;
  {
    const auto alive = enter();
    std::lock_guard lock(state);
    ticket = lastTicket;
  }
  waitFor(ticket, poll);
  const auto alive = enter();
  std::lock_guard lock(state);
  retire();
}

void Device::close(const Poll &poll) {
  // The parent process still uses the device.
  if (isForkedChild())
    return;
  try {
    // Wait here, where an interrupt is noticed, not in vkDeviceWaitIdle.
    wait(poll);
  } catch (const VulkanError &) {
    // Closed already, or lost: nothing to wait for, but everything to destroy.
  }
  closing = true;
  std::unique_lock alone(lifetime);
  if (closed)
    return;
  closed = true;
  destroy();
}

Device::~Device() {
  if (!closed)
    destroy();
}

/// Whether nothing is running. A driver without memory cannot answer.
bool Device::waitIdle() {
  for (int attempt = 0; attempt < idleAttempts; ++attempt) {
    {
      std::lock_guard lock(state);
      if (lastTicket == 0)
        return true;
    }
    VkResult result = fn.vkDeviceWaitIdle(handle);
    if (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST)
      return true;
    {
      std::lock_guard lock(state);
      if (completedTicket == lastTicket)
        return true;
    }
    std::this_thread::sleep_for(idlePause);
  }
  return false;
}

void Device::destroy() {
  if (!handle || isForkedChild())
    return;
  const bool idle = waitIdle();
  if (!idle) {
    // Leak objects that may be in use rather than destroy them.
    std::lock_guard lock(resourcesMutex);
    resources.clear();
  }
  {
    std::lock_guard lock(state);
    for (Slot *slot : inFlight)
      recycle(*slot);
    inFlight.clear();
    freeStaging.clear();
    freeImages.clear();
  }
  {
    std::lock_guard lock(resourcesMutex);
    for (Resource *resource : resources)
      resource->release();
    resources.clear();
  }
  if (!idle)
    return;
  // Call the driver of a lost device no more than necessary.
  pipelineCache.close(/*keep=*/!lost);
  if (queryPool)
    fn.vkDestroyQueryPool(handle, queryPool, nullptr);
  if (commandPool)
    fn.vkDestroyCommandPool(handle, commandPool, nullptr);
  if (timeline)
    fn.vkDestroySemaphore(handle, timeline, nullptr);
  if (fn.vkDestroyDevice)
    fn.vkDestroyDevice(handle, nullptr);
  handle = VK_NULL_HANDLE;
  instance.reset();
}
