//===- ImageFormat.h - Formats of images in Vulkan --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_IMAGEFORMAT_H
#define WAVEDIALECT_IR_IMAGEFORMAT_H

#include "mlir/IR/Types.h"

namespace mlir::wave {

/// The attribute of a read-write image's argument with the name of its format in
/// Vulkan, or `kUnknownFormat`. Without it, the format is `getExactFormat`.
inline constexpr StringLiteral kImageFormatAttribute = "wave.image_format";

/// The attribute of an image's argument whose channels are normalized integers in
/// the memory of the host: `unorm` or `snorm`.
inline constexpr StringLiteral kNormalizedAttribute = "wave.normalized";

/// The name of a format that the host chooses when it creates the image.
inline constexpr StringLiteral kUnknownFormat = "unknown";

/// The type of a channel in shaders.
enum class ChannelKind { Float, Signed, Unsigned };

/// One format of `ImageFormats.def`.
struct ImageFormat {
  StringLiteral name;
  /// SPIR-V's Image Format.
  StringLiteral spirv;
  /// The VkFormat.
  StringLiteral vulkan;
  ChannelKind kind;
  unsigned channels;

  /// Whether an image of this format can hold texels with so many channels of a
  /// signed element, possibly rounded.
  bool fits(Type element, unsigned count) const;
};

/// Returns the format of that name; null if there is none, and for
/// `kUnknownFormat`.
const ImageFormat *findImageFormat(StringRef name);

/// Returns the format that stores channels of this signed element unchanged.
const ImageFormat &getExactFormat(Type element, unsigned channels);

/// Returns the kind of a channel of this signed element.
ChannelKind getChannelKind(Type element);

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_IMAGEFORMAT_H
