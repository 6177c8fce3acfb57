//===- Passes.td - Conversions from wave IR ------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_PASSES_TD
#define WAVEDIALECT_CONVERSION_PASSES_TD

include "WaveDialect/Transforms/WavePass.td"
include "mlir/Pass/PassBase.td"

def ConvertWaveToGPU : WavePass<"convert-wave-to-gpu", "Sized"> {
  let summary = "Converts kernels to gpu.func and ids to the gpu dialect";
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
  let summary = "Converts kernels to SPIR-V modules for Vulkan 1.3";
  let description = [{
    Each kernel becomes a `spirv.module` of its own, with storage buffers, push
    constants, the capabilities that it needs and no others, and a dictionary
    `wave.manifest` that says how to launch it. The group's size is X times a
    specialization constant, which `lane_count` reads too: one module serves every
    wave size. What MLIR cannot say (`LocalSizeId`, `OpGroupNonUniformBroadcastFirst`)
    is completed in the binary by `wave-translate --wave-to-spirv`.

    An amplification kernel becomes a task shader, which ends by
    `spirv.EXT.EmitMeshTasks`. Its payload is a variable in TaskPayloadWorkgroupEXT: the
    groupshared array itself where it is only stored to, else a copy that all threads
    make at the end.

    With `fixed-wave-size` the size is a literal and the module is SPIR-V 1.3 (1.4 of a
    task shader): the form for devices without maintenance4, one module a wave size.

    Refused: a wave size that the kernel does not have (`fixed-wave-size`), operations
    that a pass before this one replaces (`partition-not-expanded`,
    `vector-not-scalarized`), a stage other than compute and amplification
    (`stage-target`), more than 128 bytes of scalars and buffer lengths
    (`constants-limit`), more than 1024 threads, 128 for amplification
    (`num-threads-limit`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect"];
  let options = [Option<"fixedWaveSize", "fixed-wave-size", "unsigned", /*default=*/"0",
                        "The number of lanes of a wave; 0: one module for all sizes">];
}

def ConvertWaveToDXIL : WavePass<"convert-wave-to-dxil", "Sized"> {
  let summary = "Converts a kernel to calls of DXIL operations";
  let description = [{
    Each kernel becomes a `dxil.module` for one shader model, with a dictionary
    `wave.manifest` that says how to launch it. Operations across lanes, of memory and of
    mathematics become the functions that stand for them in that model; control flow and
    plain arithmetic stay `scf` and `arith` until `convert-dxil-to-llvm`. Buffers are
    structured buffers of their element; scalars, buffer lengths and the number of groups
    are root constants, at `b0` of space 0. A multiplication and an addition that may be
    contracted become one `mad`.

    Runs on legal, inlined IR without vectors but those of buffers, and on kernels of
    `num_threads`: see the pipeline `wave-to-dxil`.

    Refused: a shader model that does not exist (`shader-model-unknown`); what came with a
    later one (`shader-model-too-low`); a stage without code (`stage-target`); `num_waves`
    (`num-waves-not-lowered`); operations that a pass before this one replaces
    (`partition-not-expanded`, `vector-not-scalarized`); more threads than a group has
    (`num-threads-limit`); more than 128 bytes of scalars and lengths (`constants-limit`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::dxil::DXILDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [Option<"shaderModel", "shader-model", "std::string", /*default=*/"\"6.6\"",
                        "The shader model of the target, from 6.0 to 6.10">];
}

def ConvertDXILToLLVM : Pass<"convert-dxil-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts all but the calls of DXIL operations to the LLVM dialect";
  let description = [{
    Control flow and arithmetic of each `dxil.module` become LLVM's, with an `index` of 32
    bits: 64-bit integers are a feature of the shader. The calls stay.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

def ConvertWaveToSIMD : WavePass<"convert-wave-to-simd", "Sized"> {
  let summary = "Converts a kernel to vector code for a CPU";
  let description = [{
    The kernel becomes `llvm.func @wave_kernel`, which runs a range of groups on the
    calling thread. A value that differs from lane to lane becomes a vector with one
    element a lane, a value that is the same for the wave stays a scalar, and so does one
    that grows by a constant from lane to lane, as its number in lane 0. Control flow that
    lanes agree on stays control flow; else the sides of a branch run one after the other
    under their masks, each only if a lane takes it, and a loop runs until its last lane
    has left.

    ```mlir
    %lane = wave.lane_index : i32
    %v = memref.load %b[%lane]        ->  %v = llvm.load %b : vector<8xf32>
    %s = wave.reduce add %v : f32     ->  %s = vector.reduction <add>, %v
    scf.if %varies { ... }            ->  %any = vector.reduction <or>, %varies
                                          scf.if %any { ... under the mask %varies }
    ```

    The kernel is split at barriers: between two of them a loop runs the waves of the group
    one after the other, and what lives across is kept for each wave in memory. Nothing
    that lanes without a part could touch is touched; arrays of the kernel are never left,
    divisions never trap. Lanes of a `num_threads` kernel take their threads in order, or
    with `placed` from a table of the launch.

    A CPU has no mesh groups: each group of an amplification kernel leaves its counts and
    its payload in two arrays of the launch.

    Runs on legal, inlined IR: see the pipeline `wave-to-simd`. Refused: a stage other than
    compute and amplification (`stage-target`), more or fewer than one kernel
    (`one-kernel`), a size that is not a wave's (`wave-size-missing`) or not the kernel's
    (`wave-size-not-in-range`), more than 1024 threads, 128 for amplification
    (`num-threads-limit`), operations that a pass before this one replaces
    (`partition-not-expanded`, `vector-not-scalarized`), and those without a form for a CPU
    (`operation-not-supported`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"waveSize", "wave-size", "unsigned", /*default=*/"0", "The number of lanes of a wave">,
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"128",
           "The width of vector registers in bits">,
    Option<"vectorMath", "vector-math", "bool", /*default=*/"true",
           "Call the vector functions of glibc (libmvec)">,
    Option<"placed", "placed", "bool", /*default=*/"false",
           "Read the thread of each lane from a table of the launch">,
  ];
}

def ConvertSIMDToLLVM : Pass<"convert-simd-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts vector code of a kernel to the LLVM dialect";
  let description = [{
    Takes a module of `llvm.func`s whose bodies hold arith, cf, math, scf, ub, vector (of
    rank 1, and no memory) and llvm operations, and leaves llvm operations alone: all in
    one conversion, because a kernel is compiled when it is launched. `index` has 64 bits.
    Reductions of floats are added up as a tree.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

#endif // WAVEDIALECT_CONVERSION_PASSES_TD
