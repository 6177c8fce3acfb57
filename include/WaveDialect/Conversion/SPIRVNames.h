//===- SPIRVNames.h - What the conversion and the binary's completing stage agree on ===//
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

/// The specialization constant of the wave's size, by which hosts know it too.
constexpr llvm::StringLiteral kWaveSizeConstant = "wave_size";
constexpr uint32_t kWaveSizeSpecId = 0;
/// Imported functions of this name, with the type appended, stand for
/// OpGroupNonUniformBroadcastFirst, which MLIR 22 lacks.
constexpr llvm::StringLiteral kBroadcastFirstPrefix = "wave_broadcast_first_";
/// FMin and FMax with this decoration, which says nothing about them, stand for NMin and
/// NMax, which MLIR 22 lacks.
constexpr llvm::StringLiteral kNumberMark = "no_contraction";

} // namespace mlir::wave

#endif // WAVEDIALECT_CONVERSION_SPIRVNAMES_H
