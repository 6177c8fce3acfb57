//===- VulkanPipelineCache.cpp - Compiled pipelines on disk ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanPipelineCache.h"
#include "WaveDialect/Runtime/VulkanDevice.h"

#include <cstring>
#include <fstream>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

using namespace wave::runtime;
namespace fs = std::filesystem;

namespace {

/// Size limit: a larger file is started anew.
constexpr uint64_t mostBytes = 64 << 20;

/// The header before the driver's bytes.
struct FileHead {
  char magic[8] = {'w', 'a', 'v', 'e', 'p', 'i', 'p', '1'};
  PipelineCacheOwner owner;
  uint32_t reserved = 0;
  uint64_t size = 0;
  uint64_t hash = 0;
};
static_assert(std::has_unique_object_representations_v<FileHead>,
              "it is compared and written as bytes");

/// FNV-1a: detects damage, not tampering.
uint64_t hashBytes(std::span<const std::byte> bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (std::byte byte : bytes)
    hash = (hash ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

FileHead makeHead(const PipelineCacheOwner &owner,
                  std::span<const std::byte> bytes) {
  FileHead head;
  head.owner = owner;
  head.size = bytes.size();
  head.hash = hashBytes(bytes);
  return head;
}

/// Whether the bytes begin with the header that Vulkan specifies for this
/// device. More bytes must follow: a driver that caches nothing returns only
/// the header.
bool isOwn(const PipelineCacheOwner &owner, std::span<const std::byte> bytes) {
  VkPipelineCacheHeaderVersionOne head;
  if (bytes.size() <= sizeof(head))
    return false;
  std::memcpy(&head, bytes.data(), sizeof(head));
  return head.headerSize >= sizeof(head) && bytes.size() > head.headerSize &&
         head.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
         head.vendorID == owner.vendor && head.deviceID == owner.device &&
         std::memcmp(head.pipelineCacheUUID, owner.cache, VK_UUID_SIZE) == 0;
}

/// Whether a file is owned by the user or root, and no other user may write it.
/// The folder satisfies this now; the file may be older than that.
bool isOwnFile(const fs::path &file) {
  struct stat found;
  return lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         (found.st_uid == 0 || found.st_uid == geteuid()) &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void appendHex(std::string &text, std::span<const uint8_t> bytes) {
  for (uint8_t byte : bytes)
    for (int shift : {4, 0})
      text += "0123456789abcdef"[(byte >> shift) & 15];
}

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

fs::path wave::runtime::findPipelineCacheFile(const fs::path &directory,
                                              const PipelineCacheOwner &owner) {
  std::string name = "vulkan-" + std::to_string(owner.vendor) + "-" +
                     std::to_string(owner.device) + "-";
  appendHex(name, owner.cache);
  return directory / (name + ".pipelines");
}

std::optional<std::vector<std::byte>>
wave::runtime::readPipelineCacheFile(const fs::path &file,
                                     const PipelineCacheOwner &owner) {
  if (!isOwnFile(file))
    return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  FileHead head;
  if (!stream.read(reinterpret_cast<char *>(&head), sizeof(head)) ||
      head.size > mostBytes)
    return std::nullopt;
  std::vector<std::byte> bytes(head.size);
  if (!stream.read(reinterpret_cast<char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size())) ||
      stream.peek() != std::ifstream::traits_type::eof())
    return std::nullopt;
  const FileHead expected = makeHead(owner, bytes);
  if (std::memcmp(&head, &expected, sizeof(head)) != 0 || !isOwn(owner, bytes))
    return std::nullopt;
  return bytes;
}

bool wave::runtime::writePipelineCacheFile(
    const fs::path &file, const PipelineCacheOwner &owner,
    const std::vector<std::byte> &bytes) {
  static std::atomic<uint32_t> count = 0;
  fs::path temporary = file;
  for (uint64_t number : {uint64_t(getpid()), uint64_t(++count)})
    (temporary += '.') += std::to_string(number);
  const FileHead head = makeHead(owner, bytes);
  {
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char *>(&head), sizeof(head));
    stream.write(reinterpret_cast<const char *>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    stream.close();
    std::error_code ignored;
    if (stream) {
      std::error_code error;
      // Regardless of the default permissions of the process.
      fs::permissions(temporary, fs::perms::owner_read | fs::perms::owner_write,
                      error);
      fs::rename(temporary, file, error);
      if (!error)
        return true;
    }
    fs::remove(temporary, ignored);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The pipelines of an open device
//===----------------------------------------------------------------------===//

void PipelineCache::open(VkDevice owningDevice,
                         const DeviceFunctions &functions,
                         const PipelineCacheOwner &whose,
                         const fs::path &directory) {
  if (directory.empty())
    return;
  device = owningDevice;
  fn = &functions;
  owner = whose;
  file = findPipelineCacheFile(directory, owner);
  const std::vector<std::byte> found =
      readPipelineCacheFile(file, owner).value_or(std::vector<std::byte>());
  handle = create(found);
  if (handle)
    foundBytes = savedBytes = found.size();
  else
    handle = create({});
}

VkPipelineCache
PipelineCache::create(const std::vector<std::byte> &bytes) const {
  VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  info.initialDataSize = bytes.size();
  info.pInitialData = bytes.data();
  VkPipelineCache made = VK_NULL_HANDLE;
  // The cache is optional: its failure is not a failure of the kernel.
  if (fn->vkCreatePipelineCache(device, &info, nullptr, &made) != VK_SUCCESS)
    return VK_NULL_HANDLE;
  return made;
}

std::vector<std::byte> PipelineCache::getBytes(VkPipelineCache cache) const {
  std::vector<std::byte> bytes;
  size_t size = 0;
  // Another thread may add to the cache in between.
  for (VkResult result = VK_INCOMPLETE; result == VK_INCOMPLETE;) {
    if (fn->vkGetPipelineCacheData(device, cache, &size, nullptr) != VK_SUCCESS)
      return {};
    bytes.resize(size);
    result = fn->vkGetPipelineCacheData(device, cache, &size, bytes.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
      return {};
    bytes.resize(size);
  }
  return bytes;
}

void PipelineCache::save(bool now) {
  if (!handle)
    return;
  std::lock_guard lock(saving);
  const auto time = std::chrono::steady_clock::now();
  if (!now && time - lastSave < std::chrono::seconds(1))
    return;
  lastSave = time;
  try {
    write();
  } catch (const std::bad_alloc &) {
    // Kernels also run without the file.
  }
}

/// Writes the file if the cache has new contents (saving).
void PipelineCache::write() {
  std::vector<std::byte> bytes = getBytes(handle);
  if (bytes.size() == savedBytes || !isOwn(owner, bytes))
    return;
  savedBytes = bytes.size();
  // Other processes may have added to the file since. Merge into a separate
  // cache, because threads create pipelines with ours.
  if (const auto others = readPipelineCacheFile(file, owner)) {
    if (VkPipelineCache both = create(*others)) {
      if (fn->vkMergePipelineCaches(device, both, 1, &handle) == VK_SUCCESS)
        if (std::vector<std::byte> merged = getBytes(both);
            merged.size() > bytes.size() && isOwn(owner, merged))
          bytes = std::move(merged);
      fn->vkDestroyPipelineCache(device, both, nullptr);
    }
  }
  std::error_code ignored;
  if (bytes.size() > mostBytes)
    fs::remove(file, ignored);
  else
    writePipelineCacheFile(file, owner, bytes);
}

void PipelineCache::close(bool keep) {
  if (!handle)
    return;
  if (keep)
    save(/*now=*/true);
  fn->vkDestroyPipelineCache(device, handle, nullptr);
  handle = VK_NULL_HANDLE;
}
