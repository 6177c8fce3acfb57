//===- ImageFormat.cpp - Formats of images in Vulkan ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/ImageFormat.h"

#include "WaveDialect/IR/ElementType.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr ImageFormat kFormats[] = {
#define WAVE_IMAGE_FORMAT(name, spirv, vulkan, kind, channels, texelBytes)     \
  {name, #spirv, "VK_FORMAT_" #vulkan, ChannelKind::kind, channels},
#include "WaveDialect/IR/ImageFormats.def"
};

const ImageFormat *wave::findImageFormat(StringRef name) {
  const auto *found = llvm::find_if(
      kFormats, [&](const ImageFormat &format) { return format.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

bool ImageFormat::fits(Type element, unsigned count) const {
  // A texel of three channels takes an image of four.
  const unsigned needed = channels == 3 ? 4 : channels;
  return kind == getChannelKind(element) && needed == count;
}

ChannelKind wave::getChannelKind(Type element) {
  if (isa<FloatType>(element))
    return ChannelKind::Float;
  return element.isUnsignedInteger() ? ChannelKind::Unsigned
                                     : ChannelKind::Signed;
}

const ImageFormat &wave::getExactFormat(Type element, unsigned channels) {
  static constexpr StringLiteral kSuffixes[] = {"f", "i", "ui"};
  const StringRef suffix =
      kSuffixes[static_cast<unsigned>(getChannelKind(element))];
  const StringRef bits = isByteType(element) ? "8" : "32";
  return *findImageFormat(
      (StringRef("rgba").take_front(channels) + bits + suffix).str());
}
