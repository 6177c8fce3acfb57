//===- VulkanMemory.cpp - Storage buffers and copies ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanDevice.h"

#include <algorithm>
#include <cstring>

using namespace wave::runtime;

namespace {

/// Bytes of a staging buffer; longer copies are split.
constexpr uint64_t stagingBytes = 8 << 20;

/// Shaders access whole rows of constant buffers.
constexpr uint64_t rowBytes = 16;

uint64_t padToRows(uint64_t bytes) {
  return (bytes + rowBytes - 1) & ~(rowBytes - 1);
}

/// Vulkan has no empty buffers, shaders access whole words, and every buffer may
/// be a constant buffer.
uint64_t allocatedBytes(uint64_t bytes) {
  return std::max(rowBytes, padToRows(bytes));
}

} // namespace

//===----------------------------------------------------------------------===//
// Buffer
//===----------------------------------------------------------------------===//

Buffer::Buffer(std::shared_ptr<Device> owner, uint64_t bytes, bool hostVisible)
    : Resource(std::move(owner)), bytes(bytes), serial(device->nextSerial++) {
  const DeviceFunctions &fn = device->fn;
  device->adopt(*this);
  try {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = allocatedBytes(bytes);
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                 VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    device->make(fn.vkCreateBuffer, info, handle, "vkCreateBuffer");

    VkMemoryRequirements needs;
    fn.vkGetBufferMemoryRequirements(device->handle, handle, &needs);
    VkMemoryAllocateInfo allocateInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocateInfo.allocationSize = needs.size;
    allocateInfo.memoryTypeIndex =
        device->findMemoryType(needs.memoryTypeBits, hostVisible);
    device->make(fn.vkAllocateMemory, allocateInfo, memory, "vkAllocateMemory");
    ++device->allocations;
    device->check(fn.vkBindBufferMemory(device->handle, handle, memory, 0),
                  "vkBindBufferMemory");
    if (hostVisible) {
      void *address = nullptr;
      device->check(
          fn.vkMapMemory(device->handle, memory, 0, VK_WHOLE_SIZE, 0, &address),
          "vkMapMemory");
      mapped = static_cast<std::byte *>(address);
    }
  } catch (...) {
    device->discard(*this);
    throw;
  }
}

// The whole buffer owns the Vulkan objects.
Buffer::Buffer(const std::shared_ptr<Buffer> &whole, uint64_t offset,
               uint64_t bytes)
    : Resource(whole->device), bytes(bytes), whole(whole), offset(offset),
      handle(whole->handle),
      mapped(whole->mapped ? whole->mapped + offset : nullptr),
      serial(device->nextSerial++) {}

Buffer::~Buffer() { device->discard(*this); }

std::shared_ptr<Buffer> Buffer::slice(const std::shared_ptr<Buffer> &buffer,
                                      uint64_t offset, uint64_t bytes) {
  if (offset > buffer->bytes || bytes > buffer->bytes - offset)
    throw std::invalid_argument("the slice is not inside the buffer");
  return std::shared_ptr<Buffer>(new Buffer(
      buffer->whole ? buffer->whole : buffer, buffer->offset + offset, bytes));
}

bool Buffer::overlaps(const Buffer &other) const {
  return &getWhole() == &other.getWhole() && bytes > 0 && other.bytes > 0 &&
         offset < other.offset + other.bytes && other.offset < offset + bytes;
}

bool Buffer::isAligned(uint32_t texelBytes) const {
  if (texelBytes != 0)
    return offset % std::max<uint32_t>(texelBytes, 4) == 0;
  return offset % device->physical.limits.minStorageBufferOffsetAlignment == 0;
}

uint64_t Buffer::paddedConstantBuffer(uint32_t bytes) {
  return padToRows(bytes);
}

bool Buffer::holdsConstants(uint32_t constantBytes) const {
  return bytes == constantBytes &&
         offset % device->physical.limits.minUniformBufferOffsetAlignment ==
             0 &&
         offset + padToRows(bytes) <= allocatedBytes(getWhole().bytes);
}

