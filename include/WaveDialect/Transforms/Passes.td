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
    Helpers are single blocks whose last operation returns, so a call becomes the
    body with the arguments in place. All callers are kernels afterwards, and
    helpers that are not exported are gone. The first pass of every pipeline:
    what depends on the kernel (its wave count, say) is decided per caller.

    Refused: recursion (`recursion`), and calls that multiply too much (`inlined-size`).
  }];
}

def VerifyWave : Pass<"wave-verify", "::mlir::ModuleOp"> {
  let summary = "Checks the rules that need the call graph or follow other passes";
  let description = [{
    Changes nothing. Every other pass on wave IR checks V8, V9, V11, V14, V15 and, in
    kernels, V1 before it runs. The rules, each with the id that its error ends in:

    * V1 `thread-id-under-num-waves`: `dispatch_thread_id`, `group_thread_id` and
      `group_index` have no meaning under `num_waves`, in helpers neither.
    * V2 `group-wave-stage`: `group_wave_index` and `group_wave_count` need a
      stage that runs in groups.
    * V3 `group-wave-exported`: they are not valid in exported functions of a
      library.
    * V4 `group-wave-thread-launch`: nor in nodes that are launched by thread.
    * V5 `group-wave-shader-model`: nor below Shader Model 6.10, where the target states
      its model and does not emulate them. A count that `num_waves` states is valid
      there. A kernel whose waves beyond `num_waves` retire at entry is not, because
      nothing tells these waves apart.
    * V6 `helper-wave-count`: a helper's stated number of waves is its caller's.
    * V7 `recursion`: no function calls itself, by whatever way.
    * V8 `operation-not-supported`: upstream operations are those of the table in
      lib/Transforms/AcceptedOperations.cpp.
    * V9 `buffer-not-argument`: a buffer is used in loads, stores, atomics, its
      length and calls only, an image in its operations and calls; neither is ever
      cast, selected or carried.
    * V10 `store-to-read-only`: nothing writes a buffer or an image that is bound as
      `srv`.
    * V11 `value-type`: values are `i1 i16 i32 i64 f16 f32 f64`, vectors of 2 to 4
      of one, `index` and memory; an `i1` has no arithmetic but that of bits and
      comparisons, and which component of a vector is taken is a constant.
    * V14 `loop-step`: the step of a loop is positive, read as signed.
    * V15 `function-type`: `exp exp2 log log2 powf sin cos tan` are not for `f64`.
    * V16 `dispatch-mesh-count`: an amplification kernel has one `dispatch_mesh`.
    * V17 `groupshared-empty`, `local-array-empty`, `groupshared-limit`,
      `local-array-limit`: at every wave size of the kernel an array has 1 to
      2147483647 elements, and its length is computed without wrap.
    * V18 `operation-not-supported`: code is in functions, and all of them are
      `wave.func`.
    * V19 `inlined-size`: with its helpers inlined a function has at most 262144
      operations.
    * With `needs-gpu-modules`: V20 `kernel-place`: every kernel is inside a
      `gpu.module`.
    * With `barriers`: V12 `barrier-divergent` and V13 `barrier-after-retire`:
      every barrier with group sync stands in control flow that is the same for
      the group, and no lane has retired before it. Where memory decides, it is a
      warning, `barrier-unknown`.

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

def NumWavesToNumThreads : WavePass<"wave-num-waves-to-num-threads", "Accepted"> {
  let summary = "Replaces num_waves by num_threads";
  let description = [{
    `num_waves(X)` at wave size W becomes X*W threads, in one of three forms.

    * With `wave-size`, the exact form, W is that number: the kernel gets
      `num_threads(X*W, 1, 1) wave_size(W)` and its counts become constants.
    * With `surplus` one kernel serves all sizes, for targets that cannot ask for one:
      it gets `num_threads(X*W, 1, 1)` for the largest W, and no `wave_size`. At a
      smaller size there are more than X waves, and those from X on retire at entry; a
      group of waves outside of the kernel's range retires whole. `lane_count` is the
      machine's, within the range, and the same for the group.
    * Else W stays a constant that the host chooses when it creates the pipeline, so the
      kernel keeps `num_waves`, and the wave count becomes the constant X.

    Sizes of which X waves are more than `max-threads` are dropped: silently from
    the default range, with the warning `wave-size-dropped` from a stated one.

    With `retire-extra-waves` the waves from X on retire at entry in every form, for
    targets that may launch more waves than asked for. Where all waves are full, those
    beyond X have no lanes: with `full-waves` only a kernel that asks for the index of
    its wave tests it.

    A kernel that becomes one of threads keeps in `wave.launch` what it stated: the
    form, the number of waves, the sizes that are left and the preferred one, and
    whether waves retire at entry.

    ```mlir
    wave.func @k() kernel num_waves(2) wave_size(8, 32) { ... }
    // wave-size=16
    wave.func @k() kernel num_threads(32, 1, 1) wave_size(16) attributes {wave.launch =
        {form = "exact", num_waves = 2 : i64, wave_sizes = array<i32: 8, 16, 32>}} { ... }
    // surplus
    wave.func @k() kernel num_threads(64, 1, 1) attributes {wave.launch =
        {form = "surplus", num_waves = 2 : i64, retires, wave_sizes = array<i32: 8, 16, 32>}} {
      %size = gpu.subgroup_size
      wave.retire_if %size < 8 or %size > 32
      %index = gpu.subgroup_id
      wave.retire_if %index >= 2
      ...
    }
    ```

    With `asks-wave-size` the stage chooses the form. A compute kernel takes the exact
    form, at `wave-size` or, without that option, at its only size; under `num_threads`
    it then states that size. An amplification kernel takes the surplus form.

    Refused: no size left (`wave-size-none`), a size outside the kernel's range
    (`wave-size-not-in-range`), a size for the surplus form (`surplus-wave-size`), none for
    the exact form of a kernel with several (`wave-size-missing`).
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
    take numbers in the order of their arrival, from a counter of 4 bytes of groupshared
    memory. Its first thread clears it; behind a barrier one lane of each wave adds one,
    and the wave reads what that lane found; behind a second barrier the counter is the
    number of waves. Waves that have no lane are not counted.

    All of this stands at the kernel's entry, where no lane has retired, and serves all
    of the kernel's `group_wave_index` and `group_wave_count`, and the `gpu.subgroup_id`
    by which `wave-num-waves-to-num-threads` lets waves retire. No lane of a wave has to
    be active for it but one. A kernel that asks for none of them stays as it is.

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

    Runs after `wave-legalize-barriers`, which knows more of the numbers than of memory;
    `wave-resolve-groupshared` then counts the 4 bytes. A remark, `group-index-emulated`,
    says where the first number is asked for.

    Refused: the index under `num_waves`, where there is no first thread
    (`emulate-num-waves`). The count under `num_waves`, and the index of a single wave,
    are `wave-fold-counts`'s.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def FixWaveSize : WavePass<"wave-fix-wave-size", "Accepted"> {
  let summary = "Specializes kernels for one wave size";
  let description = [{
    For targets with a binary for each size: the kernel states `wave_size(W)` and no other
    size, so that all that follows knows `lane_count`.

    ```mlir
    wave.func @k() kernel num_waves(2) wave_size(8, 32) { ... }
    // wave-size=16
    wave.func @k() kernel num_waves(2) wave_size(16) { ... }
    ```

    Refused: a size outside of the kernel's range (`wave-size-not-in-range`), and one that
    is not a power of two from 4 to 128 (`wave-size-missing`).
  }];
  let options = [
    Option<"waveSize", "wave-size", "int32_t", /*default=*/"0", "The number of lanes of a wave">,
  ];
}

def GuardWaveSize : WavePass<"wave-guard-wave-size", "Accepted"> {
  let summary = "Retires groups whose wave size is not the kernel's";
  let description = [{
    A kernel made for waves of `lane_count` lanes starts with a test of the
    machine's own size (`gpu.subgroup_size`); where they differ, the whole group
    retires, instead of computing with wrong numbers. For hosts that cannot ask for
    a size. Kernels under `num_threads` read the machine's size unless they state a
    single one, so the others stay.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"];
}

def GuardWaveCount : WavePass<"wave-guard-wave-count", "Accepted"> {
  let summary = "A group of another number of waves retires, and is counted";
  let description = [{
    For targets that promise no number of waves. A kernel of which
    `wave-num-waves-to-num-threads` made threads starts with a count, in 4 bytes of
    groupshared memory, of the group's full waves: those whose active lanes are as many as
    the machine's waves have (`gpu.subgroup_size`), at a size that the kernel is for. If
    they are not as many as the kernel states, the whole group retires before it has done
    anything, and its first thread adds one to the first `ui32` of a read-write buffer.
    The pass adds that buffer as the last parameter, with the attribute `wave.guard`; the
    manifest names it.

    Waves beyond the stated number do not count where they retire anyway. All other
    kernels stay as they are.

    ```mlir
    wave.func @k() kernel num_threads(32, 1, 1) wave_size(16) attributes {wave.launch =
        {form = "exact", num_waves = 2 : i64, wave_sizes = array<i32: 16>}} { ... }
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

    Runs after the passes that simplify, which may rely on full waves, and before
    `wave-legalize-barriers`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def FoldCounts : WavePass<"wave-fold-counts", "Accepted"> {
  let summary = "Folds counts and indices that the kernel's attributes determine";
  let description = [{
    `group_wave_count` becomes X under `num_waves(X)`, and never folds under
    `num_threads`, where an implementation may launch more waves. Under
    `num_waves(1)` `group_wave_index` becomes 0. `lane_count` becomes the size
    where the kernel has a single one, or with `wave-size` one that a `num_waves`
    kernel allows: for a target with one binary a size. A division of a constant by a folded count
    becomes a constant, so that `(64 / group_wave_count) / lane_count` keeps one
    division at most.
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
    A length made of constants, the wave count and `lane_count` becomes a number:
    the largest that it takes at any wave size of the kernel, because one binary
    serves all of them. Runs after `wave-fold-counts`.

    ```mlir
    %n = arith.constant 3 : i32
    %s = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
    // becomes
    %s = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
    ```

    Refused: a length that is not constant (`groupshared-not-constant`,
    `local-array-not-constant`), zero or negative (`groupshared-empty`,
    `local-array-empty`), and a sum over the limit (`groupshared-limit`): the
    kernel's `group_shared_limit`, else 32768 bytes, 28672 for mesh. Local arrays have
    65536 bytes a lane (`local-array-limit`). The payload of `dispatch_mesh` has 16384
    bytes at most (`dispatch-mesh-payload-limit`).
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LegalizeBarriers : WavePass<"wave-legalize-barriers", "Accepted"> {
  let summary = "Removes early returns and leaves every barrier in uniform control flow";
  let description = [{
    Barriers do not wait for lanes that retired, but every target wants all
    threads of a group to reach a barrier. So a retired lane stays, and does
    nothing but meet barriers.

    * A retire whose place and condition are the same for the group becomes plain
      control flow: the rest of the kernel in one `scf.if`.
    * Otherwise a lane carries an `i1`, `live`. Between two barriers everything
      stands under `scf.if live`; values that are needed later leave it as results
      (0 in retired lanes). Regions that hold a barrier are entered by all lanes:
      their conditions and bounds are computed outside `live`, from operations
      that may be executed speculatively, loads at addresses that are the same for
      the group, and values from before the retire.
    * Loops without a barrier end for a lane that retires in them.

    ```mlir
    wave.retire_if %c                     %live = arith.xori %c, %true
    memref.store %v, %out[%i]       ->    scf.if %live { memref.store %v, %out[%i] }
    wave.barrier group sync               wave.barrier group sync
    ```

    All lanes of a group launch mesh groups, too. Where some returned before, those that
    are left put the counts into groupshared memory, from which all read them after a
    barrier: where nobody is left, they are 0.

    Refused: a barrier in control flow that the lanes of a group decide differently
    (`barrier-divergent`, with both places); counts of mesh groups that differ between
    the waves (`dispatch-mesh-divergent`; where memory decides, the warning
    `dispatch-mesh-unknown`); a condition that retired lanes cannot compute
    (`barrier-condition`); a loop with a barrier that ends by returning
    alone, where the waves may return at different times (`barrier-endless-loop`). A condition that memory decides is kept, and
    `wave-verify` with `barriers` warns of it afterwards.
  }];
  let options = [
    Option<"returnsOnly", "returns-only", "bool", /*default=*/"false",
           "Only turn returns into control flow; leave barriers in it, for code that checks them "
           "when it runs">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def Instrument : WavePass<"wave-instrument", "Sized"> {
  let summary = "Inserts the calls of the checker";
  let description = [{
    A `wave.check` stands before each load, store and atomic, each operation across
    lanes, each barrier and return, each branch around a barrier, each
    `wave.assume_uniform`, and where lanes may do something undefined, with the
    condition for it:

    * `inactive-lane`: `read_lane` of a lane that is inactive or does not exist;
    * `quad-inactive`: a quad operation without all four lanes;
    * `partition-mask`: a mask that no `match` gives;
    * `integer-division`: by 0, and of the lowest number by -1;
    * `float-to-integer`: a float that does not fit;
    * `shift-amount`: one that is taken modulo the width, which is defined.

    The module's attribute `wave.checks` describes the sites and memories as JSON. One
    kernel of one wave size; helpers are inlined, and vectors not taken apart.

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
    `wave.multi_prefix_count_bits`. The loops are the same for the wave: all lanes
    that are active at the operation stay in them until each has been in a class, so
    the operations inside see exactly these lanes. The class of each trip is that of
    the lowest remaining lane, the leader, who always leaves, so a loop ends whatever
    the masks are.

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

    `multi_prefix` compares masks instead of values, and in each trip scans with
    `wave.prefix`, to which lanes of other classes give the identity. The count of
    bits, and scans of `i1`, need no loop: a ballot of the operand, the mask, and the
    lanes before this one are combined as bits. Of a kernel whose waves have at most
    32 lanes only the first word of a mask is computed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
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

    The components' operations stand side by side, so all of them see the same
    lanes. The mask of a matched vector is the intersection of its components'. With
    `arithmetic` all else goes too, for targets without vectors: arithmetic,
    functions, what makes and takes apart vectors, vectors in memory, and those that
    control flow carries; a kernel's vector argument is taken apart at entry, and an
    image's texel where it is loaded. With `buffers` off a vector in a buffer is loaded
    and stored whole and taken apart beside that, for targets that address the elements
    of a buffer; local and groupshared arrays are of scalars all the same.
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
    A load out of bounds gives 0, a store or an atomic there does nothing, and what
    an atomic returns there is unspecified. A vector is in bounds when all its
    components are. Where `wave-fold-ranges` proves the comparison, it
    disappears. `hardware` lets accesses of buffers through where the host's setting
    `robust_buffers` says that the API checks them. One out of bounds is then made just
    behind the buffer, because drivers compute addresses in 32 bits, in which a larger
    index could come back as a small one; a vector of which a part would be in bounds
    begins far enough behind. So no branch is left.

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

    An image's coordinates are compared with its width and height.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"hardware", "hardware", "bool", /*default=*/"false",
           "Rely on the bounds checks of the API if the host enables them">,
  ];
}

#endif // WAVEDIALECT_TRANSFORMS_PASSES_TD
