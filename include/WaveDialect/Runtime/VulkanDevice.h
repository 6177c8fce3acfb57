//===- VulkanDevice.h - Devices, buffers, pipelines, launches ---*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device runs compute kernels on one queue, in launch order. Launches return
// at once. Each submission has a ticket, a number that a timeline semaphore
// reaches when the submission has ended, so that waiting, ordering and
// recycling are comparisons of numbers.
//
// Locks, always taken in this order:
//   lifetime   shared by every operation, exclusive in close;
//   state      queue, slots, tickets;
//   resources  the set of live buffers and pipelines.
// None of them is held while a caller's Poll runs, which may be Python code.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_RUNTIME_VULKANDEVICE_H
#define WAVEDIALECT_RUNTIME_VULKANDEVICE_H

#include "WaveDialect/Runtime/VulkanPipelineCache.h"
#include "WaveDialect/Runtime/VulkanProperties.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <unordered_set>
#include <utility>

namespace wave::runtime {

class Device;

/// Called a few times a second while a call waits; may throw to end the wait.
using Poll = std::function<void()>;

/// The functions that are loaded with a device.
struct DeviceFunctions {
#define WAVE_VK_DEVICE(name) PFN_##name name = nullptr;
#include "WaveDialect/Runtime/VulkanFunctions.def"
};

/// An object that a device created, and that must be destroyed before the
/// device.
class Resource {
public:
  Resource(const Resource &) = delete;
  Resource &operator=(const Resource &) = delete;

  /// The device that created it.
  const std::shared_ptr<Device> device;

protected:
  explicit Resource(std::shared_ptr<Device> device)
      : device(std::move(device)) {}
  virtual ~Resource() = default;

private:
  friend class Device;
  /// Destroys the Vulkan objects; called once, by Device::discard or close.
  /// Objects that were not created yet are null.
  virtual void release() = 0;
};

/// A storage buffer, or a part of one.
class Buffer final : public Resource {
public:
  ~Buffer() override;

  /// The requested size; may be zero.
  const uint64_t bytes;

  /// Returns a part of the buffer, which keeps the whole buffer alive.
  static std::shared_ptr<Buffer> slice(const std::shared_ptr<Buffer> &buffer,
                                       uint64_t offset, uint64_t bytes);

  /// Whether both have a byte in common.
  bool overlaps(const Buffer &other) const;

  /// Whether kernels can use it as a storage buffer, whose offset has an
  /// alignment that the device states; as an image if a texel has `texelBytes`.
  bool isAligned(uint32_t texelBytes = 0) const;

  /// Whether kernels can use it as a constant buffer of this size.
  bool holdsConstants(uint32_t constantBytes) const;

  /// The size of a constant buffer with its last row.
  static uint64_t paddedConstantBuffer(uint32_t bytes);

private:
  friend class Device;
  friend class Pipeline;
  Buffer(std::shared_ptr<Device> device, uint64_t bytes, bool hostVisible);
  Buffer(const std::shared_ptr<Buffer> &whole, uint64_t offset, uint64_t bytes);
  void release() override;
  Buffer &getWhole() { return whole ? *whole : *this; }
  const Buffer &getWhole() const { return whole ? *whole : *this; }

  /// The buffer that this is a part of; null for a whole buffer.
  const std::shared_ptr<Buffer> whole;
  /// Where it begins in the whole buffer.
  const uint64_t offset = 0;

  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  /// The address of the contents; null for memory that the host cannot reach.
  std::byte *mapped = nullptr;
  /// Never reused, unlike handles: identifies the buffer in a descriptor set.
  const uint64_t serial;
  /// The ticket of the last submission that uses the whole buffer (state).
  uint64_t lastUse = 0;
};

/// The size of an image in texels.
struct ImageExtent {
  uint32_t width = 0, height = 0;
  /// 0 for an image that is not an array.
  uint32_t layers = 0;
  uint64_t getTexels() const {
    return uint64_t(width) * height * std::max(layers, 1u);
  }
  bool operator==(const ImageExtent &) const = default;
};

/// Where a kernel finds one entry of the launch's argument list.
struct Binding {
  uint32_t set = 0;
  uint32_t binding = 0;
  /// Null for a buffer; the format of an image's texels.
  const ImageFormat *image = nullptr;
  /// The size of a constant buffer; 0 for a storage buffer or an image.
  uint32_t constantBufferBytes = 0;
  /// Whether the image is a storage image, which the kernel may write, or a
  /// sampled image.
  bool writable = true;
  /// Whether the image is an array.
  bool isArray = false;