void Buffer::release() {
  if (handle)
    device->fn.vkDestroyBuffer(device->handle, handle, nullptr);
  if (memory) {
    // Unmaps as well.
    device->fn.vkFreeMemory(device->handle, memory, nullptr);
    --device->allocations;
  }
}

uint32_t Device::findMemoryType(uint32_t allowed, bool hostVisible) const {
  constexpr VkMemoryPropertyFlags reachable =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  int best = -1, bestScore = -1;
  for (uint32_t index = 0; index < physical.memory.memoryTypeCount; ++index) {
    VkMemoryPropertyFlags flags =
        physical.memory.memoryTypes[index].propertyFlags;
    // Other bits mark memory types that require additional features.
    if (!(allowed >> index & 1) || (flags & ~(reachable | cached | local)))
      continue;
    int score = 0;
    if (hostVisible) {
      if ((flags & reachable) != reachable)
        continue;
      // Reading memory that the CPU does not cache is far slower than letting a
      // device read across the bus.
      score = (flags & cached ? 2 : 0) + (flags & local ? 1 : 0);
    } else {
      // Device memory that the host can also access may be scarce.
      score = (flags & local ? 2 : 0) + (flags & reachable ? 0 : 1);
    }
    if (score > bestScore) {
      best = static_cast<int>(index);
      bestScore = score;
    }
  }
  if (best < 0)
    throw VulkanError(ErrorKind::Unsupported,
                      "Vulkan device '" + properties().name +
                          "' has no memory type for a storage buffer or "
                          "image");
  return static_cast<uint32_t>(best);
}

std::shared_ptr<Buffer> Device::alloc(uint64_t bytes, const Poll &poll) {
  return makeBuffer(bytes, mapBuffers, poll);
}

std::shared_ptr<Buffer> Device::makeBuffer(uint64_t bytes, bool hostVisible,
                                           const Poll &poll) {
  if (bytes > properties().maxBufferBytes)
    throw VulkanError(ErrorKind::Limit,
                      "a buffer of " + std::to_string(bytes) +
                          " bytes is more than the " +
                          std::to_string(properties().maxBufferBytes) +
                          " that device '" + properties().name +
                          "' allows (maxStorageBufferRange, maxBufferSize "
                          "or maxMemoryAllocationSize)");
  std::shared_ptr<Buffer> buffer;
  makeRoomFor("a buffer of " + std::to_string(bytes) + " bytes", poll, [&] {
    buffer.reset(new Buffer(shared_from_this(), bytes, hostVisible));
  });
  return buffer;
}

