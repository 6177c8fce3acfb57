//===- VulkanLaunch.cpp - Submissions to the queue ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanDevice.h"

#include <algorithm>
#include <cstring>
#include <functional>

using namespace wave::runtime;

//===----------------------------------------------------------------------===//
// Submissions
//===----------------------------------------------------------------------===//

uint64_t Device::submitWith(const Poll &poll,
                            const std::function<void(Slot &)> &record) {
  for (;;) {
    uint64_t oldest;
    {
      const auto alive = enter();
      std::lock_guard lock(state);
      // Asking the driver each time would cost as much as the rest of this
      // function.
      if (freeSlots.size() <= slots.size() / 2)
        retire();
      if (!freeSlots.empty()) {
        Slot &slot = *freeSlots.back();
        freeSlots.pop_back();
        try {
          begin(slot);
          record(slot);
          return submit(slot);
        } catch (...) {
          // The launch was not submitted: there is nothing to wait for.
          slot.launch.reset();
          slot.spoiled = true;
          recycle(slot);
          throw;
        }
      }
      oldest = inFlight.front()->ticket;
    }
    waitFor(oldest, poll);
  }
}

void Device::begin(Slot &slot) {
  if (slot.spoiled)
    check(fn.vkResetCommandBuffer(slot.commands, 0), "vkResetCommandBuffer");
  slot.spoiled = false;
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(fn.vkBeginCommandBuffer(slot.commands, &info), "vkBeginCommandBuffer");
}

uint64_t Device::submit(Slot &slot) {
  check(fn.vkEndCommandBuffer(slot.commands), "vkEndCommandBuffer");
  uint64_t ticket = lastTicket + 1;
  VkTimelineSemaphoreSubmitInfo timelineInfo{
      VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
  timelineInfo.signalSemaphoreValueCount = 1;
  timelineInfo.pSignalSemaphoreValues = &ticket;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &timelineInfo};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &slot.commands;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &timeline;
  // Before the submission, because nothing may fail after it.
  inFlight.push_back(&slot);
  VkResult result = fn.vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
  if (result != VK_SUCCESS)
    inFlight.pop_back();
  check(result, "vkQueueSubmit");

  lastTicket = ticket;
  slot.ticket = ticket;
  for (const std::shared_ptr<Buffer> &buffer : slot.buffers)
    buffer->getWhole().lastUse = ticket;
  return ticket;
}

/// Reclaims the resources of submissions that have ended.
void Device::retire() {
  if (inFlight.empty())
    return;
  uint64_t reached = 0;
  check(fn.vkGetSemaphoreCounterValue(handle, timeline, &reached),
        "vkGetSemaphoreCounterValue");
  completedTicket = std::min(reached, lastTicket);
  while (!inFlight.empty() && inFlight.front()->ticket <= completedTicket) {
    Slot *slot = inFlight.front();
    inFlight.pop_front();
    recycle(*slot);
  }
}

void Device::recycle(Slot &slot) {
  if (slot.launch) {
    // Only a caller that kept the launch can ask for its time.
    if (slot.launch.use_count() > 1)
      slot.launch->elapsed = readElapsed(slot);
    // A lost device may not have run the launch to its end.
    slot.launch->done = !lost;
    slot.launch.reset();
  }
  if (slot.descriptors)
    slot.pipeline->freeDescriptors.push_back(slot.descriptors);
  slot.descriptors = nullptr;
  slot.pipeline.reset();
  slot.buffers.clear();
  slot.images.clear();
  freeSlots.push_back(&slot);
}

void Device::memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from,
                           VkAccessFlags written, VkPipelineStageFlags to,
                           VkAccessFlags used) {
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written,
                          used};
  fn.vkCmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0, nullptr, 0,
                          nullptr);
}

