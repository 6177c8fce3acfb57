//===- Passes.td - Passes on wave IR -------------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_PASSES_TD
#define WAVEDIALECT_TRANSFORMS_PASSES_TD

include "WaveDialect/Transforms/OptimizerPasses.td"
include "WaveDialect/Transforms/WavePass.td"
include "mlir/Pass/PassBase.td"

def InlineCalls : WavePass<"wave-inline", "Accepted"> {
  let summary = "Inlines every helper";
  let description = [{
    A helper is a single block that ends in a return, so its body replaces the call, with
    the operands in place of the arguments. Afterwards only kernels remain, and exported
    helpers. It is the first pass of every pipeline: properties that depend on the kernel,
    such as its wave count, are decided per caller. A `wave.waves_barrier` of all waves
    becomes the group's barrier.

    Errors: recursion (`recursion`), and calls that multiply too much (`inlined-size`).
  }];
}

def VerifyWave : Pass<"wave-verify", "::mlir::ModuleOp"> {
  let summary = "Checks the rules that need the call graph or follow other passes";
  let description = [{
    Changes nothing. Every other pass on wave IR checks V8, V9, V11, V14, V15, V22 and, in
    kernels, V1 before it runs. The rules, each with the id at the end of its error:

    * V1 `thread-id-under-num-waves`: `dispatch_thread_id`, `group_thread_id` and
      `group_index` are undefined under `num_waves`, also in helpers.
    * V2 `group-wave-stage`: `group_wave_index` and `group_wave_count` need a
      stage that runs in groups.
    * V3 `group-wave-exported`: they are not valid in exported functions of a library.
    * V4 `group-wave-thread-launch`: they are not valid in nodes that are launched by
      thread.
    * V5 `group-wave-shader-model`: they are not valid below Shader Model 6.10, if the
      target states its model and does not emulate them. A count that `num_waves` states
      is valid there. A kernel whose waves beyond `num_waves` retire at entry is not,
      because it cannot distinguish these waves.
    * V6 `helper-wave-count`: the number of waves that a helper states equals its
      caller's.
    * V7 `recursion`: no function calls itself, directly or indirectly.
    * V8 `operation-not-supported`: only upstream operations in the table in
      lib/Transforms/AcceptedOperations.cpp are supported.
    * V9 `buffer-not-argument`: buffers are used only by loads, stores, atomics, queries
      of their length, and calls, and images only by their operations and calls; neither
      is ever cast, selected or carried.
    * V10 `store-to-read-only`: no operation writes a buffer or an image that is bound as
      `srv` or `cbv`.
    * V11 `value-type`: values are `i1 i16 i32 i64 f16 bf16 f32 f64`, vectors of 2 to 4 of
      these, `index` and memory; the only arithmetic on an `i1` is bitwise operations and
      comparisons; the index of an extracted or inserted component is a constant.
    * V14 `loop-step`: the step of a loop is positive as a signed integer.
    * V15 `function-type`: `exp exp2 log log10 log2 powf sin cos tan asin acos atan atan2 sinh cosh tanh` do not
      support `f64`.
    * V16 `dispatch-mesh-count`: an amplification kernel has one `dispatch_mesh`.
    * V17 `groupshared-empty`, `local-array-empty`, `groupshared-limit`,
      `local-array-limit`: at every wave size of the kernel, an array has 1 to 2147483647
      elements, and computing its length does not wrap around.
    * V18 `operation-not-supported`: all code is in functions, and every function with a
      body is a `wave.func`.
    * V19 `inlined-size`: a function with its helpers inlined has at most 262144
      operations.
    * V21 `quad-stage`: quad operations need a stage whose lanes form quads.
    * V22 `coherent-access`: buffers with `wave.coherent`, and no other memory, are accessed
      by `wave.coherent_load` and `wave.coherent_store`, and not by loads and stores of
      `memref` and `vector`.
    * With `needs-gpu-modules`: V20 `kernel-place`: every kernel is inside a
      `gpu.module`.
    * With `barriers`: V12 `barrier-divergent` and V13 `barrier-after-retire`: every
      barrier with group sync is in control flow that is uniform for the group, and no
      lane has retired before it. If the control flow depends on memory, or only on the
      wave size, the rule is a warning, `barrier-unknown`.

    Source: HLSL proposals 0048 and 0054.
  }];
  let options = [
    Option<"shaderModel", "shader-model", "std::string", /*default=*/"\"\"",
           "The shader model of the target, such as 6.8; empty for other targets">,
    Option<"emulateGroupIndex", "emulate-group-index", "bool", /*default=*/"true",
           "The pipeline emulates the wave index and count of the group">,
    Option<"needsGPUModules", "needs-gpu-modules", "bool", /*default=*/"false",
           "Also check that kernels are inside a gpu.module">,
    Option<"barriers", "barriers", "bool", /*default=*/"false",
           "Also check that barriers are in group-uniform control flow">,
  ];
}

def VerifyAsyncCopies : WavePass<"wave-verify-async-copies", "Inlined"> {
  let summary = "Checks the lanes and the operands of asynchronous copies";
  let description = [{
    Changes nothing. Control flow and operands that depend on memory are not errors. The
    rules, each with the id at the end of its error:

    * A1 `async-copy-divergent`: the lanes of a wave that have not retired reach each
      `wave.async_copy` together.
    * A2 `async-copy-divergent`: its operands are the same in all of these lanes.
  }];
}

