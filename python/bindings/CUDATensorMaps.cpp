//===- CUDATensorMaps.cpp - Shapes of buffers for copies of tiles ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDATensorMaps.h"

#include <bit>
#include <cstring>
#include <limits>

using namespace wave::cuda;

namespace {

constexpr size_t mapBytes = 128;

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
  const auto isInside = [&](uint32_t offset, size_t bytes) {
    return offset + bytes <= constants.size();
  };
  if (map.binding >= resources.size() || !isInside(map.rows, 4) ||
      !isInside(map.columns, 4) || !isInside(map.pitch, 4) ||
      !isInside(map.offset, mapBytes) || !isInside(map.madeOffset, 4))
    throw std::out_of_range("a tensor map is outside of the constants");
  const Driver &calls = driver();
  const Address start = resources[map.binding];
  const uint64_t rows = read(constants, map.rows);
  const uint64_t columns = read(constants, map.columns);
  const uint64_t pitch =
      uint64_t(read(constants, map.pitch)) * map.elementBytes;
  uint32_t isMade = 0;
  if (calls.tensorMapEncodeTiled && rows != 0 && columns != 0 &&
      rows <= mostElements && columns <= mostElements &&
      pitch >= columns * map.elementBytes && (start | pitch) % alignment == 0) {
    alignas(64) std::array<std::byte, mapBytes> encoded;
    const std::array<uint64_t, 2> shape = {columns, rows};
    const std::array<uint32_t, 2> steps = {1, 1};
    constexpr int noInterleave = 0, promoteTo256Bytes = 3, fillWithZeros = 0;
    const Result result = calls.tensorMapEncodeTiled(
        encoded.data(), typeOf(map.elementBytes), 2,
        reinterpret_cast<void *>(start), shape.data(), &pitch, map.box.data(),
        steps.data(), noInterleave, swizzleOf(map.box[0] * map.elementBytes),
        promoteTo256Bytes, fillWithZeros);
    if (result == success) {
      std::memcpy(constants.data() + map.offset, encoded.data(), mapBytes);
      isMade = 1;
    }
  }
  std::memcpy(constants.data() + map.madeOffset, &isMade, sizeof(isMade));
}
