//===- OptimizerPasses.td - Passes that make kernels faster ---*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without these a kernel means the same and runs slower: docs/optimizer.md,
// docs/specialize.md. Passes.td has the others.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD
#define WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD

include "WaveDialect/Transforms/WavePass.td"

def AggregateAtomics : WavePass<"wave-aggregate-atomics", "Accepted"> {
  let summary = "Replaces atomics of all lanes by one per wave or group";
  let description = [{
    The lanes of a wave that do a `wave.atomic_rmw` together, at an address that is the
    same for the wave, combine their operands first, and the first of them does one
    atomic for all. What each of them gets is computed from what that one finds and
    from what the lanes before it bring.

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

    Without a use of the result there is the total, and the atomic under the condition.
    An operand that is the same for the wave, or that in some lanes and the identity
    (0 for `add`) in the others, is not reduced but its lanes are counted. Where lanes
    get the minimum or maximum from before, one that brings the extreme counts as the
    first: it gets what memory held, and all others what it left.

    Under `num_waves(X)`, X at least 2, with a buffer's address that is the same for the
    group, there is one atomic for the group. The outermost condition around it that
    lanes of the group decide differently is divided: what it does before the atomic,
    what it does after it, and between them, where all waves meet, the sequence of the
    group. Values of the first part that the second needs leave it as results.

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

    The lanes of a group get their numbers in the order of the waves and, in a wave, of
    the lanes, so that what an append writes is one block a group, always the same. Up
    to 16 waves read all totals one after the other; more give each lane its share.
    Without a use of the result the second barrier is only there in loops and where the
    kernel accesses the place elsewhere. A return in the kernel's own block, before
    which all of the group's lanes may be there and behind which they may not, becomes
    a condition around the rest, if that makes the form of the group possible.

    In an `scf.for`, at an address that the loop does not change, there is one atomic for
    all trips. Without a use of the result what the trips bring is combined, and the
    atomic stands behind the loop. With one, of `add`, a first loop computes what all
    trips bring, the atomic stands behind that, and each trip of the loop itself takes its
    share: trip by trip where the wave goes through the loop together, else lane by lane.

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

    There is exactly one atomic for each wave, or group, that has a lane which gets
    there; where the result has no use, a group has none whose total is the identity.

    Why it may: atomics are relaxed, and lanes have no order among each other (3.3.9),
    so any order of the lanes' atomics is right, and that of one after the other with
    nobody between is among them. Integers wrap around, so all orders of a combination
    are equal; there are no atomics of floats. Each lane keeps its own order: what it
    did before the atomic is done, and what it does after it is not begun, when the one
    of all is. For the group this is what the two barriers see to, which order buffers
    as well (`all`) where the kernel accesses the place elsewhere; in a wave the
    combination waits for all lanes, and reading what the first lane found for that
    lane. Other accesses of the place at that time would be a race, but for other
    atomics: where a lane could tell their order from ours, the atomic stays. Nobody may
    wait for another wave but at barriers, so to wait at two more harms nobody. Lane
    operations in the two parts see the lanes that they saw before.

    The trips of a lane are in its order as well, one atomic after the other with nobody
    between. Atomics are relaxed, so what the lane does between them need not be seen
    between them: the loop has no barrier of any kind, no other access of the place, no
    other atomic whose result is used, and nothing that could wait for another lane. What
    is computed twice is at most 32 operations without effects, across no lanes, in no
    loop of its own, and loads of read-only buffers, which give 0 where they are out of
    bounds; what stands under the conditions around the atomic may be executed without
    them.

    The form of the group needs proof that all waves meet: control flow around the
    outermost divided condition that is the same for the group, no return before it
    that only some of the group take (waves beyond X, which retire at entry, have no
    part), no barrier, return or call in the condition, no loop between it and the
    atomic, an address that is known outside. No atomic is made where no lane had one:
    that address may be nobody's. Else there is the form of the wave, which needs no
    proof but that of the address.

    Not touched: atomics at addresses that lanes decide, exchange and compare-exchange,
    atomics of which a wave does one already, if the group has fewer than four waves: to
    meet twice costs more. Groupshared memory has the form of the
    wave alone: the sequence of the group costs more than an atomic there.

    Runs after `wave-fold-counts`, `wave-resolve-groupshared`, canonicalization and CSE
    and before `wave-legalize-barriers`. Remarks say what was done, and why not more.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"group", "group", "bool", /*default=*/"true",
           "Use one atomic per group if the number of waves is known">,
  ];
}

def ElideBarriers : WavePass<"wave-elide-barriers", "Accepted"> {
  let summary = "Removes or weakens barriers that order too much";
  let description = [{
    A barrier is there for accesses of one memory by different lanes, one before and
    one after it, of which one at least is a write. Before it means: since the last
    barrier that orders this memory, on any way there, an earlier trip of a loop
    included; after it likewise. Where there is no such pair the barrier goes. Of
    `all` the half goes that is for nothing. Where a group is one wave
    (`num_waves(1)`), a barrier of the group with sync that has to stay becomes one of
    the wave, because lanes of a wave are not in lockstep on every machine.

    ```mlir
    memref.store %v, %store[%lane]            memref.store %v, %store[%lane]
    wave.barrier all sync                     wave.barrier group sync
    %0 = memref.load %store[%other]     ->    %0 = memref.load %store[%other]
    wave.barrier group sync                   memref.store %0, %out[%i]
    memref.store %0, %out[%i]
    ```

    Why it may: nobody may rely on a barrier but through memory, because waves make no
    progress for each other elsewhere, and accesses that no barrier orders are a race.

    * The memories are groupshared arrays for `group`, buffers and images for
      `device`. Two arguments never overlap where one of them is written. Atomics of
      one memory keep their order at every barrier with sync.
    * Lanes that access their own elements need none: the index is the same sum of
      multiples of the lane's, the wave's or the thread's number and of values of the
      group, and gives different elements in different lanes. Elements that are apart
      by a constant, or lie in ranges that do not meet, are no conflict either. Loads
      that are the same for the group conflict with every write of the memory: by its
      barriers later passes see that they are.
    * Other groups see buffers. So the `device` half stays where a buffer or an image
      that the kernel writes is accessed on one side and an atomic done on the other:
      that may tell another group of it, or have told this one.
    * A barrier without sync goes where nothing writes the memory that it orders, or
      where another one that orders as much is beside it.
    * `dispatch_mesh` is a barrier of the group, which stays.

    Only barriers in control flow that is proved to be the same for the group are
    touched: others are errors, or warnings, that later passes report. With lanes that
    return alone accesses are told apart by memory only, and barriers do not become
    those of the wave. A kernel that holds `wave.check` is left as it is.

    Runs before `wave-legalize-barriers`, which has less to do then, and after
    `wave-resolve-groupshared`, canonicalization and CSE, which make indices alike.
  }];
  let options = [
    Option<"waveBarriers", "wave-barriers", "bool", /*default=*/"true",
           "The target has barriers of a wave">,
  ];
}

def SimplifyUniform : WavePass<"wave-simplify-uniform", "Accepted"> {
  let summary = "Replaces wave operations on uniform values by arithmetic";
  let description = [{
    Let x be the same for the wave, and n the number of active lanes:
    `wave.count_bits(true)`, or `lane_count` where the whole wave is active; for a
    scan the number of active lanes before this one, `wave.prefix_count_bits(true)`
    or `lane_index`.

    | operation | becomes |
    | --- | --- |
    | `any`, `all`, `quad_any`, `quad_all`, `read_first_lane`, `read_lane`, `quad_read_*` of x | x |
    | `reduce` of x by `min*`, `max*`, `and`, `or` | x |
    | `reduce add`, `prefix add` of an integer x | x n |
    | `reduce xor`, `prefix xor` of x | x (n & 1); 0 for a reduction in a whole wave |
    | `reduce mul`, `prefix mul` of 0, 1 or -1 | 1 or x, by n |
    | `prefix and`, `prefix or` of x | x, in the first lane the identity |
    | `all_equal` of x | true; of floats, whether x equals itself |
    | `match` of x | `ballot(true)` |
    | `multi_prefix*` with a mask that is x | `prefix*` |
    | `multi_prefix` of x | the same as of `prefix`, by `multi_prefix_count_bits(true)` |
    | `count_bits(p)`, `prefix_count_bits(p)` in a whole wave, p the same for the wave | n or 0 |
    | `ballot(true)` in a whole wave of one size, `ballot(false)` | a constant |

    Vectors are taken elementwise. Counts are cheap on every machine, and all
    operations in lanes that are the same share one. Where counts and votes say it,
    they take the place of wider operations:

    * `reduce add` of `select c, x, 0` or of an extended boolean becomes x times
      `count_bits(c)`, its scan x times `prefix_count_bits(c)`; `xor` the same with
      the lowest bit; `or`, `and`, `maxui`, `minui` (of what is not negative also the
      signed ones) select by `any(c)` or `all(c)`.
    * `reduce` of an `i1` becomes `any`, `all` or the lowest bit of a count.
    * `count_bits(c)` that is only compared with 0 becomes `any(c)`, only with n
      `all(c)`.
    * The sum of the bits of `ballot(c)`, in all words that hold lanes, is
      `count_bits(c)`. Words that hold none are 0.

    ```mlir
    %s = wave.reduce add %x : i32           %n = wave.count_bits %true : i32
    %m = wave.reduce maxui %s : i32    ->   %s = arith.muli %x, %n : i32
    ```

    At last, an operation whose operands an earlier one has had becomes that one,
    where the same lanes have executed it: in the same block, or in one around it
    behind conditions and loops that the whole wave decides alike. Anything may stand
    between, stores, atomics and barriers included, but a return of some lanes:
    nothing else changes who is active.

    **Legality.** Operands are proved to be the same for the wave by uniformity
    analysis. They are then the same in all lanes that are active where they are
    defined, so also in those, perhaps fewer, that are active at the operation. It
    is no proof that a value was compared with another lane's and found equal: in a
    branch on `x == read_first_lane(x)` the read stays. Integers wrap around, so a
    sum of n equal ones is a product. A `read_lane` of a lane that is not active is
    undefined, and so is a quad operation where a lane of the quad is not, or a mask
    that is none of `match`'s. That the whole wave is active is proved by control flow
    that the wave decides alike, without a return of some lanes before; and never in
    kernels of `num_threads`, whose last wave may have fewer.

    **Not done.** Sums and products of floats, equal or not, are not regrouped: they
    would round otherwise. A NaN matches only its own lane, so `match` of floats stays,
    except of constants and of converted integers. No power of integers. No counts
    where a lone ballot or bit count would become another.

    Runs after `wave-fold-counts`, and before `wave-legalize-barriers`. What
    `num_waves(1)` decides is in `wave-fold-counts` and in the analysis, for which
    there is then nothing that differs between waves.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def HoistUniform : WavePass<"wave-hoist-uniform", "Accepted"> {
  let summary = "Moves wave operations out of wave-uniform loops";
  let description = [{
    A reduction, scan, vote, ballot, count or read whose operands do not change in a
    loop gives the same in every trip, if the same lanes execute it in every trip. It
    moves before the loop, with the arithmetic that only depends on what is
    outside; out of nested loops as far as that holds.

    ```mlir
    scf.for %i = %a to %b step %c : i32 {
      %s = wave.reduce add %x : i32            %s = wave.reduce add %x : i32
      memref.store %s, %out[%i] ...       ->   scf.for %i = %a to %b step %c : i32 {
    }                                            memref.store %s, %out[%i] ...
    ```

    **Legality.** The lanes that are active at the operation, in every trip, are those
    that are active before the loop: bounds or condition are the same for the wave, so
    are all conditions between the loop and the operation, and no lane returns inside
    unless all active lanes of its wave do. A loop that lanes leave in different trips, by a
    flag that stands for `break` or by the condition, keeps its operations.

    The loop may have no trip, and the condition may never hold. Then the operation is
    executed for nothing, which is harmless for reductions, scans, votes, ballots,
    counts, `all_equal`, `match`, `is_first_lane` and `read_first_lane`: they are
    defined wherever they stand. `read_lane`, operations of quads, and scans
    of partitions are undefined for some operands, so they leave a loop only where
    they are executed in its first trip in any case: the number of trips is a constant
    greater than 0, or they stand in the part of an `scf.while` that computes its
    condition; and under no condition in it. The same holds for the loads that a moved
    operation needs: they leave the loop if they are executed in any case and nobody
    writes the buffer or image in this kernel, at whatever address, since an access
    out of bounds is harmless only where it is checked.

    **Not done.** Arithmetic that no moved operation needs is left to those who compile
    for the machine. An operation that changes in the loop, or that other lanes
    execute, stays.

    Runs after `wave-simplify-uniform`, and before `wave-legalize-barriers`.
  }];
}

def BroadcastUniformLoads : WavePass<"wave-broadcast-uniform-loads", "Accepted"> {
  let summary = "Replaces uniform loads in a loop by one load per lane";
  let description = [{
    In each trip of an `scf.for` all lanes of a wave load the same element. Instead each
    lane loads the element of another trip, and the wave reads the lanes one after the
    other. A wave of N lanes then executes one load for N trips.

    ```mlir
    %sum = scf.for unsigned %i = %start to %end step %one iter_args(%s = %zero) {
      %light = memref.load %lights[%i]
      %next = arith.addf %s, %light
      scf.yield %next
    }
    // becomes, the trips counted from 0 to %trips
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

    The address may depend on other such loads (`lights[indices[i]]`), on invariants,
    and on the loop's number through operations without effects: a lane executes this
    slice once, for its own trip. The rest of the body stays as it is and in its order,
    so the results are the same bit by bit. Any number of trips, any step, any type of
    the loop's number and of the element, vectors, buffers and images; trips are counted
    without overflow.

    A load under conditions inside of the body is one of these loads if each condition
    is the same for the wave and a lane can compute it for any trip: from the number of
    the trip, from values that are the same for the wave, and from loads of memory that
    no lane writes. A lane then loads for its own trip if the conditions hold in that
    trip, and the wave reads the lanes where it used the loads.

    ```mlir
    scf.if %holds(%i) { %light = memref.load %lights[%i] }
    // becomes, before the inner loop and in it
    %lights_of_lanes = scf.if %holds(%own) { memref.load %lights[%own] } else { 0 }
    scf.if %holds(%i) { %light = wave.read_lane %lights_of_lanes, %lane }
    ```

    Where the wave may have inactive lanes (`num_threads`, divergent control flow, a
    return before), the loop gets two forms, and the wave takes the new one where
    `count_bits(true) == lane_count`. Bounds and addresses made of values that are not
    proved to be the same for the wave, but may be (a number from memory, a quotient of
    a lane's number), are tested there as well, by `all_equal`; behind the test they are
    read from the first lane, which says that they are the same.

    **Legality.** A lane is read only where all lanes are active, and they stay so: the
    bounds are the same for the wave, and no lane returns in the loop. A clamped trip is
    one that the loop has, so each load that a lane executes is one that it executed
    before, and nothing is loaded speculatively. All lanes decide a condition alike, so
    the lane that is read loaded under the same condition. Nothing in the loop writes what is
    loaded; what other waves write meanwhile is a race unless a barrier or an atomic
    orders it, and a loop with a barrier is left alone, as are loads from memory that
    the kernel writes in a loop with an atomic. All lanes of the wave take the same form
    of the loop, so operations across lanes in the body see the lanes that they saw.

    **Left alone**: loads whose address depends on a value that the loop carries, and
    loads under any other condition inside of the body; groupshared memory, of which a load at
    one address is one access already (addresses may come from it); loops with a
    return, and with fewer than four trips known; loops that decide whether a barrier
    is reached, because what a wave reads from a lane is not known to be the same for
    the group; a second loop around one of two forms.

    Part of no level of optimization: where the target loads a wave's value once by
    itself, as CPUs and some GPUs do, this is slower. To be run where counts are folded,
    and before `wave-legalize-barriers`.

    Source: the article "WaveLane".
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def Specialize : WavePass<"wave-specialize", "Accepted"> {
  let summary = "Specializes code between barriers for sets of waves";
  let description = [{
    Where waves of a group do different things, by branches on `group_wave_index`, what
    lies between two barriers becomes one chain of conditions, with a folded copy for
    each set of waves that decide alike.

    ```mlir
    scf.if %wave == 0 { A }             scf.if %wave == 0 { A; B; C }
    B                                   else { B; scf.if %wave < 3 { D } }
    scf.if %wave == 0 { C }       ->    wave.barrier group sync
    scf.if %wave is 1 or 2 { D }
    wave.barrier group sync
    ```

    1. *Partition.* The kernel is divided at its barriers, and at what else must not be
       copied. In each stretch the decisions are found that the index alone makes: an
       `scf.if` whose condition is computed from `group_wave_index` and constants. Waves
       with the same outcomes are one set. What stands before the first decision of a
       stretch and behind its last one stays; between them, pure operations that need
       nothing from there move before it, so that they need no copy.
    2. *Clone.* Sets are put into a chain, those first that one comparison tells from
       the ones that are left: `== k`, `!= k`, `< k`, `>= k`; the last one needs none.
       Values that are needed behind it leave the chain as results; a set whose waves do
       not get where one is needed gives 0 for it.
    3. *Fold.* In a copy, and in every branch on the index, what all waves that get there
       know becomes a constant: the index itself where there is one wave, else what
       follows for all of them. Branches that are decided go. So do stores into
       groupshared memory of elements that no load and no atomic in the kernel can read.
    4. *Sink.* What is only needed in one branch on the index moves into it, so that the
       other waves do not compute it: arithmetic, lane operations, loads that no write
       stands behind, and loops and conditions of these.

    A branch on the index is one in IR like any other; nothing marks it. Python's
    `with wd.waves(1, 3):` writes one.

    **Where it pays.** An operation counts 1, in a loop as often as there are trips, 8 if
    unknown. A stretch is copied if decisions, and other operations, that no longer have
    to be executed are more than the comparisons of the chain, over all waves of the
    group, and if what all copies hold more than the stretch is within `max-growth` for
    the whole kernel. Where it is not, those two sets that decide the most alike become
    one, until it fits. A decision alone in its stretch has nothing to gain and stays.

    **Legality.** A wave runs exactly one of the copies, and all its lanes that reached the
    stretch run it: conditions of the chain are made of the index, which is the same for
    the wave. So a lane operation sees the lanes that it saw, and quads stay whole. An
    operation is executed by the lanes that executed it before, as often and in the same
    order; nothing is executed that was not, but pure operations. Other waves' atomics
    and stores have no order with these between two barriers. What moves into a branch
    is executed by fewer waves and by all active lanes of these, with no return between
    the old place and the new one.

    * A barrier of any kind, `dispatch_mesh`, `assume_uniform` and a return in the
      block itself divide stretches; a condition or a loop that holds one of the first
      three is never copied, its body has stretches of its own.
    * What decides whether a barrier is reached, how often, and how many mesh groups are
      launched stays outside of copies, where it is the same for the group.
    * A condition or loop around a barrier that sets of waves would need differently is
      left, with what it holds, and a remark says so.
    * A store goes only where the array's size and all elements that are read of it are
      known, and the stored element for each wave that gets there.
    * Under `num_threads` nobody knows how many waves there are: comparisons of the index
      with constants decide, and the last set has all waves beyond.

    Runs last of the optimizations, so that each of them sees the code once, and before
    `wave-legalize-barriers`. It does something where stretches hold several branches.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"maxGrowth", "max-growth", "unsigned", /*default=*/"50",
           "The limit of growth of a kernel, in percent of its operations">,
  ];
}

def PackGroupshared : WavePass<"wave-pack-groupshared", "Sized"> {
  let summary = "Overlaps groupshared arrays with disjoint lifetimes";
  let description = [{
    Of arrays that are never needed at the same time the shorter ones take elements of
    the longest, so that more groups fit on a processor.

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

    Why it may: two arrays keep memory of their own where, on any way through the
    kernel,

    * one is accessed after the other without a barrier between where all waves of the
      group meet and that orders groupshared memory: another wave might still be
      there. The barrier stands in control flow that is proved to be the same for the
      group. Likewise where they are accessed on the two sides of a branch that waves
      may take differently.
    * one is accessed while the other is alive: that is accessed before and after, an
      earlier or a later trip of a loop included. So two arrays of one loop keep theirs.

    Else a wave that accesses one has met the others since they were done with the
    other, or before they begin with it, and nobody misses what it overwrites. The
    contents of an array start undefined. It shares with those of its element's type,
    or with others of 32 bits, which take values bit by bit; with atomics with its own
    type only. The payload of `dispatch_mesh` shares with none.

    Runs after `wave-elide-barriers` and `wave-legalize-barriers`, before the
    `wave-resolve-groupshared` that sums up. The limit is one of the kernel as it is
    written: a sum over it is an error at every level.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PromoteGroupshared : WavePass<"wave-promote-groupshared", "Accepted"> {
  let summary = "Keeps groupshared arrays in registers";
  let description = [{
    An array goes where values do, and reads of other lanes, so that its barriers order
    nothing and go too. Control flow that stores to it carries the values.

    * *The lane's own elements.* All stores, and most loads, are at an index that is
      another one in each lane of the group: the array is a value of each lane. In a
      group of one wave (`num_waves(1)`), where that index is the lane's number, a load
      of any element is `wave.read_lane` of that lane's value, if the whole wave is
      active at it, or at the `scf.if` around it.
    * *Elements of the wave*, in a group of one wave: constant indices. Either the whole
      wave stores, or one lane does that an `scf.if` has chosen, by its number or as
      the first one, among all lanes. Then the element is a value that is the same for
      the wave.

    ```mlir
    memref.store %v, %store[%lane]
    wave.barrier wave sync                  ->   %0 = wave.read_lane %v, %other : i32
    %0 = memref.load %store[%other]
    ```

    Why it may: a load without a race sees the last store to its element before it, and
    control flow has only one such store, or values that merge where it does. Where the
    whole wave is active, each lane has a value, and what is stored where only some lanes
    are active leaves that control flow as a result. Elements that nobody stored are
    undefined, and become 0; the number of a lane is taken modulo the size of a wave,
    because other elements were never stored. Lanes that return alone end what is known
    of the whole wave, so behind them only own elements are promoted.

    Arrays that atomics, vectors or `dispatch_mesh` access stay, and those with more
    than 16 elements of the wave.

    Runs before `wave-elide-barriers`, after canonicalization and CSE.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def FoldRanges : WavePass<"wave-fold-ranges", "Accepted", "::mlir::wave::FuncOp"> {
  let summary = "Folds operations by the ranges of integers";
  let description = [{
    Where the ranges of the operands leave only one result, an operation becomes that
    constant, and a remainder that changes nothing becomes its operand. The analysis and
    the patterns are those of `int-range-optimizations`. So that it ends soon for every
    loop, the analysis gives up a result that has changed 32 times: it may then be any
    number.

    ```mlir
    %lane = wave.lane_index : i32
    %below = arith.cmpi ult, %lane, %c128 : i32    ->   %below = arith.constant true
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FoldTrips : WavePass<"wave-fold-trips", "Accepted", "::mlir::wave::FuncOp"> {
  let summary = "Folds loops with one iteration or none";
  let description = [{
    A loop of constant bounds without a trip becomes its initial values, one of one trip
    its body, and one whose trips only hand on what is known before it, these values.
    Trips are counted in more bits than the bounds have: the canonicalization of
    `scf.for` takes their difference for a number of as many bits with a sign, and so
    deletes a loop from -2000000000 to 2000000000. The pipelines leave that one out.

    ```mlir
    scf.for %i = %c0 to %c4 step %c8 : i32 {         memref.store %x, %out[%c0]
      memref.store %x, %out[%i]                ->
    }
    ```
  }];
}

#endif // WAVEDIALECT_TRANSFORMS_OPTIMIZERPASSES_TD
