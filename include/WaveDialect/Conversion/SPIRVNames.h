//===- SPIRVNames.h - Names shared with the binary's completion -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_SPIRVNAMES_H
#define WAVEDIALECT_CONVERSION_SPIRVNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::wave {

/// The specialization constant that holds the wave size; hosts set it by this
/// id.
constexpr llvm::StringLiteral kWaveSizeConstant = "wave_size";
constexpr uint32_t kWaveSizeSpecId = 0;
/// The conversion represents OpGroupNonUniformBroadcastFirst, which MLIR 22
/// lacks, as a call of an imported function. Its name is this prefix followed
/// by the type.
constexpr llvm::StringLiteral kBroadcastFirstPrefix = "wave_broadcast_first_";
/// In the same way, it represents OpImageTexelPointer, OpImageQuerySizeLod, and
/// OpImageFetch with a level, which MLIR 22 refuses, by functions whose names are
/// these prefixes followed by a number.
constexpr llvm::StringLiteral kTexelPointerPrefix = "wave_texel_pointer_";
constexpr llvm::StringLiteral kImageSizePrefix = "wave_image_size_";
constexpr llvm::StringLiteral kImageFetchPrefix = "wave_image_fetch_";
/// The conversion represents NMin and NMax, which MLIR 22 lacks, as FMin and
/// FMax with this decoration. The decoration has no effect on FMin and FMax
/// themselves.
constexpr llvm::StringLiteral kNumberMark = "no_contraction";

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_SPIRVNAMES_H
