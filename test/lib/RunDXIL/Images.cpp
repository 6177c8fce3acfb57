//===- Images.cpp - Accesses of images ------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include <algorithm>

using namespace llvm;
using namespace rundxil;

namespace {
enum ComponentType : unsigned { I32 = 4, U32 = 5, F32 = 9 };
} // namespace

/// Whether the launch's image and the overload are of the declared type.
bool Wave::checkComponent(const Step &made, const Bound &bound) {
  const Resource &resource = *bound.resource;
  if ((resource.kind != Texture2D && resource.kind != Texture2DArray) ||
      !bound.memory->isImage())
    return fail(made, "textures that are run are those of two dimensions");
  if ((resource.kind == Texture2DArray) != (bound.memory->layers != 0))
    return fail(made, "the launch's image and the declared texture are not "
                      "both arrays");
  StringRef element = bound.memory->element;
  unsigned expected = element == "f32"           ? F32
                      : bound.memory->isSigned() ? I32
                                                 : U32;
  if (resource.componentType != expected)
    return fail(made, "the launch's image is of " + element +
                          ", the declared component type is " +
                          Twine(resource.componentType));
  if ((expected == F32) != isFloat(made.type) || widthOf(made.type) != 32)
    return fail(made, "the overload is not of the image's component type");
  return true;
}

/// By the operands of the coordinates; absent outside of the image, where
/// negative numbers are as well.
std::optional<uint64_t> Wave::texelPlace(const Step &made, unsigned lane,
                                         const Memory &image, unsigned first) {
  uint64_t x = operand(made, first)[lane], y = operand(made, first + 1)[lane];
  uint64_t layer = image.layers ? operand(made, first + 2)[lane] : 0;
  if (x >= image.width || y >= image.height ||
      (image.layers && layer >= image.layers))
    return std::nullopt;
  return ((layer * image.height + y) * image.width + x) * image.channels *
         image.getChannelBytes();
}

/// Whether the third coordinate is one where the texture is an array.
bool Wave::checkLayer(const Step &made, const Bound &bound, unsigned index) {
  if (bound.resource->kind != Texture2DArray)
    return isAbsent(made, index) ||
           fail(made, "a third coordinate of an image of two dimensions");
  return needDefined(made, index, "the layer");
}

/// One channel of a texel, as 32 bits.
static uint64_t loadByte(const Memory &image, uint64_t place) {
  uint8_t byte = image.bytes[place];
  return image.isSigned() ? static_cast<uint32_t>(static_cast<int8_t>(byte))
                          : byte;
}

/// A number beyond the format's range becomes the nearest one in it.
static void storeByte(Memory &image, uint64_t place, uint64_t value) {
  if (image.isSigned())
    image.bytes[place] = static_cast<uint8_t>(
        std::clamp(static_cast<int32_t>(value), -128, 127));
  else
    image.bytes[place] = static_cast<uint8_t>(
        std::min<uint32_t>(static_cast<uint32_t>(value), 255));
}

void Wave::loadImage(const Step &made) {
  if (!needDefined(made, 2, "the address") ||
      !needDefined(made, 3, "the address"))
    return;
  for (unsigned unused : {5, 6, 7})
    if (!isAbsent(made, unused)) {
      fail(made, "an offset of an image");
      return;
    }
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/false);
    if (!bound.memory || !checkComponent(made, bound) ||
        !checkLayer(made, bound, 4))
      return;
    bool isWritable = bound.resource->resourceClass == ResourceClass::UAV;
    if (isWritable ? !isAbsent(made, 1)
                   : isUndefined(made, 1, lane) || operand(made, 1)[lane]) {
      fail(made, "an image has one level: 0 of an srv, none of a uav");
      return;
    }
    const Memory &image = *bound.memory;
    std::optional<uint64_t> place = texelPlace(made, lane, image, 2);
    for (unsigned part = 0; part < 4; ++part) {
      // What a format does not have is 0, and 1 of alpha.
      uint64_t value = 0;
      if (place && part < image.channels && image.getChannelBytes() == 1)
        value = loadByte(image, *place + part);
      else if (place && part < image.channels)
        value = loadElement(image, *place + part * 4, made.type);
      else if (place && part == 3)
        value = isFloat(made.type) ? fromFloat<Scalar::F32>(1.0) : 1;
      values(made.result + part)[lane] = value;
    }
    values(made.result + 4)[lane] = 1;
  });
  for (unsigned field = 0; field < 5; ++field)
    setUndefined(made.result + field, {});
}

void Wave::storeImage(const Step &made) {
  if (!needDefined(made, 1, "the address") ||
      !needDefined(made, 2, "the address"))
    return;
  if (immediate(made, 8) != 15) {
    fail(made, "a store to an image has all components");
    return;
  }
  for (unsigned part = 0; part < 4; ++part)
    if (!needDefined(made, 4 + part, "what is stored"))
      return;
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/true);
    if (!bound.memory || !checkComponent(made, bound) ||
        !checkLayer(made, bound, 3))
      return;
    Memory &image = *bound.memory;
    std::optional<uint64_t> place = texelPlace(made, lane, image, 1);
    for (unsigned part = 0; place && part < image.channels; ++part) {
      uint64_t value = operand(made, 4 + part)[lane];
      if (image.getChannelBytes() == 1)
        storeByte(image, *place + part, value);
      else
        storeElement(image, *place + part * 4, made.type, value);
    }
  });
}
