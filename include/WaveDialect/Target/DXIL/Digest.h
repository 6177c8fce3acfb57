//===- Digest.h - The signature of a DXContainer --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_DIGEST_H
#define WAVEDIALECT_TARGET_DXIL_DIGEST_H

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>

namespace mlir::dxil {

using Digest = std::array<uint8_t, 16>;

/// The offset of a container's digest, and the start of the bytes that it
/// signs.
constexpr size_t kDigestOffset = 4, kSignedOffset = 20;

/// For containers that require experimental shader models.
constexpr Digest kPreviewDigest = {2, 2, 2, 2, 2, 2, 2, 2,
                                   2, 2, 2, 2, 2, 2, 2, 2};

/// Computes the digest of a released shader model. `bytes` are the container's
/// from `kSignedOffset` on.
Digest computeRetailDigest(llvm::ArrayRef<char> bytes);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_DIGEST_H
