//===- OptimizerPasses.td - Passes that make kernels faster ---*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are correct without these passes, but slower: see docs/optimizer.md and
// docs/specialize.md. Passes.td has the other passes.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD
#define WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD

include "WaveDialect/Transforms/WavePass.td"

def AggregateAtomics : WavePass<"wave-aggregate-atomics", "Accepted"> {
  let summary = "Replaces atomics of all lanes by one per wave or group";
  let description = [{
    If the lanes of a wave execute a `wave.atomic_rmw` together, at an address that is the
    same for the wave, they first combine their operands, and the first of them executes
    one atomic for all. The result of each lane is computed from the result of that atomic
    and from the operands of the lanes before it.

    ```mlir
    %old = wave.atomic_rmw add %v, %buffer[%i] : memref<?xi32>
    // becomes
    %total = wave.reduce add %v : i32
    %first = wave.is_first_lane : i1
    %found = scf.if %first -> (i32) {
      %0 = wave.atomic_rmw add %total, %buffer[%i] : memref<?xi32>
      scf.yield %0
    } else { scf.yield %zero }
    %base = wave.read_first_lane %found : i32
    %before = wave.prefix add %v : i32
    %old = arith.addi %base, %before : i32
    ```

    If the result is unused, only the combined operand and the conditional atomic remain.
    A uniform operand needs no reduction: its lanes are counted. The same holds for an
    operand that is uniform in some lanes and the identity (0 for `add`) in the others. If
    lanes use the previous minimum or maximum, a lane with the extreme value counts as the
    first: it gets the previous contents of memory, and all other lanes get the contents
    after it.

    Under `num_waves(X)` with X at least 2, and a buffer's address that is the same for
    the group, the group executes one atomic. The pass splits the outermost divergent
    condition around it into a part before the atomic and a part after it; between them,
    where all waves meet, the group combines its operands. Values of the first part that
    the second part uses become results of the first.

    ```mlir
    scf.if %c {                            %r:2 = scf.if %c { yield %x, %true } else { 0, %false }
      %x = memref.load %src[%i]            %count = wave.count_bits %r#1
      %old = wave.atomic_rmw add           scf.if %lane == 0 { store %count, %counts[%wave] }
          %one, %counter[%c0]              wave.barrier group sync
      memref.store %x, %out[%old]    ->    %all, %before = sums of %counts, and up to %wave
    }                                      scf.if %wave == 0 and %lane == 0 {
                                             %0 = scf.if %all != 0 {
                                               wave.atomic_rmw add %all, %counter[%c0]
                                             } else { 0 }
                                             memref.store %0, %found[0]
                                           }
                                           wave.barrier group sync
                                           %old = %found[0] + %before + wave.prefix_count_bits %r#1
                                           scf.if %r#1 { memref.store %r#0, %out[%old] }
    ```

    The lanes of a group are ordered by wave and then by lane, so the elements that a
    group appends are contiguous and their order is deterministic. With up to 16 waves,
    each lane reads all totals one after the other; with more, the lanes share the totals.
    If the result is unused, the second barrier is needed only in loops and if the kernel
    accesses the location elsewhere. If a return in the kernel's own block prevents the
    form of the group, because all lanes of the group may be active before it and fewer
    after it, it becomes a condition around the rest of the kernel if that makes the form
    possible.

    In an `scf.for`, at an address that the loop does not change, one atomic serves all
    iterations. If the result is unused, the operands of all iterations are combined and
    the atomic is after the loop. If the result of an `add` is used, a first loop computes
    the sum of all iterations, the atomic follows it, and each iteration of the original
    loop takes its share: iteration by iteration if the wave runs the loop together,
    otherwise lane by lane.

    ```mlir
    scf.for %i ... {                       %n = scf.for %i ... iter_args(%s = 0) { ... %s + %c ... }
      %c = arith.cmpi ...                  %total = wave.reduce add %n
      scf.if %c {                          %base = one atomic add of %total
        %old = wave.atomic_rmw add    ->   scf.for %i ... iter_args(%start = %base) {
            %one, %counter[%c0]              %c = arith.cmpi ...
        memref.store %x, %out[%old]          %old = %start + wave.prefix_count_bits %c
      }                                      scf.if %c { memref.store %x, %out[%old] }
    }                                        yield %start + wave.count_bits %c
                                           }
    ```

    Each wave, or group, with a lane that reaches the atomic executes exactly one atomic;
    if the result is unused, a group whose total is the identity executes none.

    **Legality.** Atomics are relaxed, and lanes have no order among each other (3.3.9).
    Every order of the lanes' atomics is therefore correct, including the one in which
    they execute consecutively with no other access between them. Integers wrap around, so
    the order of combination does not matter. Sums of floats depend on it and stay; minima
    and maxima of floats are combined within a wave, as integers with the floats' order,
    which also distinguishes the zeros. The order within each lane is preserved: when the combined atomic executes, everything before the
    lane's atomic is complete and nothing after it has begun. In the form of the group,
    the two barriers guarantee this; they also order buffers (`all`) if the kernel
    accesses the location elsewhere. In a wave, the combination waits for all lanes, and
    reading the first lane's result waits for that lane. Other concurrent accesses to the
    location would be a race, except for other atomics: if a lane could distinguish the
    new order from theirs, the atomic stays. Waves may wait for each other only at
    barriers, so two more barriers cannot deadlock. Lane operations in the two parts see
    the same active lanes as before.

    The iterations of a lane may likewise execute their atomics consecutively. Atomics are
    relaxed, so other lanes need not see the lane's other operations in between, provided
    that the loop has no barrier of any kind, no other access to the location, no other
    atomic whose result is used, and no operation that could wait for another lane. The
    first loop repeats at most 32 operations: operations without effects that neither read
    other lanes nor are in a loop of their own, and loads of read-only buffers. It executes
    them without the conditions around the atomic, so operations under these conditions
    must be speculatable; loads under them keep the conditions, which may be their bounds
    checks.

    The form of the group requires proof that all waves meet: the control flow around the
    outermost divided condition is uniform for the group; no return before it is taken by
    only some lanes of the group (waves beyond X, which retire at entry, do not count);
    the condition contains no barrier, return or call; no loop is between it and the
    atomic; and the address is available outside it. The pass never executes an atomic
    that no lane would have executed: its address might be invalid. Without this proof,
    the pass uses the form of the wave, which only requires a uniform address.

    **Not transformed:** atomics at divergent addresses, exchange and compare-exchange,
    and, in groups of fewer than four waves, atomics that each wave already executes once,
    because two barriers cost more. Atomics on groupshared memory use the form of the wave
    only: combining across the group costs more than a groupshared atomic.

    Runs after `wave-fold-counts`, `wave-resolve-groupshared`, canonicalization and CSE,
    and before `wave-legalize-barriers`. Remarks report each change and why more was not
    possible.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"group", "group", "bool", /*default=*/"true",
           "Use one atomic per group if the number of waves is known">,
  ];
}

def ElideBarriers : WavePass<"wave-elide-barriers", "Accepted"> {
  let summary = "Removes or weakens barriers that order more than needed";
  let description = [{
    A barrier is needed for two accesses to one memory by different lanes, one before and
    one after it, at least one of which writes. "Before" means since the last barrier that
    orders this memory, on any path to this one, including earlier iterations of a loop;
    "after" likewise. Without such a pair the pass removes the barrier. It removes an
    unneeded half of `all`. If a group is one wave (`num_waves(1)`), a group barrier with
    sync that is needed becomes a wave barrier, because not every device runs the lanes of
    a wave in lockstep.

    ```mlir
    memref.store %v, %store[%lane]            memref.store %v, %store[%lane]
    wave.barrier all sync                     wave.barrier group sync
    %0 = memref.load %store[%other]     ->    %0 = memref.load %store[%other]
    wave.barrier group sync                   memref.store %0, %out[%i]
    memref.store %0, %out[%i]
    ```

    **Legality.** Programs can observe a barrier only through memory: waves guarantee no
    progress to each other elsewhere, and accesses that no barrier orders are a race.

    * The memories are groupshared arrays for `group`, and buffers and images for
      `device`. Two arguments never overlap if one of them is written. Atomics on one
      memory keep their order at every barrier with sync.
    * Lanes that access only their own elements need no barrier. For such accesses, the
      index is the same sum of multiples of the lane, wave or thread index and of
      group-uniform values, and different lanes have different elements. Elements at a
      constant nonzero distance, or in disjoint ranges, do not conflict either. Loads that
      are uniform for the group conflict with every write to the memory: later passes rely
      on their barriers to prove uniformity.
    * Other groups access buffers. The `device` half therefore stays if one side accesses
      a buffer or an image that the kernel writes and the other side executes an atomic:
      the atomic may signal another group, or may have received its signal. A load or
      a store of coherent memory counts as an atomic.
    * A barrier without sync is removed if nothing writes the memory that it orders, or if
      an adjacent barrier orders as much.
    * `dispatch_mesh` acts as a group barrier, which stays.

    The pass changes only barriers in control flow that is provably uniform for the group;
    later passes report others as errors or warnings. In kernels with divergent returns,
    accesses conflict whenever they use the same memory, and barriers do not become wave
    barriers. Kernels with `wave.check` are not changed.

    Runs after `wave-resolve-groupshared`, canonicalization and CSE, which make indices
    comparable, and before `wave-legalize-barriers`, which then has less to do.
  }];
  let options = [
    Option<"waveBarriers", "wave-barriers", "bool", /*default=*/"true",
           "The target has barriers of a wave">,
  ];
}

def SimplifyUniform : WavePass<"wave-simplify-uniform", "Accepted"> {
  let summary = "Replaces wave operations on uniform values by arithmetic";
  let description = [{
    Let x be uniform for the wave, and let n be the number of active lanes:
    `wave.count_bits(true)`, or `lane_count` if the whole wave is active. For a scan, n is
    the number of active lanes before this one: `wave.prefix_count_bits(true)` or
    `lane_index`.

    | operation | becomes |
    | --- | --- |
    | `any`, `all`, `quad_any`, `quad_all`, `read_first_lane`, `read_lane`, `quad_read_*` of x | x |
    | `reduce` of x by `min*`, `max*`, `and`, `or` | x |
    | `reduce add`, `prefix add` of an integer x | x n |
    | `reduce xor`, `prefix xor` of x | x (n & 1); 0 for a reduction in a whole wave |
    | `reduce mul`, `prefix mul` of 0, 1 or -1 | 1 or x, by n |
    | `prefix and`, `prefix or` of x | x, in the first lane the identity |
    | `cluster_reduce` of x by `min*`, `max*`, `and`, `or` | x |
    | `cluster_reduce` of x by another kind, in a whole wave | as of `reduce`; n is the smaller of the cluster size and `lane_count` |
    | `cluster_reduce` whose clusters hold every wave | `reduce` |
    | `all_equal` of x | true; of floats, whether x equals itself |
    | `match` of x | `ballot(true)` |
    | `multi_prefix*` with a mask that is x | `prefix*` |
    | `multi_prefix` of x | the same as of `prefix`, by `multi_prefix_count_bits(true)` |
    | `count_bits(p)`, `prefix_count_bits(p)` in a whole wave, p uniform for the wave | n or 0 |
    | `ballot(true)` in a whole wave of one size, `ballot(false)` | a constant |

    Vectors are handled elementwise. Counts are cheap on every device, and all operations
    on the same active lanes share one count. Counts and votes replace wider operations
    that they determine:

    * `reduce add` of `select c, x, 0` or of an extended boolean becomes x times
      `count_bits(c)`, and its scan x times `prefix_count_bits(c)`; `xor` likewise uses
      the lowest bit of the count. `or`, `and`, `maxui` and `minui` (and the signed kinds,
      for non-negative values) become a select by `any(c)` or `all(c)`.
    * `reduce` of an `i1` becomes `any`, `all` or the lowest bit of a count.
    * `count_bits(c)` becomes `any(c)` if it is only compared with 0, and `all(c)` if it
      is only compared with n.
    * The bit count of all words of `ballot(c)` that cover lanes becomes `count_bits(c)`.
      The other words are 0.

    ```mlir
    %s = wave.reduce add %x : i32           %n = wave.count_bits %true : i32
    %m = wave.reduce maxui %s : i32    ->   %s = arith.muli %x, %n : i32
    ```

    Finally, an operation with the operands of an earlier one is replaced by the earlier
    one if the same lanes executed it: in the same block, or in an enclosing block if only
    wave-uniform conditions and loops are between them. Any operation may be in between,
    including stores, atomics and barriers, but not a divergent return: nothing else
    changes the active lanes.

    **Legality.** The uniformity analysis proves that operands are uniform for the wave.
    They are then the same in all lanes that are active at their definition, and therefore
    in the active lanes of the operation, which are the same or fewer. A comparison with
    another lane's value is not such a proof: in a branch on `x == read_first_lane(x)` the
    read stays. Integers wrap around, so a sum of n equal values is a product. A
    `read_lane` of an inactive lane is undefined, and so are quad operations with an
    inactive lane in the quad and masks that `match` did not compute. The whole wave is
    known to be active in wave-uniform control flow without an earlier divergent return,
    but never in kernels with `num_threads`, whose last wave may be partial.

    **Not transformed:** float sums and products, uniform or not, because regrouping
    changes their rounding. `match` of floats stays, except of constants and of converted
    integers, because a NaN matches only its own lane. The pass does not compute powers of
    integers, and does not add a count that would only replace a single ballot or bit
    count.

    Runs after `wave-fold-counts` and before `wave-legalize-barriers`. `wave-fold-counts`
    and the analysis handle `num_waves(1)`, where nothing differs between waves.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def HoistUniform : WavePass<"wave-hoist-uniform", "Accepted"> {
  let summary = "Moves wave operations out of wave-uniform loops";
  let description = [{
    A reduction, scan, vote, ballot, count or lane read whose operands do not change in a
    loop has the same result in each iteration if the same lanes execute each iteration.
    The pass moves it before the loop, together with the arithmetic that depends only on
    values outside, and out of as many nested loops as possible.

    ```mlir
    scf.for %i = %a to %b step %c : i32 {
      %s = wave.reduce add %x : i32            %s = wave.reduce add %x : i32
      memref.store %s, %out[%i] ...       ->   scf.for %i = %a to %b step %c : i32 {
    }                                            memref.store %s, %out[%i] ...
    ```

    **Legality.** In each iteration, the lanes that are active at the operation must be
    those that are active before the loop: the bounds or the condition are uniform for the
    wave, all conditions between the loop and the operation are as well, and no lane
    returns inside unless all active lanes of its wave do. Operations stay in a loop that
    lanes leave in different iterations, through its condition or through the flag of a
    `break`.

    The loop may have no iterations, and the conditions may never hold. Executing the
    operation is then useless but harmless for reductions, scans, votes, ballots, counts,
    `all_equal`, `match`, `is_first_lane` and `read_first_lane`, which are always defined.
    `read_lane`, quad operations, and scans of partitions are undefined for some operands.
    They leave a loop only if its first iteration always executes them: the number of
    iterations is a constant greater than 0, or they are in the region of an `scf.while`
    that computes its condition, and no condition inside the loop guards them. The same
    holds for loads that a moved operation needs: they leave the loop only if they are
    always executed, and if no operation in the kernel writes the buffer or image at any
    address. An out-of-bounds access is harmless only where it is checked.

    **Not transformed:** arithmetic that no moved operation needs, which the target's
    compiler handles, and operations whose operands or active lanes change in the loop.

    Runs after `wave-simplify-uniform`, and before `wave-legalize-barriers`.
  }];
}

def BroadcastUniformLoads : WavePass<"wave-broadcast-uniform-loads", "Accepted"> {
  let summary = "Replaces uniform loads in a loop by one load in each lane";
  let description = [{
    In each iteration of an `scf.for`, all lanes of a wave load the same element. With
    this pass, each lane loads the element of a different iteration, and the wave then
    reads the lanes one after the other. A wave of N lanes executes one load for N
    iterations.

    ```mlir
    %sum = scf.for unsigned %i = %start to %end step %one iter_args(%s = %zero) {
      %light = memref.load %lights[%i]
      %next = arith.addf %s, %light
      scf.yield %next
    }
    // becomes, with iterations numbered from 0 to %trips
    %sum = scf.for unsigned %first = 0 to %trips step %lane_count iter_args(%s = %zero) {
      %rest = min(%trips - %first, %lane_count)
      %own = %start + %first + min(%lane_index, %rest - 1)
      %lights_of_lanes = memref.load %lights[%own]
      %piece = scf.for %lane = 0 to %rest step 1 iter_args(%t = %s) {
        %light = wave.read_lane %lights_of_lanes, %lane
        %next = arith.addf %t, %light
        scf.yield %next
      }
      scf.yield %piece
    }
    ```

    The address may depend on other such loads (`lights[indices[i]]`), on loop invariants,
    and on the induction variable through operations without effects: each lane executes
    this slice once, for its own iteration. The rest of the body stays as it is and in
    order, so the results are bitwise identical. The number of iterations and the step are
    arbitrary, as are the types of the induction variable and of the element; vectors,
    buffers and images are supported. Iterations are counted without overflow.

    Loads under conditions inside the body are included if each condition is uniform for
    the wave and a lane can compute it for any iteration: from the index of the iteration,
    from values that are uniform for the wave, and from loads of memory that no lane
    writes. Each lane then loads if the conditions hold in its own iteration, and the wave
    reads the lanes where the body used the loads.

    ```mlir
    scf.if %holds(%i) { %light = memref.load %lights[%i] }
    // becomes, before the inner loop and in it
    %lights_of_lanes = scf.if %holds(%own) { memref.load %lights[%own] } else { 0 }
    scf.if %holds(%i) { %light = wave.read_lane %lights_of_lanes, %lane }
    ```

    If the wave may have inactive lanes (`num_threads`, divergent control flow, an earlier
    return), the pass emits both forms of the loop, and the wave takes the new one if
    `count_bits(true) == lane_count`. The same test covers bounds and addresses that may
    be uniform for the wave but are not proved to be (a value from memory, a quotient of a
    lane index), by `all_equal`; after the test they are read from the first lane, which
    makes them uniform.

    **Legality.** Lanes are read only where all lanes are active, and they stay active:
    the bounds are uniform for the wave, and no lane returns in the loop. Iterations are
    clamped to existing ones, so each lane executes only loads that it also executed
    before, and no load is speculative. All lanes agree on each condition, so the lane
    that is read executed its load under the same condition. Nothing in the loop writes
    the loaded memory. Concurrent writes by other waves are a race unless a barrier or an
    atomic orders them: the pass does not change loops with a barrier, nor loads from
    memory that the kernel writes in loops with an atomic. All lanes of the wave take the
    same form of the loop, so operations across lanes in the body see the same lanes as
    before.

    **Not transformed:** loads whose address depends on a loop-carried value; loads under
    any other condition inside the body; loads from groupshared memory, where a load at
    one address is one access already (addresses may depend on them); loops with a return,
    or with fewer than four known iterations; loops that decide whether a barrier is
    reached, because values read from a lane are not known to be uniform for the group;
    and a loop around another one that has two forms.

    No optimization level enables this pass: it is slower on targets that load uniform
    values once by themselves, such as CPUs and some GPUs. It runs after counts are folded
    and before `wave-legalize-barriers`.

    Source: the article "WaveLane".
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def Specialize : WavePass<"wave-specialize", "Accepted"> {
  let summary = "Specializes code between barriers for sets of waves";
  let description = [{
    If branches on `group_wave_index` give the waves of a group different work, the code
    between two barriers becomes one chain of conditions, with a folded copy for each set
    of waves that take the same branches.

    ```mlir
    scf.if %wave == 0 { A }             scf.if %wave == 0 { A; B; C }
    B                                   else { B; scf.if %wave < 3 { D } }
    scf.if %wave == 0 { C }       ->    wave.barrier group sync
    scf.if %wave is 1 or 2 { D }
    wave.barrier group sync
    ```

    1. *Partition.* Barriers, and other operations that must not be copied, divide the
    kernel into stretches. In each stretch the pass finds the decisions, which depend on
    the wave index alone: each `scf.if` whose condition is computed from
    `group_wave_index` and constants. Waves with the same outcomes form a set. Code before
    the first decision of a stretch and after its last one stays; pure operations in
    between that depend on no decision move before the first one and need no copy.
    2. *Clone.* The sets form a chain. Sets that a single comparison (`== k`, `!= k`, `<
    k`, `>= k`) separates from the remaining sets are first; the last set needs no
    comparison. Values that are used after the chain become its results; sets whose waves
    do not reach the use yield 0.
    3. *Fold.* In each copy, and in each branch on the index, values that all waves there
    determine become constants: the index itself if there is one wave, otherwise values
    that are the same for all of them. Decided branches are removed, and so are stores to
    groupshared elements that no load and no atomic in the kernel can read.
    4. *Sink.* Operations that are used in only one branch on the index move into it, so
    that the other waves do not execute them: arithmetic, lane operations, loads with no
    write after them, and loops and conditions of these.

    A branch on the index is an ordinary branch in the IR, without a marker. Python's
    `with wd.waves(1, 3):` emits one.

    **Profitability.** An operation costs 1, multiplied by the number of iterations of
    loops around it, or by 8 if the number is unknown. The pass copies a stretch if, over
    all waves of the group, it saves more decisions and other operations than the chain
    has comparisons, and if the operations that it adds stay within `max-growth` for the
    whole kernel. Otherwise it merges the two sets with the most similar decisions, until
    the stretch fits. A stretch with a single decision gains nothing and stays.

    **Legality.** A wave runs exactly one of the copies, with all its lanes that reached
    the stretch: the conditions of the chain depend on the wave index, which is uniform
    for the wave. Lane operations therefore see the same lanes as before, and quads stay
    whole. Each operation is executed by the same lanes as before, equally often and in
    the same order; only pure operations are executed additionally. Between two barriers,
    atomics and stores of different waves have no order. An operation that moves into a
    branch is executed by fewer waves, by all of their active lanes, with no return
    between its old and its new position.

    * Barriers of any kind, `dispatch_mesh`, `assume_uniform`, and a return in the block
      itself divide stretches. A condition or loop that contains one of the first three is
      never copied; its body has stretches of its own.
    * Computations that decide whether or how often a barrier is reached, or how many mesh
      groups are launched, stay outside of copies, where they are uniform for the group.
    * A condition or loop around a barrier that depends on the set of waves is left
      unchanged with its contents, and a remark reports it.
    * A store is removed only if the size of the array, all elements that are read from
      it, and the stored element of each wave that reaches the store are known.
    * Under `num_threads` the number of waves is unknown: comparisons of the index with
      constants determine the sets, and the last set contains all further waves.

    Runs last among the optimizations, so that the others process the code once, and
    before `wave-legalize-barriers`. It only affects stretches with several branches.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"maxGrowth", "max-growth", "unsigned", /*default=*/"50",
           "The limit of growth of a kernel, in percent of its operations">,
  ];
}

def PipelineWaves : WavePass<"wave-pipeline-waves", "Sized"> {
  let summary = "Lets a wave of its own load tiles through a pipe";
  let description = [{
    A loop brings a tile to groupshared memory, the group meets, the waves compute with
    the tile, and the group meets again. The pass adds a wave to the group. It loads the
    tiles, up to S of them ahead, and a `wave.pipe` of S stages replaces the barriers. The
    waves of the program only compute.

    ```mlir
    // num_waves(4)                          // num_waves(5), wave.extra_waves = 1
                                             %pipe = wave.pipe stages S producers [4] consumers [0, 1, 2, 3]
                                             scf.if %wave < 4 {
    scf.for %t = %c0 to %n step %c1 {          scf.for %t = %c0 to %n step %c1 {
      load %src, store %tile[%i]                 %s = wave.pipe_wait %pipe
      wave.barrier group sync
      compute with %tile[%j]           ->        compute with %tile[%s * length + %j]
      wave.barrier group sync                    wave.pipe_release %pipe
    }                                          }
    store the result                           store the result
                                             } else {
                                               scf.for %t = %c0 to %n step %c1 {
                                                 %s = wave.pipe_acquire %pipe
                                                 load %src, store %tile[%s * length + %i]
                                                 wave.pipe_commit %pipe
                                               }
                                             }
    ```

    The program does not see the new wave: the number of waves, wave indices and sizes of
    arrays stay. Only the launch has one wave more (`wave.extra_waves`). If all waves
    load, each with its wave index, the new wave executes the loading once for each index:
    up to 16 times side by side, so that their loads are in flight together, otherwise in
    a loop. It executes what does not depend on the index once. A kernel has one pipe for
    all of its loops.

    **Legality.** Each reason for which a loop gets no pipe has a name, and a remark with
    this name and the place. `wavedialect explain no-pipe` says what to change.

    * `loop`, `barriers`, `one-barrier`, `uniform`: the loop counts its iterations, all
      waves of the group execute the same ones, and they meet twice in each, in the body
      itself: after the loading, and after the computation. A `break` leaves the number of
      iterations open, and a `continue` lets iterations skip the barriers. A loop whose
      tile index alternates by hand, with one barrier, is left unchanged.
    * `no-tile`, `accesses`: the arrays that the loop stores to, by stores or asynchronous
      copies, are its tiles. Only the loading stores to tiles, only the computation reads
      them, and nothing accesses them outside of such loops.
    * `iterations`: each iteration stores to the same elements: no index of a store
      depends on the iteration, and a condition around it only if its other branch stores
      to the same element on all of its paths. So each element that the
      computation reads was stored in this iteration, or never. Loops that share a tile
      store to the same elements.
    * `source`, `depends`, `mixed`: what the loading computes depends only on arguments,
      on indices and on memory that the kernel never writes, not on what the waves
      compute, and the statement that stores has no other effect. The new wave can
      therefore do it earlier, and in the place of another wave: it has all lanes, and
      takes the same branches with them.
    * `wave-values`: values that loops carry for the loading, and bounds and conditions
      around it, do not depend on the wave index.
    * `other-memory`: the loop accesses no coherent memory and, if its barriers order
      buffers, no buffer that the kernel writes. If the kernel uses other groupshared
      arrays, or its barriers order buffers that it writes, one barrier before the loop
      orders those accesses, and one after the loop if the loop reads such arrays.
    * `early-return`: no lane returns before or in the loop, and none after it if the
      group meets elsewhere.
    * `values`: all waves, including the new one, meet at the other barriers of the group.
      Values that are needed after such a barrier are numbers or vectors; the new wave
      passes on zeros.
    * `target`, `waves`, `pipes`, `memory`: the target has pipes, the kernel is a compute
      kernel that is launched in waves and has no pipes, and the new wave and two stages
      are within the limits of a group.

    **Profitability** (`cost`). An operation costs 1, multiplied by the iterations of loops
    around it, or by 8 if the number is unknown. Without the pipe an iteration takes the
    loading by a wave's share, the computation, and 200 for the latency of memory. With
    the pipe it takes the longer one of the loading by the new wave and the computation.
    The pass runs if that is shorter for one of the loops, or with `force`. It chooses so
    many stages that the new wave begins a load 200 operations before its values are
    needed, from 2 to 4, or fewer if the limit of groupshared memory of the group is
    smaller; the remark says so. `stages` sets the number.

    Runs before `wave-broadcast-uniform-loads` and `wave-elide-barriers`: steps of pipes keep
    the other passes from moving accesses, and these see the barriers that stay. Not in
    instrumented compiles: the checker, counts and traces are about the program's waves.

    Source: Tawa (arXiv 2510.14719), which does this for programs on tiles.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"stages", "stages", "unsigned", /*default=*/"0",
           "The stages of the pipe, at most 16; 0: as many as the cost model chooses">,
    Option<"force", "force", "bool", /*default=*/"false",
           "Make a pipe even if the cost model expects no gain">,
    Option<"hasPipes", "has-pipes", "bool", /*default=*/"true",
           "Whether the target supports pipes; if not, a remark says so">,
  ];
}

def CoarsenGroups : WavePass<"wave-coarsen-groups", "Sized"> {
  let summary = "Lets one group do the work of several";
  let description = [{
    A launched group runs `factor` groups of the program that are neighbors along
    `dimension`, each with the index that it had. The loads of all of them are in flight
    before the first value is needed, and they share barriers, address arithmetic and
    uniform loads.

    ```mlir
    %g = wave.group_id x : i32            // wave.coarsening = array<i32: 2, 1, 1>
                                          %g = wave.group_id x : i32
                                          %first = arith.muli %g, %c2
                                          %count = wave.group_count x : i32
                                          %left = arith.subi %count, %first
                                          scf.if %left >= %c2 {
    %i = f(%g)                              %i0 = f(%first), %i1 = f(%first + 1)
    %v = memref.load %in[%i]                %v0 = memref.load %in[%i0]
                                            %v1 = memref.load %in[%i1]
    memref.store %v, %out[%i]      ->       memref.store %v0, %out[%i0]
                                            memref.store %v1, %out[%i1]
                                          } else {
                                            scf.for %k = 0 to %left { … for %first + %k }
                                          }
    ```

    `wave.group_count` stays the number of groups of the program. The host launches
    ceil(count / factor) groups and passes the count: the manifest has `coarsening` and a
    constant with the role `group_count`. If the count is no multiple of the factor, the
    last launched group runs its groups one after the other.

    With `least-launched`, the host may also launch the groups of the program: as many
    are launched as there are (`gpu.grid_dim`), and each does its own work. The manifest
    has `coarsening_least`, the least number of groups of the program for which a host
    launches fewer.

    * An operation is executed once for all groups if it has no effects and none of its
      operands depends on the group's index, on memory that the kernel writes, or on
      what was loaded from arrays.
    * Conditions and loops that are the same for all groups are executed once, with the
      work of all groups inside. If groups differ in a condition, their loads or barriers
      are merged where it holds for all of them; otherwise, and for loops in which groups
      differ, one group follows the other.
    * A barrier serves all groups. Each group has its own groupshared and local arrays.
    * Atomics of integers on the same element become one for all groups, after
      `wave-aggregate-atomics` has made one of those of a group. Groups that have nothing
      to add, because their condition does not hold, add the identity. If only the atomic
      uses the group's total, each lane first combines its values of all groups. The
      reduction of the wave, the array with the totals of the waves, and the atomic are
      then executed once.
    * Other operations across lanes stay apart: every target executes those of a vector
      for each component. Packed groups have one for all that share a wave.

    **Groups in turn.** A kernel appends if its lanes use the result of an atomic on an
    element that all groups share. The groups of such a kernel run in a loop.
    `wave-aggregate-atomics` then moves the atomic out of the loop: one atomic serves all
    groups, and the lanes of a wave still append neighboring elements. The kernel must

    * have one such atomic, outside of its loops;
    * have no barriers, groupshared arrays and early returns;
    * have one wave, or four or more (if it states threads, in waves of the size nearest
      to 32);
    * allow computing twice what a lane adds, and whether it does: in few operations, from
      memory that the kernel does not write, without local arrays and other lanes.

    A trip without a group reads what the last group reads, and has no effects. A group
    alone would take the trips of all, so `least-launched` has no effect. The pipeline
    runs the pass twice: with `in-turn` before `wave-aggregate-atomics`, for these
    kernels, and later for the others. Users need not give `in-turn`.

    ```mlir
                                          scf.for %k = 0 to %factor {
    %i = f(%g)                              %i = f(%first + min(%k, %left - 1))
    %v = memref.load %in[%i]                %v = memref.load %in[%i]
    scf.if p(%v) {                 ->       scf.if %k < %left {
      %o = wave.atomic_rmw add …              scf.if p(%v) { %o = wave.atomic_rmw add …
      memref.store %v, %out[%o]                              memref.store %v, %out[%o] }
    }                                     } }
    ```

    **Packed groups.** A wave whose lanes access short rows, such as the 8 elements of a
    row of a tile, reads less than a transaction of the memory with each of them. Merged
    groups then share the wave: with `cluster` lanes for a group, a wave of 32 lanes runs
    32 / `cluster` groups, and rows of neighbors become one access. A lane does the work
    of as many lanes of its group, one in each copy of an operation.

    ```mlir
                                          // Four groups in clusters of 8 lanes.
                                          %c = arith.divui %lane, %c8
                                          %p = arith.remui %lane, %c8
    %i = f(%g, %lane)                     %i0 = f(%first + %c, %p)
                                          %i1 = f(%first + %c, %p + 8), …
    %v = memref.load %in[%i]       ->     %v0 = memref.load %in[%i0], …
    %m = wave.reduce minui %v             %v01 = arith.minui %v0, %v1, …
                                          %m = wave.cluster_reduce minui 8 %v0123
    ```

    With `cluster=0`, groups are packed if each access to a buffer whose index differs
    between lanes has rows of the same length, shorter than 128 bytes, and if the row of
    the next group follows. Lanes and groups are sampled for that, with 4096 for what the
    launch passes. The kernel must state its number of waves. Its operations across lanes
    may be `wave.reduce`, except sums and products of floats, `wave.any`, `wave.all`,
    `wave.count_bits`, `wave.is_first_lane` and `wave.read_first_lane`, where all lanes of
    the group come to them. Otherwise groups do not share a wave, and a remark says why.
    The code packs groups in waves of 32 lanes, or of the kernel's wave size nearest to
    32. In waves of another size, a wave runs one group.

    **Legality.** Groups are independent: each one may run at any time, so they may
    also run together. Each group executes its accesses in the same order as before,
    and barriers order at least as much. Operations across lanes are merged only where
    the same lanes reach them; a condition in which groups differ is tested for a
    whole wave if its branch has such operations. The pass leaves a kernel unchanged,
    with a remark, if it is no compute kernel (`stage`), has pipes or barriers of sets
    of waves (`pipes`), accesses coherent memory (`coherent`), has a loop that ends
    when memory changes and may thus wait for another group (`waiting`), computes with
    matrices (`matrices`), prints or checks (`records`), returns early
    (`early-return`, not in the pipeline, where `wave-legalize-barriers` has removed
    such returns), or if the arrays of two groups exceed groupshared memory
    (`memory`); and without a remark if the pass has changed it before. If they have
    room for fewer groups than `factor`, it takes fewer.

    **Cost model.** With `factor=0` the pass chooses a power of two. The work of a group
    is the larger one of the bytes that it accesses in buffers and of its instructions,
    at four bytes an instruction of a wave; loops count with their iterations, and
    conditions with the lanes that they leave. What is done once for all groups does not
    count. A launched group should do 1 KiB of work for each of its waves, or 4 KiB if it
    executes an atomic on an element of all groups (`work`). A group of fewer than eight
    waves should do as much as one of eight. The pass merges no more than 16 groups (`most`), 8 KiB
    of groupshared memory (`memory`), 4096 operations (`code`) and 97 registers, or 160 if
    groups are packed (`registers`); groups in turn no more than 64 KiB of work. A kernel
    stays as it is if that is less than two groups, if the iterations of a loop are not
    known (`loop`), or if groups do not differ along `dimension` (`index`).

    Runs after `wave-legalize-barriers`, which removes early returns, and before
    `wave-pack-groupshared`. Not in instrumented compiles: the checker, counts and traces
    are about the groups of the program.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"factor", "factor", "unsigned", /*default=*/"4",
           "The groups of the program that a launched group runs, from 1 to 16; 0: "
           "as many as the cost model chooses">,
    Option<"dimension", "dimension", "std::string", /*default=*/"\"x\"",
           "The dimension along which they are neighbors: x, y or z">,
    Option<"cluster", "cluster", "unsigned", /*default=*/"0",
           "The lanes that run a group, a power of two from 2 to 128: groups share "
           "waves with more lanes; 0: chosen from the accesses">,
    Option<"leastLaunched", "least-launched", "unsigned", /*default=*/"0",
           "If fewer groups than these would be launched, the host launches the "
           "groups of the program, and each does its own work">,
    Option<"countsLaunched", "counts-launched", "bool", /*default=*/"true",
           "The target knows how many groups are launched; otherwise "
           "`least-launched` has no effect">,
    Option<"inTurn", "in-turn", "bool", /*default=*/"false",
           "Only kernels that append; their groups run one after the other. The pipeline "
           "sets it">,
  ];
}

def PackGroupshared : WavePass<"wave-pack-groupshared", "Sized"> {
  let summary = "Overlaps groupshared arrays with disjoint lifetimes";
  let description = [{
    Shorter arrays reuse elements of the longest array if they are never needed at the
    same time, so that more groups fit on a processor.

    ```mlir
    %a = wave.groupshared : memref<64xi32, …>     %a = wave.groupshared : memref<64xi32, …>
    %b = wave.groupshared : memref<32xf32, …>
    memref.store %v, %a[%i]                       memref.store %v, %a[%i]
    wave.barrier group sync                       wave.barrier group sync
    %0 = memref.load %a[%j]                 ->    %0 = memref.load %a[%j]
    wave.barrier group sync                       wave.barrier group sync
                                                  %1 = arith.bitcast %f : f32 to i32
    memref.store %f, %b[%i]                       memref.store %1, %a[%i]
    ```

    **Legality.** Two arrays keep separate memory if, on any path through the kernel,

    * one is accessed after the other without a barrier in between at which all waves of
      the group meet and which orders groupshared memory: another wave might still access
      the first. The barrier must be in control flow that is provably uniform for the
      group. The same holds if they are accessed on the two sides of a branch that waves
      may take differently.
    * one is accessed while the other is live, that is, accessed both before and after,
      including in an earlier or later iteration of a loop. Two arrays of one loop
      therefore keep separate memory.

    Otherwise all waves have met between the accesses to one array and the accesses to the
    other, and no live contents are overwritten. The contents of an array start undefined.
    An array reuses memory of arrays with its element type. If both types have 32 bits and
    no atomic accesses the array, it also reuses memory of arrays with another type, and its
    values are stored as bit patterns. The payload of `dispatch_mesh` does not share memory.

    Runs after `wave-elide-barriers` and `wave-legalize-barriers`, and before the
    `wave-resolve-groupshared` that adds up sizes. The limit applies to the kernel as
    written: exceeding it is an error at every level.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PromoteGroupshared : WavePass<"wave-promote-groupshared", "Accepted"> {
  let summary = "Keeps groupshared arrays in registers";
  let description = [{
    Values and reads of other lanes replace an array. Its barriers then order nothing and
    are removed as well. Control flow that contains stores to the array carries the
    values.

    * *The lane's own elements.* All stores, and most loads, use an index that differs
      between all lanes of the group: the array becomes a value in each lane. In a group
      of one wave (`num_waves(1)`), if that index is the lane index, a load of any element
      becomes a `wave.read_lane` of that lane's value, provided that the whole wave is
      active at the load or at an `scf.if` around it.
    * *Elements of the wave*, in a group of one wave, at constant indices. Either the
      whole wave stores, or an `scf.if` selects one storing lane, by its index or as the
      first lane, among all lanes. The element becomes a value that is uniform for the
      wave.

    ```mlir
    memref.store %v, %store[%lane]
    wave.barrier wave sync                  ->   %0 = wave.read_lane %v, %other : i32
    %0 = memref.load %store[%other]
    ```

    **Legality.** A load without a race sees the last preceding store to its element.
    Control flow determines that store, or merges the values of several. Where the whole
    wave is active, each lane has a value; control flow in which only some lanes are
    active yields the stored values as results. Elements without a store are undefined and
    become 0. The lane index of a read is taken modulo the wave size, because other
    elements were never stored. After divergent returns the whole wave is no longer known
    to be active, so only own elements are promoted there.

    **Not transformed:** arrays that atomics, vector accesses or `dispatch_mesh` use, and
    arrays with more than 16 elements of the wave.

    Runs before `wave-elide-barriers`, after canonicalization and CSE.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def FoldRanges : WavePass<"wave-fold-ranges", "Accepted"> {
  let summary = "Folds operations by the ranges of integers";
  let description = [{
    If the ranges of the operands leave only one possible result, that constant replaces
    the operation; a remainder that changes nothing is replaced by its operand. Operations
    infer their ranges as for upstream's `int-range-optimizations`. A value that a loop
    carries, and that still changes after a few iterations, may be any number.

    ```mlir
    %lane = wave.lane_index : i32
    %below = arith.cmpi ult, %lane, %c128 : i32    ->   %below = arith.constant true
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FoldTrips : WavePass<"wave-fold-trips", "Accepted"> {
  let summary = "Folds loops with one iteration or none";
  let description = [{
    A loop with constant bounds is replaced by its initial values if it has no iterations,
    and by its body if it has one. A loop whose iterations only pass on values from before
    the loop is replaced by these values. Iterations are counted in more bits than the
    bounds have: the canonicalization of `scf.for` computes their difference as a signed
    integer of the same width and therefore deletes a loop from -2000000000 to 2000000000.
    The pipelines disable that canonicalization.

    ```mlir
    scf.for %i = %c0 to %c4 step %c8 : i32 {         memref.store %x, %out[%c0]
      memref.store %x, %out[%i]                ->
    }
    ```
  }];
}

#endif // WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD
