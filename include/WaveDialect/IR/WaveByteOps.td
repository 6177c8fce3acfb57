//===- WaveByteOps.td - Loads and stores of bytes in buffers -*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEBYTEOPS_TD
#define WAVEDIALECT_IR_WAVEBYTEOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"

def Wave_ByteLoadOp : Wave_Op<"byte_load", [Wave_AccessEffects]> {
  let summary = "A byte of a buffer, as 32 bits";
  let description = [{
    Bytes exist only in buffers: no target computes with them. The load extends
    the byte by zeros, or with `signed` by its sign. `wave-guard-buffers` makes
    the result 0 for an index outside the buffer. The effects of a load from a
    coherent buffer are those of `wave.coherent_load`.

    * C1 `byte-memory`: the memory is a buffer of `i8`.

    ```mlir
    %a = wave.byte_load %buffer[%i] : memref<?xi8>
    %b = wave.byte_load signed %buffer[%i] : memref<?xi8>
    ```

    HLSL: no type of 8 bits; from a `ByteAddressBuffer`, the byte of a 32-bit
    word. A helper lane loads like any other lane.
  }];
  let arguments = (ins UnitAttr:$is_signed, AnyMemRef:$memory, Index:$index);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    (`signed` $is_signed^)? $memory `[` $index `]` attr-dict `:` type($memory)
  }];
  let hasVerifier = 1;
}

def Wave_ByteStoreOp : Wave_Op<"byte_store", [Wave_AccessEffects]> {
  let summary = "Stores the low 8 bits of a value to a buffer";
  let description = [{
    Changes no other byte: lanes that store different bytes of one 32-bit word do
    not race. The buffer must be read-write (rule `store-to-read-only` of
    `wave-verify`). The effects of a store to a coherent buffer are those of
    `wave.coherent_store`.

    * C1 `byte-memory`: the memory is a buffer of `i8`.

    ```mlir
    wave.byte_store %v, %buffer[%i] : memref<?xi8>
    ```

    HLSL: no type of 8 bits; two atomics on the 32-bit word of a
    `RWByteAddressBuffer`. A helper lane stores nothing.
  }];
  let arguments = (ins I32:$value, AnyMemRef:$memory, Index:$index);
  let assemblyFormat = "$value `,` $memory `[` $index `]` attr-dict `:` type($memory)";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVEBYTEOPS_TD
