//===- wave-translate.cpp - Wave kernels in, binaries out -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL.h"
#include "WaveDialect/Target/SPIRV.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::wave::registerWaveToDXILTranslation();
  mlir::wave::registerWaveToSPIRVTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, "Wave kernel translator"));
}
