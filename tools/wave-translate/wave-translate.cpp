//===- wave-translate.cpp - Translates kernels to binaries ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolHelp.h"

#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/PTX.h"
#include "WaveDialect/Target/SPIRV.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

static constexpr llvm::StringLiteral kOverview =
    R"(makes of a wave kernel what a GPU's driver takes

  wave-translate --wave-to-spirv kernel.mlir -o kernel.spv
  wave-translate --wave-to-dxil --shader-model 6.6 --wave-size 32 kernel.mlir -o kernel.dxil
  wave-translate --wave-to-ptx --sm sm_90 kernel.mlir -o kernel.ptx

kernel.mlir is wave IR, or what `wave-opt --wave-to-spirv`, `--wave-to-dxil` or
`--wave-to-ptx` left of it.
)";

int main(int argc, char **argv) {
  mlir::wave::hideLinkedOptions();
  mlir::wave::registerWaveToDXILTranslation();
  mlir::wave::registerWaveToPTXTranslation();
  mlir::wave::registerWaveToSPIRVTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, kOverview));
}
