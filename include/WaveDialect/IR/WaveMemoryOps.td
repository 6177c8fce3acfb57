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
    static. Its contents start undefined. Two of them are never one.

    ```mlir
    %store = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
    %total = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
    ```

    * C1 `groupshared-place`: it stands in a function's own block.
    * C2 `groupshared-type`: rank one, address space `workgroup`, of `i16 i32 i64
      f16 f32 f64`.
    * C3 `groupshared-size`: a dynamic array has a length operand, a static one none.

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
    Gives the value from before. Each active lane does it once, in some order;
    nothing else is ordered by it. Memory is a read-write buffer or groupshared.

    * C1 `atomic-kind`: `add and or xor minsi minui maxsi maxui`.
    * C2 `atomic-element`: the element is an `i32` or an `i64`.
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
  let summary = "An atomic write that gives the value from before";
  let description = [{
    Each active lane does it once, in some order; nothing else is ordered by it.
    Memory is a read-write buffer or groupshared.

    * C1 `atomic-element`: the element is an `i32`, `i64` or `f32`.
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
  let summary = "An atomic write where the old value is the expected one";
  let description = [{
    Writes `value` where memory holds `compare`, and gives the value from before
    either way. Each active lane does it once, in some order; nothing else is
    ordered by it, and it does not fail for another reason. Memory is a read-write
    buffer or groupshared.

    * C1 `atomic-element`: the element is an `i32` or an `i64`.
    * C2 `atomic-memory`: the memory is a buffer or groupshared.

    ```mlir
    %old = wave.atomic_cas %compare, %v, %memory[%i] : memref<?xi64>
    ```

    HLSL: `InterlockedCompareExchange`; on 64 bits from Shader Model 6.6. A helper
    lane does nothing, and its result is undefined.
  }];
  let arguments = (ins Wave_Element:$compare, Wave_Element:$value, AnyMemRef:$memory, Index:$index);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    $compare `,` $value `,` $memory `[` $index `]` attr-dict `:` custom<AtomicTypes>(type($value), type($memory))
  }];
  let hasVerifier = 1;
}

def Wave_BarrierOp : Wave_Op<"barrier", [Wave_OrdersLanes]> {
  let summary = "Orders memory, and with sync also the waves of the group";
  let description = [{
    `group` orders groupshared memory, `device` buffers and images, `all` both; `wave` orders
    groupshared memory among the lanes of a wave. With `sync` every live wave of
    the group waits here for the others; retired lanes are not waited for. A
    barrier with `sync` is reached by all live waves or by none.

    HLSL: `GroupMemoryBarrier[WithGroupSync]`, `DeviceMemoryBarrier…`,
    `AllMemoryBarrier…`.
  }];
  let arguments = (ins Wave_BarrierScopeAttr:$scope, UnitAttr:$sync);
  let assemblyFormat = "custom<Scope>($scope) (`sync` $sync^)? attr-dict";
  let extraClassDeclaration = [{
    /// Whether all live waves of the group must meet here.
    bool synchronizesGroup() { return getSync() && getScope() != BarrierScope::Wave; }
  }];
}

def Wave_SettingOp : Wave_UniformityOp<"setting", Wave_SameForGroup, [Pure]> {
  let summary = "A choice of the host, fixed when the pipeline is created";
  let description = [{
    `robust_buffers` is true where the host made the API itself check buffer
    accesses; `wave-guard-buffers` then lets them through. `memory_barriers` is false
    where barriers without sync may be left out (a driver that runs the waves of a
    group in turn and takes them for barriers with sync). `wave_numbers` is false where
    the driver's number of a wave and their count are wrong under `num_threads`, and
    follow from the threads instead. Made by passes only.
  }];
  let arguments = (ins Wave_SettingAttr:$setting);
  let results = (outs I1:$result);
  let assemblyFormat = "custom<SettingName>($setting) attr-dict `:` type($result)";
}

#endif // WAVEDIALECT_IR_WAVEMEMORYOPS_TD
