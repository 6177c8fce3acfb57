//===- PipelineState.h - The part PSV0 ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_PIPELINESTATE_H
#define WAVEDIALECT_LIB_TARGET_DXIL_PIPELINESTATE_H

#include "EntryMetadata.h"

#include "llvm/BinaryFormat/DXContainer.h"

namespace mlir::dxil {

/// Bytes of the first structure of PSV0 by its version, which the validator's follows.
constexpr size_t kRuntimeInfoSizes[] = {
    sizeof(llvm::dxbc::PSV::v0::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v1::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v2::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v3::RuntimeInfo),
    // LLVM does not know version 4, which adds the bytes of groupshared memory.
    sizeof(llvm::dxbc::PSV::v3::RuntimeInfo) + sizeof(uint32_t),
};

/// A resource's flag: 64-bit atomics use it.
constexpr uint32_t kUsedByAtomic64 = 1;

/// The content of PSV0, with which a runtime fits a pipeline without reading bitcode.
void writePipelineState(const EntryMetadata &entry,
                        llvm::SmallVectorImpl<char> &bytes);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_PIPELINESTATE_H
