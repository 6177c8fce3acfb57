//===- CUDATensorMaps.cpp - Shapes of buffers for copies of tiles ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDATensorMaps.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace wave::cuda;

namespace {

constexpr size_t mapBytes = 128;
constexpr size_t mostRank = 3;

/// What the driver asks of a tensor: its start, and the distance of its rows, are
/// multiples of 16 bytes. The machine's coordinates have a sign.
constexpr uint64_t alignment = 16;
constexpr uint64_t mostElements = std::numeric_limits<int32_t>::max();

uint32_t read(std::span<const std::byte> constants, uint32_t offset) {
  uint32_t word = 0;
  std::memcpy(&word, constants.data() + offset, sizeof(word));
  return word;
}

/// CUtensorMapDataType of an unsigned integer with so many bytes.
int typeOf(uint32_t bytes) { return bytes == 2 ? 1 : bytes == 4 ? 2 : 4; }

/// CUtensorMapSwizzle of rows with so many bytes, 32 to 128.
int swizzleOf(uint32_t bytes) { return std::bit_width(bytes) - 5; }

} // namespace

void wave::cuda::makeTensorMap(const TensorMap &map,
                               std::span<const Address> resources,
                               std::span<std::byte> constants) {
  const Driver &calls = driver();
  const Address start = resources[map.binding];
  const size_t rank = map.sizes.size();
  bool isPossible = calls.tensorMapEncodeTiled && start % alignment == 0;
  std::array<uint64_t, mostRank> shape = {}, pitches = {};
  std::array<uint32_t, mostRank> steps = {};
  for (size_t dimension = 0; dimension < rank; ++dimension) {
    shape[dimension] = read(constants, map.sizes[dimension]);
    steps[dimension] = 1;
    isPossible =
        isPossible && shape[dimension] != 0 && shape[dimension] <= mostElements;
    if (dimension == 0)
      continue;
    const uint64_t pitch = read(constants, map.pitches[dimension - 1]);
    pitches[dimension - 1] = pitch * map.elementBytes;
    isPossible = isPossible && pitches[dimension - 1] % alignment == 0 &&
                 pitch >= shape[dimension - 1];
  }
  uint32_t isMade = 0;
  if (isPossible) {
    alignas(64) std::array<std::byte, mapBytes> encoded;
    constexpr int noInterleave = 0, promoteTo256Bytes = 3, fillWithZeros = 0;
    const Result result = calls.tensorMapEncodeTiled(
        encoded.data(), typeOf(map.elementBytes), static_cast<uint32_t>(rank),
        reinterpret_cast<void *>(start), shape.data(), pitches.data(),
        map.box.data(), steps.data(), noInterleave,
        swizzleOf(map.box[0] * map.elementBytes), promoteTo256Bytes,
        fillWithZeros);
    if (result == success) {
      std::memcpy(constants.data() + map.offset, encoded.data(), mapBytes);
      isMade = 1;
    }
  }
  std::memcpy(constants.data() + map.madeOffset, &isMade, sizeof(isMade));
}

void TensorMap::check(size_t resources, size_t constantsBytes) const {
  bool fits = binding < resources && sizes.size() >= 2 &&
              sizes.size() <= mostRank && box.size() == sizes.size() &&
              pitches.size() + 1 == sizes.size() &&
              offset + mapBytes <= constantsBytes &&
              madeOffset + sizeof(uint32_t) <= constantsBytes;
  for (uint32_t place : sizes)
    fits = fits && place + sizeof(uint32_t) <= constantsBytes;
  for (uint32_t place : pitches)
    fits = fits && place + sizeof(uint32_t) <= constantsBytes;
  if (!fits)
    throw std::invalid_argument("the manifest's tensor maps are not those of "
                                "its constants and bindings");
}
