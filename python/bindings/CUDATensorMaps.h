//===- CUDATensorMaps.h - Shapes of buffers for copies of tiles -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CUDATENSORMAPS_H
#define WAVEDIALECT_PYTHON_BINDINGS_CUDATENSORMAPS_H

#include "CUDADriver.h"

#include <array>
#include <cstddef>
#include <span>

namespace wave::cuda {

/// An entry of the manifest's `tensor_maps`. Offsets are in the constants, in bytes.
struct TensorMap {
  /// The number of the kernel's parameter that is the buffer.
  uint32_t binding;
  uint32_t elementBytes;
  /// The offsets of the buffer's rows and columns, and of the elements from a row to the
  /// next.
  uint32_t rows, columns, pitch;
  /// The columns and rows of a tile.
  std::array<uint32_t, 2> box;
  /// The offsets of the map, and of the word that says whether it is made.
  uint32_t offset, madeOffset;
};

/// Makes the map of a launch in its constants. A driver or an array that has none leaves
/// the word 0: the kernel then copies without it. Throws unless the places are within the
/// constants.
void makeTensorMap(const TensorMap &map, std::span<const Address> resources,
                   std::span<std::byte> constants);

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_CUDATENSORMAPS_H
