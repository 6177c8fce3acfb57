//===- VulkanImage.cpp - Images of a launch -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texels are stored in buffers. A launch copies them into images, runs, and
// copies the written images back, all in one command buffer. So images have no
// contents between launches, and any launch with the same format, extent and usage
// can reuse them. They stay in the layout GENERAL, which allows copies and shader
// accesses, of sampled images too.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanDevice.h"

using namespace wave::runtime;

namespace {

/// How many free images the device keeps for later launches.
constexpr size_t keptImages = 16;
/// Limit for all images together, including those of launches in flight. One
/// launch may exceed it; then it runs alone.
constexpr uint64_t mostBytes = 256 << 20;

constexpr VkImageSubresourceRange wholeImage{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                                             VK_REMAINING_ARRAY_LAYERS};

uint32_t countLayers(ImageExtent extent) { return std::max(extent.layers, 1u); }

VkBufferImageCopy wholeCopy(ImageExtent extent) {
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0,
                           countLayers(extent)};
  copy.imageExtent = {extent.width, extent.height, 1};
  return copy;
}

std::string extentName(ImageExtent extent) {
  std::string name =
      std::to_string(extent.width) + " x " + std::to_string(extent.height);
  return extent.layers ? name + " x " + std::to_string(extent.layers) : name;
}

} // namespace

//===----------------------------------------------------------------------===//
// Image
//===----------------------------------------------------------------------===//