/// Ends every submission: its writes are visible to all later submissions and
/// to the host, and later submissions begin only when it has ended.
void Device::publishWrites(VkCommandBuffer commands) {
  memoryBarrier(commands,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                    VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                    VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                    VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
                    VK_ACCESS_UNIFORM_READ_BIT | VK_ACCESS_HOST_READ_BIT);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void Device::checkLaunch(const Pipeline &pipeline,
                         std::span<const BoundBuffer> arguments,
                         size_t constants,
                         std::array<uint32_t, 3> groups) const {
  const std::string &name = pipeline.name;
  if (pipeline.device.get() != this)
    throw std::invalid_argument("kernel '" + name +
                                "' was loaded on another device");
  if (arguments.size() != pipeline.bindings.size())
    throw std::invalid_argument("kernel '" + name + "' takes " +
                                std::to_string(pipeline.bindings.size()) +
                                " buffers, got " +
                                std::to_string(arguments.size()));
  for (size_t index = 0; index < arguments.size(); ++index) {
    const BoundBuffer &argument = arguments[index];
    if (argument.buffer->device.get() != this)
      throw std::invalid_argument("a buffer of kernel '" + name +
                                  "' belongs to another device");
    if (pipeline.bindings[index].image)
      checkImage(pipeline, pipeline.bindings[index], argument);
    else if (uint32_t bytes = pipeline.bindings[index].constantBufferBytes) {
      if (!argument.buffer->holdsConstants(bytes))
        throw std::invalid_argument("a constant buffer of kernel '" + name +
                                    "' does not have its size or alignment");
    } else if (!argument.buffer->isAligned())
      throw std::invalid_argument("a buffer of kernel '" + name +
                                  "' is a slice that is not aligned");
  }
  if (constants != pipeline.constantsBytes)
    throw std::invalid_argument("kernel '" + name + "' takes " +
                                std::to_string(pipeline.constantsBytes) +
                                " bytes of constants, got " +
                                std::to_string(constants));
  for (size_t dimension = 0; dimension < groups.size(); ++dimension)
    if (groups[dimension] > properties().maxGroupCount[dimension])
      throw VulkanError(
          ErrorKind::Limit,
          "kernel '" + name + "' was launched with " +
              std::to_string(groups[dimension]) + " groups in " +
              "xyz"[dimension] + ", more than the " +
              std::to_string(properties().maxGroupCount[dimension]) +
              " of device '" + properties().name +
              "' (maxComputeWorkGroupCount)");
}

std::shared_ptr<Launch>
Device::launch(const std::shared_ptr<Pipeline> &pipeline,
               std::span<const BoundBuffer> arguments,
               std::span<const std::byte> constants,
               std::array<uint32_t, 3> groups, bool timed, const Poll &poll) {
  checkLaunch(*pipeline, arguments, constants.size(), groups);
  std::vector<std::shared_ptr<Image>> images;
  if (pipeline->hasImages) {
    images.resize(arguments.size());
    for (size_t index = 0; index < arguments.size(); ++index)
      if (const Binding &binding = pipeline->bindings[index]; binding.image)
        images[index] = takeImage(binding, arguments[index].extent, poll);
  }

  auto launch = std::make_shared<Launch>();
  launch->device = shared_from_this();
  auto record = [&](Slot &slot) {
    for (const BoundBuffer &argument : arguments)
      slot.buffers.push_back(argument.buffer);
    slot.images = std::move(images);
    slot.pipeline = pipeline;
    slot.descriptors = pipeline->bind(slot.buffers, slot.images);
    // Set before the submission: another thread may ask for the time at once.
    launch->ticket = lastTicket + 1;
    slot.launch = launch;
    slot.timed = timed && queryPool;
    recordLaunch(slot, constants, groups);
    keepImages(slot.images);
  };
  // By reference, which allocates no memory.
  submitWith(poll, std::ref(record));
  return launch;
}

void Device::recordLaunch(Slot &slot, std::span<const std::byte> constants,
                          std::array<uint32_t, 3> groups) {
  VkCommandBuffer commands = slot.commands;
  const Pipeline &pipeline = *slot.pipeline;
  if (pipeline.hasImages)
    recordImagesBefore(slot);
  if (slot.timed) {
    fn.vkCmdResetQueryPool(commands, queryPool, slot.firstQuery, 2);
    // At the stage of the kernels: waits for all earlier kernels.
    fn.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           queryPool, slot.firstQuery);
  }
  fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                       pipeline.handle);
  if (slot.descriptors)
    fn.vkCmdBindDescriptorSets(
        commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0,
        static_cast<uint32_t>(slot.descriptors->sets.size()),
        slot.descriptors->sets.data(), 0, nullptr);
  if (size_t whole = constants.size() & ~size_t(3))
    fn.vkCmdPushConstants(commands, pipeline.layout,
                          VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(whole), constants.data());
  if (size_t rest = constants.size() & 3) {
    uint32_t last = 0;
    std::memcpy(&last, constants.data() + constants.size() - rest, rest);
    fn.vkCmdPushConstants(
        commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT,
        static_cast<uint32_t>(constants.size() - rest), sizeof(last), &last);
  }
  fn.vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
  if (slot.timed)
    fn.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           queryPool, slot.firstQuery + 1);
  if (pipeline.hasImages)
    recordImagesAfter(slot);
  publishWrites(commands);
}

std::optional<double> Device::readElapsed(const Slot &slot) {
  if (!slot.timed || lost)
    return std::nullopt;
  uint64_t stamps[2];
  VkResult result = fn.vkGetQueryPoolResults(
      handle, queryPool, slot.firstQuery, 2, sizeof(stamps), stamps,
      sizeof(stamps[0]), VK_QUERY_RESULT_64_BIT);
  if (result == VK_ERROR_DEVICE_LOST)
    lost = true;
  if (result != VK_SUCCESS)
    return std::nullopt;
  // Subtract at the queue's own width, so that a counter that wraps around is
  // harmless.
  uint64_t mask = physical.timestampBits >= 64
                      ? ~uint64_t(0)
                      : (uint64_t(1) << physical.timestampBits) - 1;
  return double((stamps[1] - stamps[0]) & mask) *
         properties().timestampPeriodNs;
}

std::optional<double> Launch::elapsedNs(const Poll &poll) {
  requireOwnProcess();
  {
    // Correct even after the device was closed.
    std::lock_guard lock(device->state);
    if (done)
      return elapsed;
  }
  device->waitFor(ticket, poll);
  std::shared_lock alive(device->lifetime);
  std::lock_guard lock(device->state);
  if (!done) {
    device->requireUsable();
    device->retire();
    // Reading the time may discover that the device is lost.
    if (!elapsed)
      device->requireUsable();
  }
  return elapsed;
}