/// Calls `make`, which performs one allocation; if there is no room, frees all
/// unused memory and calls it again.
void Device::makeRoomFor(const std::string &what, const Poll &poll,
                         const std::function<void()> &make) {
  for (bool again = false;; again = true) {
    try {
      const auto alive = enter();
      {
        std::lock_guard lock(state);
        retire();
        if (again)
          freeImages.clear();
      }
      if (allocations >= physical.limits.maxMemoryAllocationCount)
        throw VulkanError(
            ErrorKind::Limit,
            "device '" + properties().name + "' allows " +
                std::to_string(physical.limits.maxMemoryAllocationCount) +
                " buffers at a time (maxMemoryAllocationCount) and all are in "
                "use; free arrays, or put several into one");
      return make();
    } catch (const VulkanError &error) {
      bool full = error.kind == ErrorKind::OutOfMemory;
      if (again || (!full && error.kind != ErrorKind::Limit)) {
        if (full)
          throw VulkanError(ErrorKind::OutOfMemory,
                            "out of memory: device '" + properties().name +
                                "' has no room for " + what + " (" +
                                error.what() + ")");
        throw;
      }
    }
    // Launches in flight may hold buffers that have no other users.
    wait(poll);
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void Device::checkCopy(const Buffer &buffer, uint64_t bytes) const {
  if (buffer.device.get() != this)
    throw std::invalid_argument("the buffer belongs to another device");
  if (bytes > buffer.bytes)
    throw std::invalid_argument("data of " + std::to_string(bytes) +
                                " bytes does not fit a buffer of " +
                                std::to_string(buffer.bytes) + " bytes");
}

void Device::upload(const std::shared_ptr<Buffer> &buffer,
                    std::span<const std::byte> data, const Poll &poll) {
  checkCopy(*buffer, data.size());
  if (mapBuffers)
    return withMapped(*buffer, poll, [&](std::byte *contents) {
      if (!data.empty())
        std::memcpy(contents, data.data(), data.size());
    });
  copyStaged(
      buffer, data.size(), /*toDevice=*/true,
      [&](std::byte *contents, uint64_t offset, uint64_t bytes) {
        std::memcpy(contents, data.data() + offset, bytes);
      },
      poll);
}

void Device::download(const std::shared_ptr<Buffer> &buffer,
                      std::span<std::byte> data, const Poll &poll) {
  checkCopy(*buffer, data.size());
  if (mapBuffers)
    return withMapped(*buffer, poll, [&](std::byte *contents) {
      if (!data.empty())
        std::memcpy(data.data(), contents, data.size());
    });
  copyStaged(
      buffer, data.size(), /*toDevice=*/false,
      [&](std::byte *contents, uint64_t offset, uint64_t bytes) {
        std::memcpy(data.data() + offset, contents, bytes);
      },
      poll);
}

void Device::copy(const std::shared_ptr<Buffer> &from,
                  const std::shared_ptr<Buffer> &to, const Poll &poll) {
  checkCopy(*from, to->bytes);
  checkCopy(*to, from->bytes);
  if (from->overlaps(*to))
    throw std::invalid_argument("the buffers of a copy overlap");
  if (to->bytes == 0)
    return;
  submitWith(poll, [&](Slot &slot) {
    slot.buffers = {from, to};
    VkBufferCopy region{from->offset, to->offset, to->bytes};
    fn.vkCmdCopyBuffer(slot.commands, from->handle, to->handle, 1, &region);
    publishWrites(slot.commands);
  });
}

/// Copies with the state locked, after all submissions that use the buffer.
void Device::withMapped(const Buffer &buffer, const Poll &poll,
                        const std::function<void(std::byte *)> &copy) {
  for (;;) {
    uint64_t lastUse;
    {
      const auto alive = enter();
      std::lock_guard lock(state);
      retire();
      lastUse = buffer.getWhole().lastUse;
      if (lastUse <= completedTicket)
        return copy(buffer.mapped);
    }
    waitFor(lastUse, poll);
  }
}

/// Copies through host-visible memory, in pieces, on the queue, and so in order
/// with the launches.
void Device::copyStaged(
    const std::shared_ptr<Buffer> &buffer, uint64_t bytes, bool toDevice,
    const std::function<void(std::byte *staging, uint64_t offset,
                             uint64_t bytes)> &copy,
    const Poll &poll) {
  std::shared_ptr<Buffer> staging;
  {
    const auto alive = enter();
    std::lock_guard lock(state);
    if (!freeStaging.empty()) {
      staging = std::move(freeStaging.back());
      freeStaging.pop_back();
    }
  }
  if (bytes > 0 && !staging)
    staging = makeBuffer(std::min(stagingBytes, properties().maxBufferBytes),
                         /*hostVisible=*/true, poll);

  for (uint64_t offset = 0; offset < bytes;) {
    uint64_t piece = std::min(staging->bytes, bytes - offset);
    auto copyPiece = [&] {
      const auto alive = enter();
      copy(staging->mapped, offset, piece);
    };
    if (toDevice)
      copyPiece();
    uint64_t ticket = submitWith(poll, [&](Slot &slot) {
      // Both are kept in case the wait below is interrupted.
      slot.buffers = {buffer, staging};
      VkBufferCopy region{};
      region.size = piece;
      (toDevice ? region.dstOffset : region.srcOffset) =
          buffer->offset + offset;
      fn.vkCmdCopyBuffer(
          slot.commands, toDevice ? staging->handle : buffer->handle,
          toDevice ? buffer->handle : staging->handle, 1, &region);
      publishWrites(slot.commands);
    });
    waitFor(ticket, poll);
    if (!toDevice)
      copyPiece();
    offset += piece;
  }

  if (staging) {
    const auto alive = enter();
    std::lock_guard lock(state);
    freeStaging.push_back(std::move(staging));
  }
}
