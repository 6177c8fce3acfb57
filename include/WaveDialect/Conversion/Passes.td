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
  let summary = "Converts kernels to gpu.func and ids to operations of the gpu dialect";
  let description = [{
    Creates `gpu.func` for kernels, operations of the gpu dialect for ids and subgroup ids,
    and `gpu.barrier` for group barriers with sync. All other operations remain in the
    `wave` dialect until the next conversion, because the gpu dialect's operations across
    lanes may be moved (they are `Pure`) or have no valid form in Vulkan. The attributes of
    the kernel become the attribute `wave.kernel` of the function. No pass that merges,
    hoists or sinks operations may run after this one.

    Runs on inlined, legal IR: see the pipeline `wave-to-spirv`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::arith::ArithDialect"];
}

def ConvertWaveToSPIRV : Pass<"convert-wave-to-spirv", "::mlir::ModuleOp"> {
  let summary = "Converts kernels to SPIR-V modules for Vulkan 1.3";
  let description = [{
    Each kernel becomes its own `spirv.module`, with storage buffers, push constants, only
    the capabilities that it needs, and a dictionary `wave.manifest` that describes how to
    launch it. The size of the group is X times a specialization constant, which
    `lane_count` also reads, so one module supports all wave sizes.
    `wave-translate --wave-to-spirv` adds to the binary what MLIR cannot represent
    (`LocalSizeId`, `OpGroupNonUniformBroadcastFirst`).

    An amplification kernel becomes a task shader that ends with
    `spirv.EXT.EmitMeshTasks`. Its payload is a variable in TaskPayloadWorkgroupEXT: the
    groupshared array itself if the kernel only stores to the array, else a copy that all
    threads write at the end.

    With `fixed-wave-size` the wave size is a literal and the module is SPIR-V 1.3 (1.4 for
    a task shader). Devices without maintenance4 need this form, with one module for each
    wave size.

    The pass reports an error for a wave size that the kernel does not support
    (`fixed-wave-size`), operations that an earlier pass replaces
    (`partition-not-expanded`, `vector-not-scalarized`), a stage other than compute and
    amplification (`stage-target`), more than 128 bytes of scalars and buffer lengths
    (`constants-limit`), and more than 1024 threads, or 128 for amplification
    (`num-threads-limit`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [Option<"fixedWaveSize", "fixed-wave-size", "unsigned", /*default=*/"0",
                        "The number of lanes of a wave; 0: one module for all sizes">];
}

def ConvertWaveToDXIL : WavePass<"convert-wave-to-dxil", "Sized"> {
  let summary = "Converts a kernel to calls of DXIL operations";
  let description = [{
    Each kernel becomes a `dxil.module` for one shader model, with a dictionary
    `wave.manifest` that describes how to launch it. Operations across lanes, memory
    operations and mathematical functions become calls of the functions of that model;
    control flow and plain arithmetic remain `scf` and `arith` until `convert-dxil-to-llvm`.
    Buffers become structured buffers of their element type; scalars, buffer lengths and the
    number of groups become root constants at `b0` of space 0. A multiplication and an
    addition that may be contracted become one `mad`.

    Runs on legal, inlined IR whose only vectors are elements of buffers, and on kernels
    with `num_threads`: see the pipeline `wave-to-dxil`.

    The pass reports an error for an unknown shader model (`shader-model-unknown`), features
    of a later model (`shader-model-too-low`), a stage that it cannot compile
    (`stage-target`), `num_waves` (`num-waves-not-lowered`), operations that an earlier pass
    replaces (`partition-not-expanded`, `vector-not-scalarized`), too many threads in a
    group (`num-threads-limit`), and more than 128 bytes of scalars and lengths
    (`constants-limit`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::dxil::DXILDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [Option<"shaderModel", "shader-model", "std::string", /*default=*/"\"6.6\"",
                        "The shader model of the target, from 6.0 to 6.10">];
}

def ConvertDXILToLLVM : Pass<"convert-dxil-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts the code around calls of DXIL operations to the LLVM dialect";
  let description = [{
    Converts control flow and arithmetic of each `dxil.module` to the LLVM dialect. `index`
    has 32 bits, because 64-bit integers are an optional feature of shaders. Calls of DXIL
    operations remain.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

def ConvertWaveToNVVM : WavePass<"convert-wave-to-nvvm", "Sized"> {
  let summary = "Converts kernels to functions for NVIDIA GPUs";
  let description = [{
    Each kernel becomes a module with an `llvm.func` whose body consists of operations of
    the nvvm and llvm dialects; control flow, arithmetic and vectors remain `scf`,
    `arith`, `math` and `vector` until `convert-ptx-to-llvm`. A dictionary
    `wave.manifest` on the module describes how to launch the kernel. Waves have 32
    lanes, and blocks have one dimension.

    The active lanes of a wave are an explicit mask, an i32, which every operation on
    lanes names, so that the machine waits for exactly these lanes. It is computed on
    structured control flow, and only for regions with an operation on lanes. A condition
    that is uniform for the wave keeps the mask:

    ```mlir
    scf.if %varies {                   %then = nvvm.vote.sync ballot %mask, %varies
      %s = wave.reduce add %v : i32 -> scf.if %varies {
    }                                    %s = nvvm.redux.sync add %v, %then
                                       }
    scf.while {                        scf.while (%m = %mask) {
      scf.condition(%varies)        ->   %stay = nvvm.vote.sync ballot %m, %varies
    } do {                               scf.condition(%varies) %stay
      ...                              } do { ... under the mask %stay
    ```

    Behind a branch or a loop the lanes are those before it again. In the last wave of a
    `num_threads` kernel the mask has the lanes that exist. Where lanes may have run
    apart, `nvvm.bar.warp.sync` brings them together before a barrier of the block.

    Reductions of 32-bit integers are one instruction, those of 64-bit integers and minima
    of floats several. Others, and scans, exchange values in log2(lanes) steps if all
    lanes are active; else each lane follows a chain of the active lanes before it, which
    doubles in each step.

    The parameters of the function are the addresses of the kernel's resources, in order,
    and one block of constants by value.

    Runs on legal, inlined IR: see the pipeline `wave-to-ptx`. The pass reports an error
    for an unknown GPU (`sm-unknown`), a name that is no identifier of PTX
    (`kernel-name`), a stage other than compute (`stage-target`), a kernel that cannot run
    in waves of 32 lanes (`wave-size-not-in-range`), more than 1024 threads
    (`num-threads-limit`), too large groupshared arrays (`groupshared-limit`), more than
    128 bytes of scalars and buffer lengths (`constants-limit`), and operations that an
    earlier pass replaces (`vector-not-scalarized`, `atomic-not-expanded`) or that have no
    form in PTX (`operation-not-supported`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [Option<"sm", "sm", "std::string", /*default=*/"\"sm_80\"",
                        "The oldest GPU that runs the code, from sm_80 to sm_100a">];
}

def ConvertPTXToLLVM : Pass<"convert-ptx-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts the code around operations of nvvm to the LLVM dialect";
  let description = [{
    Converts control flow, arithmetic and vectors of each `llvm.func` to the LLVM dialect.
    `index` has 64 bits. Operations of the nvvm dialect remain.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

def ConvertWaveToSIMD : WavePass<"convert-wave-to-simd", "Sized"> {
  let summary = "Converts a kernel to vector code for a CPU";
  let description = [{
    The kernel becomes `llvm.func @wave_kernel`, which runs a range of groups on the
    calling thread. A value that differs between lanes becomes a vector with one element
    per lane. A uniform value remains a scalar. A value that grows by a constant from lane
    to lane also remains a scalar, its value in lane 0. Uniform control flow remains control
    flow. A divergent branch executes both sides one after the other under masks, each side
    only if a lane takes it or if it is cheap. A divergent loop runs until the last lane has
    left it.

    ```mlir
    %lane = wave.lane_index : i32
    %v = memref.load %b[%lane]        ->  %v = llvm.load %b : vector<8xf32>
    %s = wave.reduce add %v : f32     ->  %s = vector.reduction <add>, %v
    scf.if %varies { ... }            ->  %any = vector.reduction <or>, %varies
                                          scf.if %any { ... under the mask %varies }
    ```

    The kernel is split at barriers. Between two barriers a loop runs the waves of the group
    one after the other, and memory of each wave holds the values that live across a
    barrier. If there are few waves or trips, their code is emitted one after the other
    instead, up to `unroll-cost`. Waves that leave gaps in a buffer for each other take
    the trips of a loop in turn. Inactive lanes never access memory, accesses never leave
    arrays of the kernel, and divisions never trap. The lanes of a `num_threads` kernel
    execute its threads in order, or, with `placed`, as a table of the launch assigns
    them.

    A CPU cannot launch mesh groups: each group of an amplification kernel writes its counts
    and its payload to two arrays of the launch.

    Runs on legal, inlined IR: see the pipeline `wave-to-simd`. The pass reports an error
    for a stage other than compute and amplification (`stage-target`), more or fewer than
    one kernel (`one-kernel`), an invalid wave size (`wave-size-missing`) or one that the
    kernel does not support (`wave-size-not-in-range`), more than 1024 threads, or 128 for
    amplification (`num-threads-limit`), operations that an earlier pass replaces
    (`partition-not-expanded`, `vector-not-scalarized`), and operations without a form for
    a CPU (`operation-not-supported`).
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
    Option<"unrollCost", "unroll-cost", "unsigned", /*default=*/"256",
           "The most instructions of unrolled waves or trips; 0 unrolls nothing">,
    Option<"placed", "placed", "bool", /*default=*/"false",
           "Read the thread of each lane from a table of the launch">,
  ];
}

def ConvertSIMDToLLVM : Pass<"convert-simd-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts a kernel's vector code to the LLVM dialect";
  let description = [{
    Converts a module of `llvm.func`s whose bodies consist of arith, cf, math, scf, ub,
    vector and llvm operations to llvm operations. Vectors must have rank 1, and vector
    operations must not access memory. It is a single conversion because a kernel is
    compiled at launch, where compile time matters. `index` has 64 bits. Reductions of
    floats are computed as a tree.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

#endif // WAVEDIALECT_CONVERSION_PASSES_TD