  VkDescriptorType getDescriptorType() const;
  VkImageUsageFlags getImageUsage() const;
};

/// A storage image or a sampled image of one launch at a time. Between launches,
/// its contents are in a buffer.
class Image final : public Resource {
public:
  ~Image() override;

  const VkFormat format;
  const ImageExtent extent;
  const uint64_t bytes;
  const VkImageUsageFlags usage;

private:
  friend class Device;
  friend class Pipeline;
  Image(std::shared_ptr<Device> device, const Binding &binding,
        ImageExtent extent);
  void release() override;

  VkImage handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  /// As for a buffer; no buffer has the same serial.
  const uint64_t serial;
};

/// One entry of a launch's argument list. For an image: the buffer that holds
/// its texels row by row, layer by layer, and its extent.
struct BoundBuffer {
  std::shared_ptr<Buffer> buffer;
  ImageExtent extent{};
};

/// The description from which a kernel becomes a pipeline.
struct PipelineDescription {
  std::vector<uint32_t> spirv;
  std::string entryPoint;
  /// In the order of the launch's argument list.
  std::vector<Binding> bindings;
  uint32_t constantsBytes = 0;
  /// (id, 32-bit value).
  std::vector<std::pair<uint32_t, uint32_t>> specialization;
  /// 0 if none is required.
  uint32_t requiredSubgroupSize = 0;
  bool fullSubgroups = false;
};

/// A kernel, compiled by the driver.
class Pipeline final : public Resource {
public:
  ~Pipeline() override;

private:
  friend class Device;
  /// The descriptor sets of one launch, and the serials of their contents.
  struct Descriptors {
    std::vector<VkDescriptorSet> sets;
    std::vector<uint64_t> serials;
  };

  Pipeline(std::shared_ptr<Device> device, const PipelineDescription &desc);
  void release() override;
  void checkSupport(const PipelineDescription &desc) const;
  void checkBindings() const;
  void createLayouts();
  void createPipeline(const PipelineDescription &desc);
  void addDescriptors();
  Descriptors *bind(std::span<const std::shared_ptr<Buffer>> buffers,
                    std::span<const std::shared_ptr<Image>> images);

  std::string name;
  std::vector<Binding> bindings;
  bool hasImages = false;
  uint32_t constantsBytes;
  std::vector<VkDescriptorSetLayout> setLayouts;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline handle = VK_NULL_HANDLE;
  /// Descriptor sets live as long as the pipeline and are reused (state).
  std::vector<VkDescriptorPool> pools;
  std::deque<Descriptors> descriptors;
  std::vector<Descriptors *> freeDescriptors;
};

/// One launch of a kernel.
class Launch {
public:
  /// Waits for the launch. Returns its duration in nanoseconds by the device's
  /// clock, or nothing if its queue has no timestamps or the launch was not
  /// timed.
  std::optional<double> elapsedNs(const Poll &poll = {});

private:
  friend class Device;
  std::shared_ptr<Device> device;
  uint64_t ticket = 0;
  bool done = false;             // state
  std::optional<double> elapsed; // state
};

/// An open device. Buffers, pipelines and launches keep the object alive, but
/// nothing works after `close`. Safe to use from several threads. In a forked
/// child every operation throws, and destructors and `close` do nothing.
class Device : public std::enable_shared_from_this<Device> {
public:
  /// Opens the device with that index in the instance's list. `staging` copies
  /// through a staging buffer even if the host can access the memory. `without`
  /// names features and subgroup operations to treat as missing. Compiled
  /// pipelines are kept in the folder `pipelineCache`, unless it is empty.
  static std::shared_ptr<Device>
  open(uint32_t index, bool validation, bool staging = false,
       std::span<const std::string> without = {},
       const std::filesystem::path &pipelineCache = {});
  ~Device();

