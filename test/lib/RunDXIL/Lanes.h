//===- Lanes.h - Sets of lanes of a wave ------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_LANES_H
#define WAVEDIALECT_TEST_RUNDXIL_LANES_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace rundxil {

/// The largest wave that a shader model knows.
constexpr unsigned mostLanes = 128;

/// A set of lanes.
struct LaneMask {
  uint64_t words[2] = {0, 0};

  static LaneMask firstLanes(unsigned count) {
    LaneMask mask;
    for (unsigned lane = 0; lane < count; ++lane)
      mask.set(lane);
    return mask;
  }

  bool test(unsigned lane) const {
    return lane < mostLanes && (words[lane / 64] >> (lane % 64)) & 1;
  }
  void set(unsigned lane) { words[lane / 64] |= uint64_t(1) << (lane % 64); }
  void reset(unsigned lane) {
    words[lane / 64] &= ~(uint64_t(1) << (lane % 64));
  }
  bool any() const { return (words[0] | words[1]) != 0; }
  bool none() const { return !any(); }
  unsigned count() const {
    return llvm::popcount(words[0]) + llvm::popcount(words[1]);
  }
  unsigned first() const {
    return words[0] ? llvm::countr_zero(words[0])
                    : 64 + llvm::countr_zero(words[1]);
  }
  /// 32 lanes as one component of the four that DXIL passes.
  uint32_t quarter(unsigned index) const {
    return static_cast<uint32_t>(words[index / 2] >> (32 * (index % 2)));
  }

  friend LaneMask operator&(LaneMask a, LaneMask b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
  }
  friend LaneMask operator|(LaneMask a, LaneMask b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  /// The lanes of `a` that are not in `b`.
  friend LaneMask operator-(LaneMask a, LaneMask b) {
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
  }
  friend bool operator==(LaneMask a, LaneMask b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
  }
};

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_LANES_H
