//===- VulkanPipelineCache.h - Compiled pipelines on disk -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a driver compiles it gives back as bytes, which it takes again in a later
// process. There is a file for each device and driver. Drivers trust what they
// are given, so the file has a head of our own: whose it is, and a hash of the
// rest. A file that is damaged or another driver's is not used, and replaced.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANPIPELINECACHE_H
#define WAVEDIALECT_RUNTIME_VULKANPIPELINECACHE_H

#include "WaveDialect/Runtime/VulkanError.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

namespace wave::runtime {

struct DeviceFunctions;

/// The device and driver that bytes are of.
struct PipelineCacheOwner {
  uint32_t vendor = 0;
  uint32_t device = 0;
  uint32_t driverVersion = 0;
  uint8_t cache[VK_UUID_SIZE] = {};
  uint8_t driver[VK_UUID_SIZE] = {};
};

/// Where the bytes of a device and driver are, in a folder.
std::filesystem::path
findPipelineCacheFile(const std::filesystem::path &directory,
                      const PipelineCacheOwner &owner);

/// The bytes in a file; nothing where it is missing, damaged or another owner's.
std::optional<std::vector<std::byte>>
readPipelineCacheFile(const std::filesystem::path &file,
                      const PipelineCacheOwner &owner);

/// Writes a file at once, so that a reader sees all of it or the one before.
/// False where that cannot be.
bool writePipelineCacheFile(const std::filesystem::path &file,
                            const PipelineCacheOwner &owner,
                            const std::vector<std::byte> &bytes);

/// The pipelines of an open device. Safe to use from several threads.
class PipelineCache {
public:
  /// Takes what is in `directory`; without one nothing is kept. `fn` must outlive
  /// the object.
  void open(VkDevice device, const DeviceFunctions &fn,
            const PipelineCacheOwner &owner,
            const std::filesystem::path &directory);

  /// To be passed when a pipeline is made; may be null.
  VkPipelineCache getHandle() const { return handle; }

  /// How many bytes were found when it was opened.
  size_t getFoundBytes() const { return foundBytes; }

  /// Writes the file if there is something new; unless `now`, once a second at
  /// most.
  void save(bool now);

  /// Saves, if it is to be kept, and destroys it, before the device.
  void close(bool keep);

private:
  void write();
  VkPipelineCache create(const std::vector<std::byte> &bytes) const;
  std::vector<std::byte> getBytes(VkPipelineCache cache) const;

  VkDevice device = VK_NULL_HANDLE;
  const DeviceFunctions *fn = nullptr;
  PipelineCacheOwner owner;
  std::filesystem::path file;
  VkPipelineCache handle = VK_NULL_HANDLE;
  size_t foundBytes = 0;

  std::mutex saving;
  size_t savedBytes = 0;                          // saving
  std::chrono::steady_clock::time_point lastSave; // saving
};

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANPIPELINECACHE_H