  const DeviceProperties &properties() const { return physical.properties; }

  /// Creates a storage buffer with undefined contents.
  std::shared_ptr<Buffer> alloc(uint64_t bytes, const Poll &poll = {});

  /// Copies to the start of the buffer, after all earlier launches.
  void upload(const std::shared_ptr<Buffer> &buffer,
              std::span<const std::byte> data, const Poll &poll = {});

  /// Copies from the start of the buffer, after all earlier launches.
  void download(const std::shared_ptr<Buffer> &buffer,
                std::span<std::byte> data, const Poll &poll = {});

  /// Copies between two buffers of the same size that do not overlap, after all
  /// earlier launches and before all later ones. Returns at once.
  void copy(const std::shared_ptr<Buffer> &from,
            const std::shared_ptr<Buffer> &to, const Poll &poll = {});

  /// Compiles a kernel, or reuses an earlier compilation.
  std::shared_ptr<Pipeline> load(const PipelineDescription &desc);

  /// Starts a kernel; it sees the writes of earlier launches and uploads.
  /// Images are filled from their buffers before, and written images are copied
  /// back after. Timing a kernel costs as much as the launch itself on
  /// lavapipe.
  std::shared_ptr<Launch> launch(const std::shared_ptr<Pipeline> &pipeline,
                                 std::span<const BoundBuffer> arguments,
                                 std::span<const std::byte> constants,
                                 std::array<uint32_t, 3> groups,
                                 bool timed = true, const Poll &poll = {});

  /// Writes new pipelines to the folder; close does that too.
  void savePipelines();

  /// The bytes of pipelines in the folder when the device was opened.
  size_t foundPipelineBytes() const { return pipelineCache.getFoundBytes(); }

  /// Waits for everything launched so far.
  void wait(const Poll &poll = {});

  /// Waits, then destroys everything the device created. Closing twice is
  /// allowed. A lost device is closed without waiting.
  void close(const Poll &poll = {});

  /// False if the device is closed or lost, and its contents are gone.
  bool isUsable() const { return !closing && !lost; }

  /// Throws the error of any operation on an unusable device.
  void requireUsable() const;

private:
  friend class Buffer;
  friend class Image;
  friend class Pipeline;
  friend class Launch;

  /// The resources of one submission until it has ended; reused afterwards.
  struct Slot {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    uint32_t firstQuery = 0;
    uint64_t ticket = 0;
    std::vector<std::shared_ptr<Buffer>> buffers;
    /// Null for arguments that are buffers.
    std::vector<std::shared_ptr<Image>> images;
    std::shared_ptr<Pipeline> pipeline;
    Pipeline::Descriptors *descriptors = nullptr;
    std::shared_ptr<Launch> launch;
    bool timed = false;
    /// Whether the command buffer was abandoned between its begin and its
    /// submission.
    bool spoiled = false;
  };

  Device(std::shared_ptr<Instance> instance, PhysicalDevice physical,
         bool staging);
  void create();
  void openPipelineCache(const std::filesystem::path &directory);
  void createSlots();
  void destroy();
  bool waitIdle();

  /// Begins every operation: keeps the device open during the lifetime of the
  /// result. Throws if the device is closed, lost, or owned by another process.
  std::shared_lock<std::shared_mutex> enter();

  // Failures.
  void check(VkResult result, const char *what);
  /// Creates an object with a Vulkan function. If the function fails, its
  /// output is not a valid handle, and `made` is unchanged.
  template <typename Function, typename Info, typename Handle>
  void make(Function function, const Info &info, Handle &made,
            const char *what) {
    Handle given = VK_NULL_HANDLE;
    check(function(handle, &info, nullptr, &given), what);
    made = given;
  }
  [[noreturn]] void throwLost() const;

