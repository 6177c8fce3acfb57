//===- Passes.td - Conversions from wave IR ------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_PASSES_TD
#define WAVEDIALECT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertWaveToGPU : Pass<"convert-wave-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Kernels become gpu.func, numbers become gpu ids";
  let description = [{
    Makes `gpu.func`, ids, subgroup ids, and `gpu.barrier` for the group barrier
    with sync. Everything else stays `wave` until the next conversion, because the
    gpu dialect's operations across lanes may be moved (they are `Pure`) or have no
    valid form in Vulkan. What the kernel states travels as `wave.kernel` on the
    function. No pass that merges, hoists or sinks may run after this one.

    Runs on inlined, legal IR: see the pipeline `wave-to-spirv`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::arith::ArithDialect"];
}

def ConvertWaveToSPIRV : Pass<"convert-wave-to-spirv", "::mlir::ModuleOp"> {
  let summary = "Kernels become SPIR-V modules for Vulkan 1.3";
  let description = [{
    Each kernel becomes a `spirv.module` of its own, with storage buffers, push
    constants, the capabilities that it needs and no others, and a dictionary
    `wave.manifest` that says how to launch it. The group's size is X times a
    specialisation constant, which `lane_count` reads too: one module serves every
    wave size. What MLIR cannot say (`LocalSizeId`, `OpGroupNonUniformBroadcastFirst`)
    is completed in the binary by `wave-translate --wave-to-spirv`.

    With `fixed-wave-size` the size is a literal and the module is SPIR-V 1.3: the
    form for devices without maintenance4, one module a wave size.

    Refused: a wave size that the kernel does not have (`fixed-wave-size`), operations
    that a pass before this one replaces (`partition-not-expanded`,
    `vector-not-scalarized`), a stage other than compute (`stage-target`), more than 128 bytes of
    scalars and buffer lengths (`constants-limit`), more than 1024 threads
    (`num-threads-limit`).
  }];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect"];
  let options = [Option<"fixedWaveSize", "fixed-wave-size", "unsigned", /*default=*/"0",
                        "Lanes of a wave, for modules of one wave size; 0: one module for all">];
}

#endif // WAVEDIALECT_CONVERSION_PASSES_TD
