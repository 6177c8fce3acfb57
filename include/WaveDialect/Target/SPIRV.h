//===- SPIRV.h - From spirv.module to a validated binary --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_SPIRV_H
#define WAVEDIALECT_TARGET_SPIRV_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::wave {

struct SPIRVBinaryOptions {
  /// Add SPV_KHR_maximal_reconvergence, after validation, because validators from
  /// before 2024 do not know it. For devices that have the feature.
  bool maximalReconvergence = false;
  /// Names of resources, constants and values, and source lines.
  bool debugInfo = false;
};

/// Serialises, completes and validates a module that `convert-wave-to-spirv` made.
/// A validator's rejection is an error without an id: a bug of this compiler.
LogicalResult translateToBinary(spirv::ModuleOp module,
                                const SPIRVBinaryOptions &options,
                                SmallVectorImpl<uint32_t> &words);

/// Puts in what MLIR's serializer cannot say: `LocalSizeId` from the wave count and
/// the specialisation constant, and OpGroupNonUniformBroadcastFirst for the imported
/// functions that stand for it. `numWaves` is 0 for a group of fixed size. Fails,
/// with a reason in `error`, on a binary that has not the expected parts.
LogicalResult completeBinary(SmallVectorImpl<uint32_t> &words, int64_t numWaves,
                             std::string &error);

/// Adds the extension and the execution mode of maximal reconvergence.
void addMaximalReconvergence(SmallVectorImpl<uint32_t> &words);

/// The validator's verdict for Vulkan 1.3, for a SPIR-V 1.3 binary for Vulkan 1.1; its
/// message on failure.
LogicalResult validateBinary(ArrayRef<uint32_t> words, std::string &message);

/// The assembly, with friendly names.
std::string disassembleBinary(ArrayRef<uint32_t> words);

/// The manifest of a module as JSON, the same bytes for the same kernel.
std::string getManifestText(spirv::ModuleOp module);

/// The name of the bundle's file for this module.
std::string getFileName(spirv::ModuleOp module);

/// Registers `--wave-to-spirv` with the translation tool.
void registerWaveToSPIRVTranslation();

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SPIRV_H
