//===- wave-opt.cpp - Runs passes and pipelines on wave IR ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolHelp.h"

#include "WaveDialect/InitAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

static constexpr llvm::StringLiteral kOverview =
    R"(runs passes on MLIR, that of wave kernels or any other

  wave-opt --pass-pipeline='builtin.module(wave-to-spirv{opt-level=0})' kernel.mlir
  wave-opt --wave-inline --canonicalize --mlir-print-ir-after-all kernel.mlir

kernel.mlir is any stage of a compile: `bundle.dump(folder)` in Python writes them, or the
variable WAVEDIALECT_DUMP_DIR=folder. --list-passes lists the passes alone.
)";

int main(int argc, char **argv) {
  mlir::wave::hideLinkedOptions();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::wave::registerAllDialects(registry);
  mlir::wave::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, kOverview, registry));
}
