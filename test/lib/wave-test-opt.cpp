//===- wave-test-opt.cpp - wave-opt with the passes that only tests need ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/InitAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace mlir::wave {
/// Each in the file of its name.
void registerTestActiveLanes();
void registerTestActiveMasks();
void registerTestAtomicResults();
void registerTestHoistFromBranches();
void registerTestLaneStrides();
void registerTestLookAlikes();
void registerTestObserveUniformity();
void registerTestUniformity();
} // namespace mlir::wave

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::wave::registerAllDialects(registry);
  mlir::wave::registerAllPasses();
  mlir::wave::registerTestActiveLanes();
  mlir::wave::registerTestActiveMasks();
  mlir::wave::registerTestAtomicResults();
  mlir::wave::registerTestHoistFromBranches();
  mlir::wave::registerTestLaneStrides();
  mlir::wave::registerTestLookAlikes();
  mlir::wave::registerTestObserveUniformity();
  mlir::wave::registerTestUniformity();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Wave dialect optimizer driver with test passes\n",
      registry));
}
