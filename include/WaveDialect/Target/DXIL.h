//===- DXIL.h - From dxil.module to a container ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_H
#define WAVEDIALECT_TARGET_DXIL_H

#include "WaveDialect/DXIL/DXIL.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::wave {

/// Registers the translation of a `dxil.module`'s contents to LLVM IR.
void registerDXILTarget(DialectRegistry &registry);

struct DXILBinary {
  /// The signed container.
  SmallVector<char> container;
  /// The flags of required features, part SFI0.
  uint64_t features = 0;
  /// The contents of the container's bitcode, as current LLVM IR.
  std::string llvmIR;
};

/// Translates, optimizes, legalizes and writes a module from
/// `convert-dxil-to-llvm`. An error without an id is a bug of this compiler.
/// `withText` keeps the LLVM IR.
FailureOr<DXILBinary> translateToContainer(dxil::ModuleOp module, bool optimize,
                                           bool withText);

/// Returns the manifest as JSON, with the same bytes for the same kernel.
std::string getManifestText(dxil::ModuleOp module, const DXILBinary &binary);

/// Returns the name of the bundle's file for this module.
std::string getFileName(dxil::ModuleOp module);

/// Registers `--wave-to-dxil` with the translation tool.
void registerWaveToDXILTranslation();

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_DXIL_H
