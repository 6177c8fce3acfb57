//===- Digest.cpp - The signature of a DXContainer ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// MD5 (RFC 1321) with different padding: the bit length is the first word of
// the last block, and the last word is derived from the length, too. llvm::MD5
// always pads as in the RFC and does not expose its block function. Source:
// hlsl-specs, INF-0004 "Validator Hashing".

#include "WaveDialect/Target/DXIL/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;

namespace {
constexpr size_t kBlockBytes = 64;
using LastBlock = std::array<char, kBlockBytes>;

// floor(2^32 * |sin(i + 1)|), i in radians.
constexpr uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

constexpr int kRotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

struct State {
  std::array<uint32_t, 4> words = {0x67452301, 0xefcdab89, 0x98badcfe,
                                   0x10325476};

  void add(const char *block);
};
} // namespace

void State::add(const char *block) {
  auto [a, b, c, d] = words;
  for (unsigned step = 0; step < 64; ++step) {
    uint32_t mixed;
    unsigned word;
    switch (step / 16) {
    case 0:
      mixed = (b & c) | (~b & d);
      word = step;
      break;
    case 1:
      mixed = (d & b) | (~d & c);
      word = 5 * step + 1;
      break;
    case 2:
      mixed = b ^ c ^ d;
      word = 3 * step + 5;
      break;
    default:
      mixed = c ^ (b | ~d);
      word = 7 * step;
    }
    uint32_t sum = a + mixed + kSines[step] +
                   support::endian::read32le(block + 4 * (word % 16));
    a = d;
    d = c;
    c = b;
    b += llvm::rotl(sum, kRotations[step / 16][step % 4]);
  }
  words[0] += a;
  words[1] += b;
  words[2] += c;
  words[3] += d;
}

mlir::dxil::Digest mlir::dxil::computeRetailDigest(ArrayRef<char> bytes) {
  State state;
  size_t rest = bytes.size() % kBlockBytes, whole = bytes.size() - rest;
  for (size_t place = 0; place < whole; place += kBlockBytes)
    state.add(bytes.data() + place);

  // The first and last words of the last block are reserved, and one byte ends
  // the message.
  LastBlock last = {};
  size_t place = 4;
  if (rest + 1 + 2 * 4 > kBlockBytes) {
    LastBlock full = {};
    llvm::copy(bytes.drop_front(whole), full.begin());
    full[rest] = static_cast<char>(0x80);
    state.add(full.data());
  } else {
    llvm::copy(bytes.drop_front(whole), last.begin() + place);
    last[place + rest] = static_cast<char>(0x80);
  }
  uint32_t length = bytes.size();
  support::endian::write32le(last.data(), length * 8);
  support::endian::write32le(last.data() + kBlockBytes - 4, length * 2 | 1);
  state.add(last.data());

  Digest digest;
  for (auto [index, word] : llvm::enumerate(state.words))
    support::endian::write32le(digest.data() + 4 * index, word);
  return digest;
}
