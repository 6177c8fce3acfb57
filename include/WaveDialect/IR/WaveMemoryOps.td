//===- WaveMemoryOps.td - Groupshared memory, atomics and barriers -*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEMEMORYOPS_TD
#define WAVEDIALECT_IR_WAVEMEMORYOPS_TD

include "WaveDialect/IR/WaveEnums.td"
include "WaveDialect/IR/WaveGroupOps.td"

def Wave_GroupsharedOp : Wave_UniformityOp<"groupshared", Wave_SameForGroup, [
    MemoryEffects<[MemAlloc<DefaultResource>]>]> {
  let summary = "Memory that the waves of a group share";
  let description = [{
    An array in the kernel's own block. Its length, in elements, may be computed
    from the wave count and constants; `wave-resolve-groupshared` makes it
    static. Its contents start undefined. Distinct operations never share
    memory.

    ```mlir
    %store = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
    %total = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
    ```

    * C1 `groupshared-place`: the operation is in a function's own block.
    * C2 `groupshared-type`: the memory has rank one, address space `workgroup`
      and elements of `i16 i32 i64 f16 bf16 f32 f64`.
    * C3 `groupshared-size`: a dynamic array has a length operand, a static
      array has none.

    HLSL: `groupshared`; sized by the wave count in HLSL proposal 0054.
  }];
  let arguments = (ins Optional<I32>:$size);
  let results = (outs AnyMemRef:$memory);
  let assemblyFormat = "(`(` $size^ `)`)? attr-dict `:` type($memory)";
  let hasVerifier = 1;
}

def Wave_AtomicRMWOp : Wave_Op<"atomic_rmw", [
    Wave_OrdersLanes, AllTypesMatch<["value", "result"]>]> {
  let summary = "An atomic read, combination and write";
  let description = [{
    Returns the previous value. Each active lane executes the operation once, in
    an unspecified order; it orders no other memory accesses. The memory is a
    read-write buffer or groupshared.

    `add` of floats rounds at each operation, so that the sum depends on the
    order. `minnumf` and `maxnumf` do not: they ignore a NaN, in memory or as
    the operand, and -0 is less than +0.

    A value of `i64` may be combined with two adjacent elements of a buffer of
    `i32`: with the low half at the index, which must be even, and the high half
    behind it.

    * C1 `atomic-kind`: the kind is `add`, or of integers `and or xor minsi minui
      maxsi maxui`, or of floats `minnumf maxnumf`.
    * C2 `atomic-element`: the value and the element are an `i32`, `i64`, `f32`
      or `f64`; the value may be an `i64` if the memory is a buffer of `i32`.
    * C3 `atomic-memory`: the memory is a buffer or groupshared.

    HLSL: `InterlockedAdd`, `And`, `Or`, `Xor`, `Min`, `Max`; on 64 bits from
    Shader Model 6.6. A helper lane does nothing, and its result is undefined.
  }];
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, Wave_Element:$value,
                       AnyMemRef:$memory, Index:$index);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    custom<Kind>($kind) $value `,` $memory `[` $index `]` attr-dict `:` custom<AtomicTypes>(type($value), type($memory))
  }];
  let hasVerifier = 1;
}

def Wave_AtomicExchangeOp : Wave_Op<"atomic_exchange", [
    Wave_OrdersLanes, AllTypesMatch<["value", "result"]>]> {
  let summary = "An atomic write that returns the previous value";
  let description = [{
    Each active lane executes the operation once, in an unspecified order; it
    orders no other memory accesses. The memory is a read-write buffer or
    groupshared; an `i64` may exchange two elements of a buffer of `i32`, as in
    `wave.atomic_rmw`.

    * C1 `atomic-element`: as C2 of `wave.atomic_rmw`.
    * C2 `atomic-memory`: the memory is a buffer or groupshared.

    ```mlir
    %old = wave.atomic_exchange %v, %memory[%i] : memref<?xf32>
    ```

    HLSL: `InterlockedExchange`; on 64 bits from Shader Model 6.6. A helper lane
    does nothing, and its result is undefined.
  }];
  let arguments = (ins Wave_Element:$value, AnyMemRef:$memory, Index:$index);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    $value `,` $memory `[` $index `]` attr-dict `:` custom<AtomicTypes>(type($value), type($memory))
  }];
  let hasVerifier = 1;
}

