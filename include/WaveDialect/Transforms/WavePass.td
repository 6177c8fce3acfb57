//===- WavePass.td - The base of passes on wave IR ------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVEPASS_TD
#define WAVEDIALECT_TRANSFORMS_WAVEPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass that runs only on IR of one form (a `WaveForm`) and reports an error
/// for other IR.
class WavePass<string argument, string form, string operation = "::mlir::ModuleOp">
    : PassBase<argument, "::mlir::wave::WavePass<" # operation # ", ::mlir::wave::WaveForm::" # form # ">">;

#endif // WAVEDIALECT_TRANSFORMS_WAVEPASS_TD
