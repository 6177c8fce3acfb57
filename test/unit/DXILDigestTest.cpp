//===- DXILDigestTest.cpp - The signature of a DXContainer ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL/Digest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace mlir::dxil;

namespace {
/// Returns the digest of the bytes 0, 1, 2 … in hexadecimal.
std::string getDigest(size_t length) {
  llvm::SmallVector<char> bytes(length);
  std::iota(bytes.begin(), bytes.end(), 0);
  return llvm::toHex(computeRetailDigest(bytes), /*LowerCase=*/true);
}
} // namespace

// The expected digests come from a separate implementation that reproduces the
// digests of files that dxc signed.
TEST(DXILDigest, OneLastBlock) {
  EXPECT_EQ(getDigest(0), "140d60f6b775e2ba4e4abed401b2e9a1");
  EXPECT_EQ(getDigest(3), "5aa7853c51e4677dc7c828e6a7a97221");
  EXPECT_EQ(getDigest(55), "842e55534ba93daa93e94bd5af9b0c03");
}

TEST(DXILDigest, TwoLastBlocks) {
  EXPECT_EQ(getDigest(56), "00f9cc964ff2ec81959d4a3f092ce63f");
  EXPECT_EQ(getDigest(63), "4400d428a41d0e75dc98b936693f7bfb");
}

TEST(DXILDigest, MoreThanOneBlock) {
  EXPECT_EQ(getDigest(64), "f42eb06ca921c878e435e3b8d4f92b13");
  EXPECT_EQ(getDigest(120), "882fce4f4c95194392e7adefd53fe343");
}