def VerifyPipes : WavePass<"wave-verify-pipes", "Inlined"> {
  let summary = "Checks which waves and lanes reach pipes and barriers of sets of waves";
  let description = [{
    Changes nothing. The rules, each with the id at the end of its error:

    * P1: the lanes of a wave that have not retired reach each step of a pipe
      (`pipe-divergent`), and each `wave.waves_barrier` (`barrier-divergent`), together.
      Control flow that depends on memory is not an error.
    * P2 `pipe-wave`: only producers reach `wave.pipe_acquire` and `wave.pipe_commit`, and
      only consumers `wave.pipe_wait` and `wave.pipe_release`. `waves-barrier-wave`: only
      waves of the set reach a `wave.waves_barrier`. The pass counts a wave as reaching an
      operation unless conditions around it, on the wave index and constants alone,
      exclude the wave.
    * P3 `waves-barrier-set`: the barriers of a kernel have at most 15 different sets.
      The rules of `wave.waves_barrier` on kernels also hold for those of inlined helpers.
  }];
}

def PipesToBarriers : WavePass<"wave-pipes-to-barriers", "Inlined"> {
  let summary = "Replaces pipes and barriers of sets of waves by barriers of the group";
  let description = [{
    For targets that have neither. The pass executes the waves side by side, each as
    far as it can go without waiting for another one, and writes what they do into one
    sequence that all waves of the group execute:

    * What some of the waves do between two points where they wait is in an `scf.if` on
      the wave index. Values that they need later leave it; other waves have zeros there.
    * Where no wave can go on, a barrier of the group lets one of them go on, if the
      waves it waits for have executed their step; or the loops at which waves are
      become one loop, if the bounds are the same for all waves of the group. Conditions
      around steps that do not depend on the wave index become one in the same way.
    * A pipe becomes a number, the stage of its next use, that loops carry. A loop of
      producers and one of consumers needs one barrier in each iteration, or two if the
      pipe has one stage.

    Legality: each stretch of code is executed by the same waves, in their order. Before
    a wave enters a use, the steps for which it waits precede a barrier that precedes the
    use; this is proved for the head of a loop by what holds at its end. Barriers are
    written where all waves of the group are. They order groupshared memory, and buffers
    and images too if a wave stores to one before. Cost: a wave waits for all others, and
    no producer is more than one use ahead.

    Errors: `pipe-target`, or `waves-barrier-target` in kernels without pipes, with a note
    at the place that stopped it: loops with different bounds, or bounds that some waves
    compute; a loop or a condition in which the waves of a pipe execute different numbers
    of uses; `scf.while`; a value that cannot leave an `scf.if`; waves that wait for each
    other forever.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

def VerifyMatrices : WavePass<"wave-verify-matrices", "Inlined"> {
  let summary = "Checks that waves execute operations on matrices as a whole";
  let description = [{
    Changes nothing. The rules, each with the id at the end of its error:

    * Without `has-matrices`: M1 `matrix-target`: a kernel has no operations on matrices.
    * M2 `matrix-divergent`: the lanes of a wave that have not retired reach each operation
      on matrices together. The analysis must prove it.
    * M3 `matrix-operand`: a scalar operand, such as the index of the first element, is
      proved to be the same in all active lanes of the wave.

    `wave.read_first_lane` and `wave.assume_uniform` make a value the same.
  }];
  let options = [
    Option<"hasMatrices", "has-matrices", "bool", /*default=*/"true",
           "The target supports wave matrices">,
    Option<"shaderModel", "shader-model", "std::string", /*default=*/"\"\"",
           "The shader model of a target without matrices, for the error">,
  ];
}

def NumWavesToNumThreads : WavePass<"wave-num-waves-to-num-threads", "Accepted"> {
  let summary = "Replaces num_waves by num_threads";
  let description = [{
    `num_waves(X)` at wave size W becomes X*W threads, in one of three forms.

    * The exact form, with `wave-size` W: the kernel gets `num_threads(X*W, 1, 1)
      wave_size(W)`, and its counts become constants.
    * The surplus form, with `surplus`, for targets that cannot select a size: one kernel
      serves all sizes. It gets `num_threads(X*W, 1, 1)` for the largest W, and no
      `wave_size`. At a smaller size there are more than X waves, and waves from index X
      on retire at entry; a group whose waves have a size outside the kernel's range
      retires completely. `lane_count` is the device's wave size, within the range, and
      the same for the group.
    * Otherwise W is a constant that the host chooses when it creates the pipeline: the
      kernel keeps `num_waves`, and the wave count becomes the constant X.

    Sizes at which X waves exceed `max-threads` are dropped: silently from the default
    range, with the warning `wave-size-dropped` from a stated range.

    With `retire-extra-waves`, waves from index X on retire at entry in every form, for
    targets that may launch more waves than requested. If all waves are full, the waves
    beyond X have no lanes: with `full-waves`, only kernels that use the index of their
    wave test it.

    A kernel that is converted to threads keeps its launch in `launch(...)`: the form,
    the number of waves, the remaining sizes and the preferred one, and whether waves
    retire at entry. `launch(...)` also has the dropped sizes of any kernel.

    ```mlir
    wave.func @k() kernel num_waves(2) wave_size(8, 32) { ... }
    // wave-size=16
    wave.func @k() kernel num_threads(32, 1, 1) wave_size(16)
        launch(exact, num_waves = 2, wave_sizes = [8, 16, 32]) { ... }
    // surplus
    wave.func @k() kernel num_threads(64, 1, 1)
        launch(surplus, num_waves = 2, wave_sizes = [8, 16, 32], retires) {
      %size = gpu.subgroup_size
      wave.retire_if %size < 8 or %size > 32
      %index = gpu.subgroup_id
      wave.retire_if %index >= 2
      ...
    }
    ```

    With `asks-wave-size`, the stage determines the form. A compute kernel takes the exact
    form, at `wave-size` or, without that option, at its only size; if it has
    `num_threads`, it then states that size. An amplification kernel takes the surplus
    form.

    Errors: no size is left (`wave-size-none`), the size is outside the kernel's range
    (`wave-size-not-in-range`), a size is given for the surplus form
    (`surplus-wave-size`), or no size is given for the exact form of a kernel with several
    (`wave-size-missing`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"];
  let options = [
    Option<"waveSize", "wave-size", "int32_t", /*default=*/"0",
           "The number of lanes of a wave; 0: a specialization constant">,
    Option<"surplus", "surplus", "bool", /*default=*/"false",
           "Use the threads of the largest wave size for every size">,
    Option<"asksWaveSize", "asks-wave-size", "bool", /*default=*/"false",
           "Use the exact form in compute kernels and the surplus form in others">,
    Option<"maxThreads", "max-threads", "int32_t", /*default=*/"0",
           "The limit of threads of a group; 0: 1024, or 128 for amplification">,
    Option<"retireExtraWaves", "retire-extra-waves", "bool", /*default=*/"false",
           "Retire waves beyond the stated number at entry">,
    Option<"fullWaves", "full-waves", "bool", /*default=*/"false",
           "Assume that each wave has all of its lanes or none">,
  ];
}

def EmulateGroupIndex : WavePass<"wave-emulate-group-index", "Sized"> {
  let summary = "Counts the waves of a group through groupshared memory";
  let description = [{
    For targets without `group_wave_index` and `group_wave_count`. The waves of a group
    are numbered in the order of their arrival, by a counter in 4 bytes of groupshared
    memory. The first thread of the group clears the counter; after a barrier, one lane of
    each wave increments it, and the wave reads the previous value from that lane; after a
    second barrier, the counter is the number of waves. Waves without lanes are not
    counted.

    This code is at the kernel's entry, where no lane has retired. It provides the results
    of all `group_wave_index` and `group_wave_count` operations of the kernel, and of the
    `gpu.subgroup_id` by which `wave-num-waves-to-num-threads` retires waves. It requires
    only one active lane in each wave. Kernels that use none of these operations are not
    changed.

    ```mlir
    %index = wave.group_wave_index : i32
    // becomes
    %counter = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
    scf.if %thread == 0 { memref.store %zero, %counter[0] }
    wave.barrier group sync
    %first = wave.is_first_lane : i1
    %arrival = scf.if %first { wave.atomic_rmw add %one, %counter[0] } else { %zero }
    %index = wave.read_first_lane %arrival : i32
    wave.barrier group sync
    ```

    Runs after `wave-legalize-barriers`, which knows the uniformity of these operations
    but not of memory; `wave-resolve-groupshared` then counts the 4 bytes. The remark
    `group-index-emulated` states where the first of these operations is.

    Error: the index under `num_waves`, where no first thread exists
    (`emulate-num-waves`). `wave-fold-counts` handles the count under `num_waves`, and the
    index of a single wave.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def PlaceQuads : WavePass<"wave-place-quads", "Inlined"> {
  let summary = "Places the threads of a 2-D group in quads";
  let description = [{
    For targets whose lanes take the threads of a group row by row. Direct3D requires that
    four consecutive lanes are 2 x 2 threads if the sides x and y of `num_threads` are even;
    it matters if the kernel has quad operations, and other kernels are not changed. With n
    the linear number of a lane in its group, which is the `wave.group_index` of the result,
    a quad is q = n / 4, and the thread of the lane is

    ```
    x = q % (X / 2) * 2 + n % 2
    y = q / (X / 2) % (Y / 2) * 2 + n / 2 % 2
    z = q / (X / 2) / (Y / 2)
    ```

    If one of the two sides is odd, a quad is four threads in a row, with x = n % X. The
    operations `dispatch_thread_id`, `group_thread_id` and `group_index` become these
    expressions. A group of one row is not changed, because its threads are in order. The
    thread ids of a group are permuted, so a kernel whose results do not depend on the
    distribution of threads over lanes has the same results.

    Runs before the passes that assume anything about the threads of neighboring lanes.
    Source: HLSL proposal 0048; Shader Model 6.6, derivatives in compute shaders.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FixSpecialization : WavePass<"wave-fix-specialization", "Accepted"> {
  let summary = "Gives specialization constants their default values";
  let description = [{
    For targets without specialization constants: each one becomes an `arith.constant`.

    ```mlir
    %0 = wave.specialization_constant 3 "size" = 16 : i32 as ui32
    // becomes
    %0 = arith.constant 16 : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FillPoison : WavePass<"wave-fill-poison", "Accepted"> {
  let summary = "Gives undefined values a value";
  let description = [{
    A `ub.poison`, and a component at position -1, which is upstream's other form of it,
    become 0. Upstream folds the insertion of poison into a constant vector by reading
    memory that is not the constant's, so this pass runs before the first canonicalization.

    ```mlir
    %u = ub.poison : i32
    // after wave-fill-poison
    %u = arith.constant 0 : i32
    ```
  }];
}

def FixWaveSize : WavePass<"wave-fix-wave-size", "Accepted"> {
  let summary = "Specializes kernels for one wave size";
  let description = [{
    For targets with one binary for each size: the kernel states `wave_size(W)` and no
    other size, so that later passes know `lane_count`.

    ```mlir
    wave.func @k() kernel num_waves(2) wave_size(8, 32) { ... }
    // wave-size=16
    wave.func @k() kernel num_waves(2) wave_size(16) { ... }
    ```

    Errors: a size outside the kernel's range (`wave-size-not-in-range`), and a size that
    is not a power of two from 4 to 128 (`wave-size-missing`).
  }];
  let options = [
    Option<"waveSize", "wave-size", "int32_t", /*default=*/"0", "The number of lanes of a wave">,
  ];
}

def ShiftBindings : Pass<"wave-shift-bindings", "::mlir::ModuleOp"> {
  let summary = "Adds a distance to the binding numbers of each kind";
  let description = [{
    For Vulkan, which has one numbering for all resources of a set, where HLSL has
    registers `t`, `u` and `b`. `t:16` adds 16 to the numbers of all read-only resources,
    `u:32:1` adds 32 to those of read-write ones in set 1, and `b` stands for constant
    buffers. Of several shifts that apply to a resource, the last one counts. Resources
    without a number get theirs later, from the numbers that are free.

    Errors: text that is no shift (`binding-shift`).
  }];
  let options = [
    ListOption<"shifts", "shifts", "std::string",
               "What is added, such as t:16, or t:16:1 for set 1">
  ];
}

def GuardWaveSize : WavePass<"wave-guard-wave-size", "Accepted"> {
  let summary = "Retires groups whose wave size differs from the kernel's";
  let description = [{
    For hosts that cannot select a wave size. A kernel compiled for waves of `lane_count`
    lanes starts with a test of the device's wave size (`gpu.subgroup_size`); if they
    differ, the whole group retires, instead of computing wrong results. Kernels with
    `num_threads` read the device's size unless they state a single one, so other kernels
    are not changed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"];
}

def GuardWaveCount : WavePass<"wave-guard-wave-count", "Accepted"> {
  let summary = "Retires and counts groups with the wrong number of waves";
  let description = [{
    For targets that do not guarantee the number of waves. A kernel that
    `wave-num-waves-to-num-threads` converted to threads starts by counting the full waves
    of the group, in 4 bytes of groupshared memory. A wave is full if its number of active
    lanes equals the device's wave size (`gpu.subgroup_size`), and the kernel supports
    that size. If the count differs from the stated number, the whole group retires
    without any effect on other memory, and its first thread increments the first `ui32`
    of a read-write buffer. The pass adds that buffer as the last parameter, with the
    attribute `wave.guard`; the manifest names it.

    Waves beyond the stated number are not counted if they retire anyway. Other kernels
    are not changed.

    ```mlir
    wave.func @k() kernel num_threads(32, 1, 1) wave_size(16)
        launch(exact, num_waves = 2, wave_sizes = [16]) { ... }
    // becomes
    wave.func @k(%guard: memref<?xi32> {wave.guard, ...}) kernel num_threads(32, 1, 1) ... {
      %full = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
      scf.if %thread == 0 { memref.store %zero, %full[0] }
      wave.barrier group sync
      %active = wave.count_bits %true : i1
      %size = gpu.subgroup_size
      scf.if %first_lane and %active == %size and %size == 16 { wave.atomic_rmw add %one, %full[0] }
      wave.barrier group sync
      %count = memref.load %full[0]
      scf.if %thread == 0 and %count != 2 { wave.atomic_rmw add %one, %guard[0] }
      wave.retire_if %count != 2
      ...
    }
    ```

    Runs after the simplifying passes, which may assume full waves, and before
    `wave-legalize-barriers`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def FoldCounts : WavePass<"wave-fold-counts", "Accepted"> {
  let summary = "Folds counts and indices that the kernel's attributes determine";
  let description = [{
    Under `num_waves(X)`, `group_wave_count` becomes X; it never folds under
    `num_threads`, where an implementation may launch more waves. Under `num_waves(1)`,
    `group_wave_index` becomes 0. `lane_count` becomes the size of a kernel with a single
    one or, for targets with one binary for each size, the size in `wave-size` if a
    `num_waves` kernel allows it. A division of a constant by a folded count becomes a
    constant, so that `(64 / group_wave_count) / lane_count` keeps at most one division.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"waveSize", "wave-size", "int32_t", /*default=*/"0",
           "The number of lanes of a wave; 0: every size">,
  ];
}

def ResolveGroupshared : WavePass<"wave-resolve-groupshared", "Accepted"> {
  let summary = "Gives groupshared and local arrays their static size";
  let description = [{
    A length computed from constants, the wave count and `lane_count` becomes a number:
    its maximum over the wave sizes of the kernel, because one binary serves all of them.
    Runs after `wave-fold-counts`.

    ```mlir
    %n = arith.constant 3 : i32
    %s = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
    // becomes
    %s = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
    ```

    Errors: a length that is not constant (`groupshared-not-constant`,
    `local-array-not-constant`), a length that is zero or negative (`groupshared-empty`,
    `local-array-empty`), and a total size over the limit (`groupshared-limit`): the
    kernel's `group_shared_limit`, else 32768 bytes, or 28672 bytes for mesh kernels. The
    limit of local arrays is 65536 bytes for each lane (`local-array-limit`). The limit of
    the payload of `dispatch_mesh` is 16384 bytes (`dispatch-mesh-payload-limit`).
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LegalizeBarriers : WavePass<"wave-legalize-barriers", "Accepted"> {
  let summary = "Removes early returns and leaves every barrier in uniform control flow";
  let description = [{
    Barriers do not wait for retired lanes, but every target requires all threads of a
    group to reach each barrier. Retired lanes therefore remain and do nothing except meet
    barriers.

    * If the position and the condition of a retire are uniform for the group, it becomes
      plain control flow: one `scf.if` around the rest of the kernel.
    * Otherwise each lane carries an `i1`, `live`. All code between two barriers is in an
      `scf.if live`; values that are used later become its results (0 in retired lanes).
      All lanes enter regions that contain a barrier: their conditions and bounds are
      computed outside `live`, from operations that may be executed speculatively, loads
      at addresses that are uniform for the group, and values from before the retire.
    * Loops without a barrier end for lanes that retire in them.

    ```mlir
    wave.retire_if %c                     %live = arith.xori %c, %true
    memref.store %v, %out[%i]       ->    scf.if %live { memref.store %v, %out[%i] }
    wave.barrier group sync               wave.barrier group sync
    ```

    All lanes of a group must also launch mesh groups. If some lanes returned earlier, the
    remaining ones store the counts in groupshared memory, from which all lanes read them
    after a barrier; the counts are 0 if no lane remains.

    Errors: a barrier in divergent control flow (`barrier-divergent`, with both source
    positions); counts of mesh groups that differ between the waves
    (`dispatch-mesh-divergent`; if they depend on memory, the warning
    `dispatch-mesh-unknown`); a condition that retired lanes cannot compute
    (`barrier-condition`); and a loop with a barrier that ends only by returning, if the
    waves may return at different times (`barrier-endless-loop`). Barriers whose control
    flow depends on memory stay, and `wave-verify` with `barriers` warns about them
    afterwards.
  }];
  let options = [
    Option<"returnsOnly", "returns-only", "bool", /*default=*/"false",
           "Only turn returns into control flow; leave barriers in it, for code that checks them "
           "when it runs">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerPrints : WavePass<"wave-lower-prints", "Inlined"> {
  let summary = "Records prints and failed assertions in a buffer, or removes them";
  let description = [{
    With `records`, each active lane of a `wave.print`, and each lane for which a
    `wave.assert` fails, writes a record into a read-write buffer, which the pass adds as
    the last parameter with the attribute `wave.records`. A record has the number of the
    operation, the group, the wave, the lane, and the values. One lane of each wave
    reserves the records of the wave with one atomic. Records that do not fit are counted.
    The module's attribute `wave.records` describes the records as JSON, for the host.
    Kernels without these operations are not changed.

    ```mlir
    wave.print "x = {}"(%x : i32) as [ui32]
    // becomes
    %active = wave.count_bits %true : i1
    %rank = wave.prefix_count_bits %true : i1
    %first = scf.if %is_first_lane { wave.atomic_rmw add %active, %records[0] } else { ... }
    %start = wave.read_first_lane %first : i32
    scf.if %start + %active <= %capacity {
      memref.store %site, %group_x, ..., %lane, %x, %records[(%start + %rank) * 7 + 8]
    } else { count the dropped lines }
    ```

    Otherwise the pass erases the operations, with the remark `print-removed`: the code is
    for hosts that do not know the buffer.

    With `records` it runs after `wave-legalize-barriers`: no pass that moves code across
    control flow may see only the accesses to the buffer. Otherwise it runs before the
    optimizations, so that the code is that of a kernel without these operations.
  }];
  let options = [
    Option<"records", "records", "bool", /*default=*/"false",
           "Record the values in a buffer, for a host that reads it">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def WatchDimensions : WavePass<"wave-watch-dimensions", "Accepted"> {
  let summary = "Marks indices that leave a dimension of an array";
  let description = [{
    For the checker: `t[x][16]` of an array `t[16][16]` is the same scalar in memory as
    `t[x + 1][0]`, so that a test of the index in memory misses it. The attribute
    `wave.parts` of an array in HLSL states its dimensions. Where an index leaves one, the
    pass replaces it by an index that no array has, and that tells the part of the array,
    the dimension, and the index in it.

    ```mlir
    %i = arith.index_castui %sum : i32 to index
    // becomes
    %in = arith.cmpi ult, %y, %size : i32
    %watched = arith.select %in, %sum, %told : i32
    %i = arith.index_castui %watched : i32 to index
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def Instrument : WavePass<"wave-instrument", "Sized"> {
  let summary = "Inserts calls of the checker";
  let description = [{
    The pass inserts a `wave.check` before each load, store and atomic, each operation
    across lanes, each barrier, step of a pipe and return, each branch around a barrier or
    such a step, each `wave.assume_uniform`, and each operation that may be undefined in some
    lanes. The latter checks have a condition:

    * `inactive-lane`: a `read_lane` of a lane that is inactive or does not exist;
    * `quad-inactive`: a quad operation with inactive lanes in the quad;
    * `quad-lane-out-of-range`: a `quad_read_lane` of a lane above 3;
    * `partition-mask`: a mask that `match` did not compute;
    * `integer-division`: a division by 0, or of the smallest integer by -1;
    * `float-to-integer`: a float outside the range of the integer;
    * `shift-amount`: a shift amount of at least the width. It is taken modulo the width,
      so the result is defined;
    * `check-failed`: a `wave.assert` that fails.

    The module's attribute `wave.checks` describes the sites and memories as JSON. The
    input is one kernel at one wave size, with helpers inlined and vectors not scalarized.

    ```mlir
    %q = arith.divui %a, %b : i32
    // becomes
    %0 = arith.cmpi eq, %b, %zero : i32
    wave.check undefined site(0)(%0 : i1)
    %q = arith.divui %a, %b : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def ExpandPartitions : WavePass<"wave-expand-partitions", "Accepted"> {
  let summary = "Expands match and multi_prefix to loops";
  let description = [{
    For targets that lack `wave.match`, `wave.multi_prefix` and
    `wave.multi_prefix_count_bits`. The loops are uniform for the wave: all lanes that are
    active at the operation stay in the loop until each lane's class was handled, so the
    operations inside see exactly these lanes. Each iteration handles the class of the
    lowest remaining lane, the leader. The leader always leaves, so the loop terminates
    for all masks.

    ```mlir
    %mask = wave.match %v : f32
    // becomes
    %all = wave.ballot %true
    %mask = scf.while (%remaining = %all, %mask = 0) { %remaining != 0 } do {
      %leader = lowest bit of %remaining
      %value = wave.read_lane %v, %leader : f32
      %in = %v == %value or %lane == %leader
      %class = wave.ballot %in
      yield %remaining & ~%class, (%in ? %class : %mask)
    }
    ```

    `multi_prefix` compares masks instead of values, and each iteration scans with
    `wave.prefix`, where lanes of other classes have the identity. The count of bits, and
    scans of `i1`, need no loop: they combine a ballot of the operand, the mask, and the
    mask of earlier lanes as bits. If the waves of the kernel have at most 32 lanes, only
    the first word of a mask is computed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ExpandCombinations : WavePass<"wave-expand-combinations", "Inlined"> {
  let summary = "Expands cluster_reduce and inclusive_prefix to reads and reductions";
  let description = [{
    For targets without `wave.cluster_reduce`, and with `inclusive` for those without
    `wave.inclusive_prefix`. If all lanes of the wave are active, each step combines a
    lane's value with that of one other lane:

    ```mlir
    %sum = wave.cluster_reduce add 4 %v : f32
    // becomes
    %a = wave.read_lane %v, (%lane ^ 1) : f32
    %b = arith.addf %v, %a : f32
    %c = wave.read_lane %b, (%lane ^ 2) : f32
    %sum = arith.addf %b, %c : f32
    ```

    Where it is not proved that all lanes are active, the code compares their number with
    the wave size. If lanes are missing, a loop that is uniform for the wave executes
    `wave.reduce` for each cluster, with the identity in the lanes of other clusters.
    Steps for lanes that may not exist, because the clusters are larger than the smallest
    wave of the kernel, depend on `wave.lane_count`.

    An inclusive scan combines `wave.prefix` with the lane's own value. Minima and maxima
    have no `wave.prefix`: a whole wave scans in log2(lanes) steps, and other waves in a
    loop over the active lanes.
  }];
  let options = [
    Option<"inclusive", "inclusive", "bool", "false", "expand wave.inclusive_prefix, too">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandAtomics : WavePass<"wave-expand-atomics", "Accepted"> {
  let summary = "Expands atomics on floats to loops of compare-and-swap";
  let description = [{
    For targets without `wave.atomic_rmw` on floats. Each lane repeats until no other lane
    has written the memory in between: it waits for no other lane, and in each iteration
    some lane succeeds. The first guess of the contents is 0, the usual start of a sum, so
    that no load is needed, which would race with the atomics of other lanes.

    ```mlir
    %old = wave.atomic_rmw add %x, %memory[%i] : memref<?xf32>
    // becomes
    %old = scf.while (%guess = 0 : i32) {
      %sum = arith.addf bitcast(%guess), %x : f32
      %found = wave.atomic_cas bitcast(%guess), %sum, %memory[%i] : memref<?xf32>
      %differs = arith.cmpi ne, bitcast(%found), %guess : i32
      condition(%differs) bitcast(%found)
    }
    ```

    Minima and maxima compare integers whose order is that of the floats, because drivers
    may flush subnormal numbers and ignore the sign of a zero. Out of bounds of a buffer,
    where the result of an atomic is unspecified, the loop might not end, so the lane skips
    it there.

    With `extremes-only`, sums remain, for a target that has them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"unchecked", "unchecked", "bool", /*default=*/"false",
           "Assume that buffer accesses are in bounds">,
    Option<"extremesOnly", "extremes-only", "bool", /*default=*/"false",
           "Expand minima and maxima, and leave sums">,
  ];
}

def ExpandBFloat16 : WavePass<"wave-expand-bfloat16", "Inlined"> {
  let summary = "Computes bf16 in f32, and stores it as i16";
  let description = [{
    For every target: HLSL, DXIL and Vulkan 1.3 have no bf16, and the instruction of x86
    that rounds to bf16 treats subnormal numbers as 0. A value of bf16 becomes the f32 with
    the same value, and memory of bf16 becomes memory of i16, the upper half of that f32.
    An operation computes in f32, and its result is rounded to bf16, to the nearest even.
    Operations that only move or select values, comparisons, minima and maxima need no
    rounding. A sum or product across lanes is rounded once, at the end.

    ```mlir
    %x = memref.load %a[%i] : memref<?xbf16>
    %y = arith.addf %x, %x : bf16
    // becomes
    %bits = memref.load %a[%i] : memref<?xi16>
    %x = bitcast(extui %bits << 16) : f32
    %sum = arith.addf %x, %x : f32
    %odd = (bitcast(%sum) >> 16) & 1 : i32
    %y = bitcast((bitcast(%sum) + 0x7FFF + %odd) & 0xFFFF0000) : f32
    ```

    The rounding of a NaN keeps its sign and is quiet. Conversions from f64, and from
    integers of 32 and 64 bits, round once: the conversion to f32 before it keeps in the
    last bit whether it was exact. The binding of a buffer keeps its element, bf16, for
    the host. A scalar argument of a kernel becomes an f32, which the kernel rounds.

    With `native-rounding`, the pass rounds by `arith.truncf` and `arith.extf`. Wave matrices
    of bf16 become matrices of f32; with `native-matrices` they remain, and only scalars
    from and to them, and elements in bodies of `wave.matrix_map`, are f32.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
  let options = [
    Option<"nativeRounding", "native-rounding", "bool", /*default=*/"false",
           "Round by conversions to bf16 and back">,
    Option<"nativeMatrices", "native-matrices", "bool", /*default=*/"false",
           "Keep wave matrices of bf16">,
  ];
}

def DistributeMatrices : WavePass<"wave-distribute-matrices", "Inlined"> {
  let summary = "Distributes wave matrices to the registers of 32 lanes";
  let description = [{
    For CUDA. Each value that is a matrix becomes values of a lane, its elements in the
    layout of the tiles of `wave.matrix_multiply_tile`: block by block, lane 4 * g + t has
    a few adjacent elements of a row, or for the role `b` with elements of 16 or 8 bits of
    a column. Elements of `f32` and `i32` have the layout of accumulators in every role.

    ```mlir
    %c = wave.matrix_load row_major %m[%i, %n] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
    wave.matrix_store row_major %c, %o[%i, %n] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
    // becomes, where all elements are in bounds,
    %start = %i + (lane / 4) * %n + lane % 4 * 2
    %c = vector.load %m[%start] : memref<?xf32>, vector<2xf32>
    vector.store %c, %o[%start] : memref<?xf32>, vector<2xf32>
    ```

    Elements behind the last row and column of a block are padding: no operation stores
    them, multiply-adds replace them by zeros, and reductions ignore them. Products of f32 are
    sums of `math.fma`, with elements that lanes read from each other; others are
    `wave.matrix_multiply_tile`. Large products are loops over local arrays.

    With `in-memory`, four consecutive waves that load the same right factor from a
    groupshared array, and reach the product together, multiply by
    `wave.matrix_multiply_memory`. The array is one that asynchronous copies fill and nothing
    else writes, in rows of a power of two of 128 bytes or more, and the product has a
    multiple of 16 rows in each wave. A remark says of each product of `f16` and `bf16` why
    it is none.

    Accesses of matrices that are not completely in bounds are those of single elements,
    which `wave-guard-buffers` tests; with `unchecked`, there is no such code.

    The machine needs all 32 lanes. A branch of the lanes that have not returned becomes one
    of the wave, in which all lanes execute the operations on matrices, with the scalar
    operands of the first lane that has not returned:

    ```mlir
    scf.if %live {                            scf.if any(%live) {
      memref.store %x, %o[%i]            ->     scf.if %live { memref.store %x, %o[%i] }
      wave.matrix_store row_major %m ...        wave.matrix_store row_major %m ...
    }                                         }
    ```

    The rules, each with the id at the end of its error:

    * D1 `matrix-lanes`: the last wave of a group is not partial.
    * D2 `matrix-lanes`: lanes do not leave a loop with operations on matrices one by one.

    The warning `matrix-registers` names the loop or product of a kernel whose matrices need
    the most registers of a lane, if that exceeds the limit of 255.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"unchecked", "unchecked", "bool", /*default=*/"false",
           "All elements of matrices are in bounds">,
    Option<"inMemory", "in-memory", "bool", /*default=*/"false",
           "Matrix units read right factors from groupshared memory (sm_90a)">,
    Option<"tensorMaps", "tensor-maps", "bool", /*default=*/"false",
           "The machine copies tiles to groupshared memory as a whole (from sm_90 on)">,
  ];
}

def TileMatrices : WavePass<"wave-tile-matrices", "Inlined"> {
  let summary = "Divides wave matrices into the tiles of cooperative matrices";
  let description = [{
    For Vulkan and DXIL. Each matrix becomes matrices of the sizes that the device multiplies: `a` has
    M x K elements, `b` has K x N, and accumulators have M x N. The option `tile` states M, N,
    K for elements of 16 bits, and K for `i8`, all of them powers of two.

    ```mlir
    %c = wave.matrix_multiply_add %a, %b, %c0 : !wave.matrix<32x16xf16, a>,
        !wave.matrix<16x16xf16, b>, !wave.matrix<32x16xf32, acc>
    // becomes
    %c:2 = wave.matrix_multiply_add %a#0, %b, %c0#0 ... , wave.matrix_multiply_add %a#1, ...
    ```

    Elements behind the last row and column are padding; that of factors along the sum is
    zero. Accumulators of `f16` and `bf16` are tiles of `f32`. A tile is loaded and stored as
    a whole if it has no padding, the matrix is in bounds, and `first` and `stride` are
    multiples of 16 bytes. Otherwise lanes load and store its elements, in scratch memory of
    the wave, a groupshared array. Conversions of roles and reductions of rows use this
    memory, too. Maps are loops over the elements that a lane has.

    With `lin-alg`, tiles are those of the linear algebra operations of Shader Model 6.10:
    16 x 16 x 16, and 16 x 16 x 32 for `i8`. Tiles in memory must begin at multiples of
    128 bytes, so all loads and stores use scratch memory. No variable holds a tile; maps are
    loops that carry one.

    With `unchecked`, all elements of matrices are in bounds. Returned lanes take part in
    operations on matrices as in `wave-distribute-matrices`. The rules, each with the id at
    the end of its error:

    * T1 `matrix-lanes`: the threads of a group in x are a multiple of each wave size of the
      kernel.
    * T2 `matrix-lanes`: lanes do not leave a loop with operations on matrices one by one.
    * T3 `matrix-target`: no factor has elements of `f32`.
    * T4 `matrix-target`: a map of factors keeps their element.
    * T5 `matrix-target`: without `lin-alg`, no buffer is coherent.
    * T6 `matrix-target`: with `lin-alg`, no map computes factors of `bf16`.
    * T7 `matrix-target`: with `lin-alg`, the kernel is for compute.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"unchecked", "unchecked", "bool", /*default=*/"false",
           "All elements of matrices are in bounds">,
    Option<"linAlg", "lin-alg", "bool", /*default=*/"false",
           "Create the tiles of Shader Model 6.10">,
    ListOption<"tile", "tile", "int64_t",
               "M, N, K and K for i8 of the device's products; 16, 16, 16 and 32 if not stated">,
  ];
}

def ExpandAsyncCopies : WavePass<"wave-expand-async-copies", "Inlined"> {
  let summary = "Expands asynchronous copies to loads and stores of lanes";
  let description = [{
    For targets without such copies. The active lanes of the wave share the elements of a
    row or, if the rows are short, of the tile: lane k of n copies element k, k + n,
    k + 2n, and so on. Barriers and the steps of pipes order these accesses, as they end
    the copy.

    ```mlir
    wave.async_copy %tile[%start, %stride], %a[%base, %pitch] at [%row, %column]
        of [%height, %width] size [%rows, %columns] : ...
    // becomes
    for %r = 0 to %rows {
      for %first = 0 to %columns step %n {
        %c = %first + %k
        if %c < %columns {
          %exists = %row + %r < %height and %column + %c < %width
          %x = if %exists { load %a[%base + (%row + %r) * %pitch + %column + %c] } else { 0 }
          store %x, %tile[%start + %r * %stride + %c]
        }
      }
    }
    ```

    The loads and stores have the attribute `wave.async`, by which the checker knows them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ScalarizeVectors : WavePass<"wave-scalarize-vectors", "Accepted"> {
  let summary = "Splits wave operations on vectors into one per component";
  let description = [{
    ```mlir
    %s = wave.reduce add %v : vector<2xf32>
    // becomes
    %v0 = vector.extract %v[0] : f32 from vector<2xf32>
    %v1 = vector.extract %v[1] : f32 from vector<2xf32>
    %s0 = wave.reduce add %v0 : f32
    %s1 = wave.reduce add %v1 : f32
    %s = vector.from_elements %s0, %s1 : vector<2xf32>
    ```

    The operations on the components are adjacent, so all of them see the same active
    lanes. The match mask of a vector is the intersection of the masks of its components.
    With `arithmetic`, the pass also scalarizes arithmetic, functions, operations that
    create and split vectors, vectors in memory, and vectors that control flow carries,
    for targets without vectors; a kernel's vector arguments are split at entry, and image
    texels where they are loaded. Without `buffers`, vectors in buffers are loaded and
    stored as a whole and split next to the access, for targets that address the elements
    of a buffer; local and groupshared arrays still become arrays of scalars.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"arithmetic", "arithmetic", "bool", /*default=*/"false",
           "Also split arithmetic, memory accesses and values carried by control flow">,
    Option<"buffers", "buffers", "bool", /*default=*/"true",
           "With arithmetic, also split loads from and stores to buffers">,
  ];
}

def GuardBuffers : WavePass<"wave-guard-buffers", "Accepted"> {
  let summary = "Adds bounds checks to buffer and image accesses";
  let description = [{
    An out-of-bounds load returns 0, an out-of-bounds store or atomic has no effect, and
    the result of such an atomic is unspecified. A vector is in bounds if all its
    components are. `wave-fold-ranges` removes comparisons that it can prove. With
    `hardware`, all buffer accesses are executed if the host's setting `robust_buffers`
    states that the API checks them. Out-of-bounds accesses are then clamped to the end of
    the buffer, because drivers compute addresses in 32 bits, in which a larger index
    could wrap around to a small one. A vector that would be partly in bounds starts
    sufficiently far beyond the end. No branch remains.

    With `api-checks`, for Direct3D, the pass checks only what the API does not: accesses
    of bytes, whose word may begin in the buffer and end beyond it, and of constant
    buffers, whose size the API rounds up.

    ```mlir
    %v = memref.load %b[%i]      ->   %in = arith.cmpi ult, %i, %length
                                      %v = scf.if %in { load } else { 0 }
    // hardware
    %v = memref.load %b[%i]      ->   %robust = wave.setting robust_buffers : i1
                                      %in = arith.cmpi ult, %i, %length
                                      %let = arith.ori %in, %robust
                                      %v = scf.if %let {
                                        %j = arith.minui %i, %length
                                        memref.load %b[%j]
                                      } else { 0 }
    ```

    The pass compares image coordinates with the extents of the image. It does
    not rely on the hardware for constant buffers: APIs round their size up.

    A load or store with the attribute `wave.in_bounds` inside an `scf.if` stays as it is.
    The front end sets it on accesses of buffers with two and three dimensions, which it
    puts under a test of each index. The index in memory is
    `y * stride + x`, with `y` below the height and `x` below the width. The host guarantees
    that the last element of the shape, at `(height - 1) * stride + width - 1`, is in the
    buffer, so all elements before it are, and no product wraps around. A pass may move such an
    access together with the conditions around it, but not out of them. Atomics have no such
    attribute, because `wave-aggregate-atomics` moves them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"hardware", "hardware", "bool", /*default=*/"false",
           "Rely on the bounds checks of the API if the host enables them">,
    Option<"apiChecks", "api-checks", "bool", /*default=*/"false",
           "Check only what the API does not check: bytes and constant buffers">,
  ];
}

#endif // WAVEDIALECT_TRANSFORMS_PASSES_TD
