//===- ShaderFlags.h - Flags of the features that a module uses -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_SHADERFLAGS_H
#define WAVEDIALECT_TARGET_DXIL_SHADERFLAGS_H

#include <cstdint>

namespace llvm {
class Module;
}

namespace mlir::dxil {

/// Computes the flags of a legal module and adds them to those of its entry.
void addShaderFlags(llvm::Module &module);

/// Returns the feature flags (part SFI0) that follow from shader flags.
uint64_t getFeatureInfo(uint64_t shaderFlags);

} // namespace mlir::dxil

#endif // WAVEDIALECT_TARGET_DXIL_SHADERFLAGS_H
