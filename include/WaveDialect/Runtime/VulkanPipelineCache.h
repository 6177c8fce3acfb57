//===- VulkanPipelineCache.h - Compiled pipelines on disk -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver returns compiled pipelines as bytes, which it accepts in a later
// process. There is a file for each device and driver. Drivers trust these
// bytes, so the file has a header of our own: the owner, and a hash of the
// rest. A file that is damaged or belongs to another driver is ignored and
// replaced.
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

/// The device and driver that produced the bytes.
struct PipelineCacheOwner {
  uint32_t vendor = 0;
  uint32_t device = 0;
  uint32_t driverVersion = 0;
  uint8_t cache[VK_UUID_SIZE] = {};
  uint8_t driver[VK_UUID_SIZE] = {};
};

/// Returns the path for the bytes of a device and driver in a folder.
std::filesystem::path
findPipelineCacheFile(const std::filesystem::path &directory,
                      const PipelineCacheOwner &owner);

/// Returns the bytes in a file, or nothing if the file is missing, damaged or
/// another owner's.
std::optional<std::vector<std::byte>>
readPipelineCacheFile(const std::filesystem::path &file,
                      const PipelineCacheOwner &owner);

/// Writes a file atomically: a reader sees either all of it or the old one.
/// Returns false on failure.
bool writePipelineCacheFile(const std::filesystem::path &file,
                            const PipelineCacheOwner &owner,
                            const std::vector<std::byte> &bytes);

/// The pipelines of an open device. Safe to use from several threads.
class PipelineCache {
public:
  /// Loads the file from `directory`; without a directory nothing is kept. `fn`
  /// must outlive the object.
  void open(VkDevice device, const DeviceFunctions &fn,
            const PipelineCacheOwner &owner,
            const std::filesystem::path &directory);

  /// Pass this when creating a pipeline; may be null.
  VkPipelineCache getHandle() const { return handle; }

  /// How many bytes were found on opening.
  size_t getFoundBytes() const { return foundBytes; }

  /// Writes the file if there are new contents; unless `now`, at most once a
  /// second.
  void save(bool now);

  /// Saves the cache if `keep`, and destroys it; called before the device is
  /// destroyed.
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