def Wave_AtomicCASOp : Wave_Op<"atomic_cas", [
    Wave_OrdersLanes, AllTypesMatch<["compare", "value", "result"]>]> {
  let summary = "An atomic write if memory holds the expected value";
  let description = [{
    Writes `value` if memory holds the bits of `compare`, and returns the
    previous value in both cases. Each active lane executes the operation once,
    in an unspecified order; it orders no other memory accesses, and it does not
    fail spuriously.
    The memory is a read-write buffer or groupshared; an `i64` may be two
    elements of a buffer of `i32`, as in `wave.atomic_rmw`.

    * C1 `atomic-element`: as C2 of `wave.atomic_rmw`.
    * C2 `atomic-memory`: the memory is a buffer or groupshared.

    ```mlir
    %old = wave.atomic_cas %compare, %v, %memory[%i] : memref<?xi64>
    ```

    HLSL: `InterlockedCompareExchange`, for floats
    `InterlockedCompareExchangeFloatBitwise`; on 64 bits from Shader Model 6.6. A
    helper lane does nothing, and its result is undefined.
  }];
  let arguments = (ins Wave_Element:$compare, Wave_Element:$value, AnyMemRef:$memory, Index:$index);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    $compare `,` $value `,` $memory `[` $index `]` attr-dict `:` custom<AtomicTypes>(type($value), type($memory))
  }];
  let hasVerifier = 1;
}

def Wave_BarrierOp : Wave_Op<"barrier", [Wave_OrdersLanes, Wave_OrdersAccesses]> {
  let summary = "Orders memory accesses, and with sync also the waves of the group";
  let description = [{
    `group` orders accesses to groupshared memory, `device` to buffers and
    images, `all` to both; `wave` orders accesses to groupshared memory among
    the lanes of a wave. With `sync`, every live wave of the group waits until
    all of them arrive; barriers do not wait for retired lanes. A barrier with
    `sync` must be reached by all live waves or by none. `wave sync` concerns
    one wave: its live lanes wait for each other, and must all reach the barrier
    or none of them.

    HLSL: `GroupMemoryBarrier[WithGroupSync]`, `DeviceMemoryBarrier…`,
    `AllMemoryBarrier…`; it has no name for `wave sync`.
  }];
  let arguments = (ins Wave_BarrierScopeAttr:$scope, UnitAttr:$sync);
  let assemblyFormat = "custom<Scope>($scope) (`sync` $sync^)? attr-dict";
  let extraClassDeclaration = [{
    /// Whether all live waves of the group meet at this barrier.
    bool synchronizesGroup() { return getSync() && getScope() != BarrierScope::Wave; }
    /// Whether the live lanes of each wave meet at this barrier, but not the waves.
    bool synchronizesWave() { return getSync() && getScope() == BarrierScope::Wave; }
  }];
}

def Wave_WavesBarrierOp : Wave_Op<"waves_barrier", [
    Wave_OrdersLanes, Wave_OrdersAccesses, Wave_OrdersSomeWaves]> {
  let summary = "A barrier of a set of waves of the group";
  let description = [{
    Each wave counts its barriers of a set. The k-th one of a wave waits until
    every wave of the set has reached its k-th one, at this operation or at
    another one with the same set. Then the accesses of groupshared memory,
    buffers and images by each of these waves before its barrier precede those
    of all of them after it. Waves outside of the set do not take part. Like
    barriers of the group, it orders nothing between groups.

    All lanes of a wave that have not retired must reach it together. It is
    undefined that a wave of the set never reaches its k-th barrier while another
    wave waits at it: also if the wave has retired. Waves of a group make progress
    for each other at these barriers.

    A set of all waves of the group is the group's barrier `wave.barrier all sync`,
    with its rules; `wave-inline` replaces it.

    ```mlir
    wave.waves_barrier [1, 2, 3]
    ```

    * C1 `waves-barrier-place`: in a kernel, the kernel is a compute kernel that
      states `num_waves`.
    * C2 `waves-barrier-set`: the set has a wave, no index is negative, in a kernel
      each is below the number of waves, and no index occurs twice.

    `wave-verify-pipes` checks which waves and lanes reach it, and that a kernel has
    at most 15 sets. HLSL has no name for it.
  }];
  let arguments = (ins DenseI32ArrayAttr:$waves);
  let assemblyFormat = "$waves attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The indices of the waves, ascending. Barriers with the same set match.
    SmallVector<int32_t> getSet();
  }];
}

def Wave_SettingOp : Wave_UniformityOp<"setting", Wave_SameForGroup, [Pure]> {
  let summary = "A choice of the host, fixed when it creates the pipeline";
  let description = [{
    `robust_buffers` is true if the host enabled the API's own bounds checks of
    buffers; the checks of `wave-guard-buffers` then let every access through.
    `memory_barriers` is false if barriers without sync may be omitted: a driver
    that runs the waves of a group in turn treats them as barriers with sync.
    `wave_numbers` is false if the driver reports wrong wave indices and wave
    counts under `num_threads`; the kernel then computes them from its threads.
    Only passes create this operation.
  }];
  let arguments = (ins Wave_SettingAttr:$setting);
  let results = (outs I1:$result);
  let assemblyFormat = "custom<SettingName>($setting) attr-dict `:` type($result)";
}

#endif // WAVEDIALECT_IR_WAVEMEMORYOPS_TD
