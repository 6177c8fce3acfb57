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

#include <cstddef>
#include <span>
#include <vector>

namespace wave::cuda {

/// An entry of the manifest's `tensor_maps`. Offsets are in the constants, in bytes.
struct TensorMap {
  /// The number of the kernel's parameter that is the buffer.
  uint32_t binding;
  uint32_t elementBytes;
  /// The offsets of the numbers of columns, rows and layers, and of the elements from a
  /// row, and from a layer, to the next.
  std::vector<uint32_t> sizes, pitches;
  /// The columns, rows and layers of a tile.
  std::vector<uint32_t> box;
  /// The offsets of the map, and of the word that says whether it is made.
  uint32_t offset, madeOffset;

  /// Throws unless the entry fits to so many bindings and bytes of constants.
  void check(size_t resources, size_t constantsBytes) const;
};

/// Makes the map of a launch in its constants. A driver or an array that has none leaves
/// the word 0: the kernel then copies without it.
void makeTensorMap(const TensorMap &map, std::span<const Address> resources,
                   std::span<std::byte> constants);

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_CUDATENSORMAPS_H