Image::Image(std::shared_ptr<Device> owner, const Binding &binding,
             ImageExtent extent)
    : Resource(std::move(owner)), format(binding.image->format), extent(extent),
      bytes(binding.image->texelBytes * extent.getTexels()),
      usage(binding.getImageUsage()), serial(device->nextSerial++) {
  const DeviceFunctions &fn = device->fn;
  device->adopt(*this);
  try {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {extent.width, extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = countLayers(extent);
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = usage;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    device->make(fn.vkCreateImage, info, handle, "vkCreateImage");

    VkMemoryRequirements needs;
    fn.vkGetImageMemoryRequirements(device->handle, handle, &needs);
    VkMemoryAllocateInfo allocateInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocateInfo.allocationSize = needs.size;
    allocateInfo.memoryTypeIndex =
        device->findMemoryType(needs.memoryTypeBits, /*hostVisible=*/false);
    device->make(fn.vkAllocateMemory, allocateInfo, memory, "vkAllocateMemory");
    ++device->allocations;
    device->imageBytes += bytes;
    device->check(fn.vkBindImageMemory(device->handle, handle, memory, 0),
                  "vkBindImageMemory");

    VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    viewInfo.image = handle;
    viewInfo.viewType =
        extent.layers ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    viewInfo.format = format;
    viewInfo.subresourceRange = wholeImage;
    device->make(fn.vkCreateImageView, viewInfo, view, "vkCreateImageView");
  } catch (...) {
    device->discard(*this);
    throw;
  }
}

Image::~Image() { device->discard(*this); }

void Image::release() {
  const DeviceFunctions &fn = device->fn;
  if (view)
    fn.vkDestroyImageView(device->handle, view, nullptr);
  if (handle)
    fn.vkDestroyImage(device->handle, handle, nullptr);
  if (memory) {
    fn.vkFreeMemory(device->handle, memory, nullptr);
    --device->allocations;
    device->imageBytes -= bytes;
  }
}

//===----------------------------------------------------------------------===//
// Images for launches
//===----------------------------------------------------------------------===//

/// Checks that an image fits the device, and its buffer holds all its texels.
void Device::checkImage(const Pipeline &pipeline, const Binding &binding,
                        const BoundBuffer &argument) const {
  auto [width, height, layers] = argument.extent;
  const std::string of = " of kernel '" + pipeline.name + "'";
  if (width == 0 || height == 0)
    throw std::invalid_argument("an image" + of + " has no texels: it is " +
                                extentName(argument.extent));
  if ((layers != 0) != binding.isArray)
    throw std::invalid_argument(
        "an image" + of +
        (binding.isArray ? " needs a number of layers"
                         : " has a number of layers, but is not an array"));
  uint32_t limit = properties().maxImageExtent;
  if (width > limit || height > limit)
    throw VulkanError(ErrorKind::Limit,
                      "an image of " + extentName(argument.extent) + " texels" +
                          of + " is larger than the " + std::to_string(limit) +
                          " x " + std::to_string(limit) + " of device '" +
                          properties().name + "' (maxImageDimension2D)");
  uint32_t mostLayers = properties().maxImageLayers;
  if (layers > mostLayers)
    throw VulkanError(ErrorKind::Limit,
                      "an image of " + std::to_string(layers) + " layers" + of +
                          " has more than the " + std::to_string(mostLayers) +
                          " of device '" + properties().name +
                          "' (maxImageArrayLayers)");
  uint64_t bytes = binding.image->texelBytes * argument.extent.getTexels();
  if (argument.buffer->bytes < bytes)
    throw std::invalid_argument(
        "an image of " + extentName(argument.extent) + " texels" + of +
        " takes " + std::to_string(bytes) + " bytes, its buffer has " +
        std::to_string(argument.buffer->bytes));
  if (!argument.buffer->isAligned(binding.image->texelBytes))
    throw std::invalid_argument("an image" + of +
                                " is a slice that is not aligned");
}

std::shared_ptr<Image> Device::takeImage(const Binding &binding,
                                         ImageExtent extent, const Poll &poll) {
  {
    const auto alive = enter();
    std::lock_guard lock(state);
    for (auto image = freeImages.rbegin(); image != freeImages.rend(); ++image)
      if ((*image)->format == binding.image->format &&
          (*image)->extent == extent &&
          (*image)->usage == binding.getImageUsage()) {
        std::shared_ptr<Image> taken = std::move(*image);
        freeImages.erase(std::next(image).base());
        return taken;
      }
  }
  uint64_t bytes = binding.image->texelBytes * extent.getTexels();
  if (imageBytes + bytes > mostBytes) {
    {
      std::lock_guard lock(state);
      freeImages.clear();
    }
    wait(poll);
  }
  std::shared_ptr<Image> made;
  makeRoomFor("an image of " + extentName(extent) + " texels", poll, [&] {
    made.reset(new Image(shared_from_this(), binding, extent));
  });
  return made;
}

/// Keeps the images of a recorded launch for the next launch (state held). The
/// queue runs launches in order, so the next launch may take them at once.
void Device::keepImages(std::span<const std::shared_ptr<Image>> images) {
  for (const std::shared_ptr<Image> &image : images)
    if (image)
      freeImages.push_back(image);
  while (freeImages.size() > keptImages)
    freeImages.pop_front();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Fills the images from their buffers.
void Device::recordImagesBefore(const Slot &slot) {
  std::vector<VkImageMemoryBarrier> barriers;
  for (const std::shared_ptr<Image> &image : slot.images) {
    if (!image)
      continue;
    VkImageMemoryBarrier &barrier = barriers.emplace_back(
        VkImageMemoryBarrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER});
    // The previous launch may still use the image.
    barrier.srcAccessMask =
        VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image->handle;
    barrier.subresourceRange = wholeImage;
  }
  // Earlier launches and copies wrote the buffers.
  VkMemoryBarrier buffers{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr,
                          VK_ACCESS_SHADER_WRITE_BIT |
                              VK_ACCESS_TRANSFER_WRITE_BIT,
                          VK_ACCESS_TRANSFER_READ_BIT};
  fn.vkCmdPipelineBarrier(
      slot.commands,
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
      VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &buffers, 0, nullptr,
      static_cast<uint32_t>(barriers.size()), barriers.data());
  for (size_t index = 0; index < slot.images.size(); ++index) {
    if (!slot.images[index])
      continue;
    const Image &image = *slot.images[index];
    VkBufferImageCopy copy = wholeCopy(image.extent);
    copy.bufferOffset = slot.buffers[index]->offset;
    fn.vkCmdCopyBufferToImage(slot.commands, slot.buffers[index]->handle,
                              image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
  }
  memoryBarrier(slot.commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

/// Copies the images that the kernel writes back to their buffers.
void Device::recordImagesAfter(const Slot &slot) {
  memoryBarrier(slot.commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_READ_BIT);
  for (size_t index = 0; index < slot.images.size(); ++index) {
    if (!slot.images[index] || !slot.pipeline->bindings[index].writable)
      continue;
    const Image &image = *slot.images[index];
    VkBufferImageCopy copy = wholeCopy(image.extent);
    copy.bufferOffset = slot.buffers[index]->offset;
    fn.vkCmdCopyImageToBuffer(slot.commands, image.handle,
                              VK_IMAGE_LAYOUT_GENERAL,
                              slot.buffers[index]->handle, 1, &copy);
  }
}
