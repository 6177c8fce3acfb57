//===- SPIRV.h - From spirv.module to a validated binary ------------------===//
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
  /// Add SPV_KHR_maximal_reconvergence, after validation, because validators
  /// from before 2024 do not know it. For devices with the feature.
  bool maximalReconvergence = false;
  /// Add names of resources, constants and values, and source lines.
  bool debugInfo = false;
};

/// Serializes, completes and validates a module from `convert-wave-to-spirv`.
/// If the validator rejects it, the error has no id: it is a bug of this
/// compiler.
LogicalResult translateToBinary(spirv::ModuleOp module,
                                const SPIRVBinaryOptions &options,
                                SmallVectorImpl<uint32_t> &words);

/// Adds what MLIR's serializer cannot express: `LocalSizeId` from the wave
/// count and the specialization constant, and OpGroupNonUniformBroadcastFirst
/// for the imported functions that represent it. `numWaves` is 0 for a group of
/// fixed size; `waveSizeId` is the number of the specialization constant. Fails,
/// with a reason in `error`, on a binary without the expected parts.
LogicalResult completeBinary(SmallVectorImpl<uint32_t> &words, int64_t numWaves,
                             uint32_t waveSizeId, std::string &error);

/// Adds the extension and the execution mode of maximal reconvergence.
void addMaximalReconvergence(SmallVectorImpl<uint32_t> &words);

/// Validates for Vulkan 1.3, or a SPIR-V 1.3 binary for Vulkan 1.1; of functions
/// with thousands of branches, only the instructions. On failure,
/// returns the validator's message. `isComplete` becomes false if the validator
/// does not know a capability or has not read the branches.
LogicalResult validateBinary(ArrayRef<uint32_t> words, std::string &message,
                             bool *isComplete = nullptr);

/// Returns the assembly, with friendly names.
std::string disassembleBinary(ArrayRef<uint32_t> words);

/// Returns the manifest of a module as JSON, with the same bytes for the same
/// kernel.
std::string getManifestText(spirv::ModuleOp module);

/// Returns the name of the bundle's file for this module.
std::string getFileName(spirv::ModuleOp module);

/// Registers `--wave-to-spirv` with the translation tool.
void registerWaveToSPIRVTranslation();

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SPIRV_H