  // Resources: their constructors adopt them before creating any Vulkan object,
  // and discard them on failure.
  void adopt(Resource &resource);
  void discard(Resource &resource);

  // Waiting (no lock held by the caller).
  void waitFor(uint64_t ticket, const Poll &poll);

  /// Waits for a free slot, lets `record` fill its command buffer with the
  /// state locked, and submits it. Returns the submission's ticket.
  uint64_t submitWith(const Poll &poll,
                      const std::function<void(Slot &)> &record);

  // Submissions (state held).
  void retire();
  void begin(Slot &slot);
  uint64_t submit(Slot &slot);
  void recycle(Slot &slot);
  std::optional<double> readElapsed(const Slot &slot);
  void checkLaunch(const Pipeline &pipeline,
                   std::span<const BoundBuffer> arguments, size_t constants,
                   std::array<uint32_t, 3> groups) const;
  void recordLaunch(Slot &slot, std::span<const std::byte> constants,
                    std::array<uint32_t, 3> groups);
  void recordImagesBefore(const Slot &slot);
  void recordImagesAfter(const Slot &slot);
  void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from,
                     VkAccessFlags written, VkPipelineStageFlags to,
                     VkAccessFlags used);
  void publishWrites(VkCommandBuffer commands);

  // Memory.
  void makeRoomFor(const std::string &what, const Poll &poll,
                   const std::function<void()> &make);
  std::shared_ptr<Buffer> makeBuffer(uint64_t bytes, bool hostVisible,
                                     const Poll &poll);
  void checkImage(const Pipeline &pipeline, const Binding &binding,
                  const BoundBuffer &argument) const;
  std::shared_ptr<Image> takeImage(const Binding &binding, ImageExtent extent,
                                   const Poll &poll);
  void keepImages(std::span<const std::shared_ptr<Image>> images);
  uint32_t findMemoryType(uint32_t allowed, bool hostVisible) const;
  void checkCopy(const Buffer &buffer, uint64_t bytes) const;
  void withMapped(const Buffer &buffer, const Poll &poll,
                  const std::function<void(std::byte *)> &copy);
  void copyStaged(const std::shared_ptr<Buffer> &buffer, uint64_t bytes,
                  bool toDevice,
                  const std::function<void(std::byte *staging, uint64_t offset,
                                           uint64_t bytes)> &copy,
                  const Poll &poll);

  std::shared_ptr<Instance> instance;
  PhysicalDevice physical;
  const bool mapBuffers;
  VkDevice handle = VK_NULL_HANDLE;
  DeviceFunctions fn;
  VkQueue queue = VK_NULL_HANDLE;
  VkSemaphore timeline = VK_NULL_HANDLE;
  VkCommandPool commandPool = VK_NULL_HANDLE;
  VkQueryPool queryPool = VK_NULL_HANDLE;
  PipelineCache pipelineCache;

  std::shared_mutex lifetime;
  /// Set before close requests the lifetime lock, which it would not get while
  /// other threads keep starting operations.
  std::atomic<bool> closing = false;
  bool closed = false; // lifetime
  std::atomic<bool> lost = false;
  std::atomic<uint32_t> allocations = 0;
  std::atomic<uint64_t> imageBytes = 0;
  std::atomic<uint64_t> nextSerial = 1;

  std::mutex state;
  uint64_t lastTicket = 0;      // state
  uint64_t completedTicket = 0; // state
  std::deque<Slot> slots;       // state
  std::vector<Slot *> freeSlots;
  std::deque<Slot *> inFlight;

  /// Staging buffers that no copy is using (state).
  std::vector<std::shared_ptr<Buffer>> freeStaging;
  /// Images for later launches, the most recently used one last (state).
  /// Launches in flight may still use them: they end before the next launch
  /// begins.
  std::deque<std::shared_ptr<Image>> freeImages;

  std::mutex resourcesMutex;
  std::unordered_set<Resource *> resources;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_RUNTIME_VULKANDEVICE_H
