//===- PipelineState.h - The part PSV0 ------------------------------------===//
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

/// The size of the first structure of PSV0 by its version, which depends on the
/// version of the validator.
constexpr size_t kRuntimeInfoSizes[] = {
    sizeof(llvm::dxbc::PSV::v0::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v1::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v2::RuntimeInfo),
    sizeof(llvm::dxbc::PSV::v3::RuntimeInfo),
    // LLVM does not define version 4, which adds the bytes of groupshared
    // memory.
    sizeof(llvm::dxbc::PSV::v3::RuntimeInfo) + sizeof(uint32_t),
};

/// The flag of a resource that 64-bit atomics use.
constexpr uint32_t kUsedByAtomic64 = 1;

/// Writes the contents of PSV0, from which a runtime checks a pipeline without
/// reading bitcode.
void writePipelineState(const EntryMetadata &entry,
                        llvm::SmallVectorImpl<char> &bytes);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_PIPELINESTATE_H
