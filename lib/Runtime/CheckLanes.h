//===- CheckLanes.h - A set of lanes of a wave ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKLANES_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKLANES_H

#include <bit>
#include <cstdint>

namespace wave::runtime {

/// The maximum number of lanes in a wave.
constexpr int32_t mostLanes = 128;

struct LaneSet {
  uint64_t low = 0, high = 0;

  /// Returns lanes `first` to `end` - 1; `end` is larger than `first`.
  static LaneSet getRange(int32_t first, int32_t end) {
    const auto below = [](int32_t lanes) {
      return lanes <= 0    ? 0
             : lanes >= 64 ? ~uint64_t(0)
                           : (uint64_t(1) << lanes) - 1;
    };
    return {below(end) & ~below(first), below(end - 64) & ~below(first - 64)};
  }

  explicit operator bool() const { return (low | high) != 0; }
  bool operator==(const LaneSet &) const = default;
  LaneSet operator&(LaneSet other) const {
    return {low & other.low, high & other.high};
  }
  LaneSet operator|(LaneSet other) const {
    return {low | other.low, high | other.high};
  }
  LaneSet operator~() const { return {~low, ~high}; }

  bool contains(int32_t lane) const {
    return ((lane < 64 ? low >> lane : high >> (lane - 64)) & 1) != 0;
  }
  void insert(int32_t lane) {
    (lane < 64 ? low : high) |= uint64_t(1) << (lane % 64);
  }
  int32_t count() const { return std::popcount(low) + std::popcount(high); }
  /// Returns -1 for an empty set.
  int32_t getFirst() const {
    return low    ? std::countr_zero(low)
           : high ? 64 + std::countr_zero(high)
                  : -1;
  }
  int32_t getLast() const {
    return high ? 127 - std::countl_zero(high) : 63 - std::countl_zero(low);
  }
  bool isOne() const {
    return (low & (low - 1)) == 0 && (high & (high - 1)) == 0 &&
           (low == 0) != (high == 0);
  }
  /// Whether no lane is missing between the first and the last lane.
  bool isRun() const {
    const unsigned __int128 bits = (unsigned __int128)(high) << 64U | low;
    return ((bits + (bits & -bits)) & bits) == 0;
  }

  template <typename Body>
  void forEach(Body body) const {
    for (uint64_t bits = low; bits != 0; bits &= bits - 1)
      body(std::countr_zero(bits));
    for (uint64_t bits = high; bits != 0; bits &= bits - 1)
      body(64 + std::countr_zero(bits));
  }
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKLANES_H
