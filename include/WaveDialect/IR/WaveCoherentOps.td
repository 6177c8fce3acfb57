//===- WaveCoherentOps.td - Accesses that other groups see ---*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's loads only read, so that passes may merge them and remove loops that
// consist of them. The accesses of a coherent buffer are operations of their own.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVECOHERENTOPS_TD
#define WAVEDIALECT_IR_WAVECOHERENTOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"

class Wave_CoherentOp<string mnemonic, string value> : Wave_Op<mnemonic, [
    Wave_OrdersLanes,
    TypesMatchWith<"the " # value # " has the type of the memory's elements", "memory", value,
                   "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let hasVerifier = 1;
}

def Wave_CoherentLoadOp : Wave_CoherentOp<"coherent_load", "result"> {
  let summary = "A load of an element that other groups may store";
  let description = [{
    Loads an element of a buffer whose argument has `wave.coherent`. Other groups
    may store the element at the same time: no pass removes, merges, moves or
    forwards the load, and a loop that repeats it ends when another group has
    stored. It orders no other memory accesses; barriers of buffers do. The memory
    must be such a buffer (rule `coherent-access` of `wave-verify`).

    * C1 `coherent-element`: the elements are not `i8`, which `wave.byte_load` loads.

    ```mlir
    %flag = wave.coherent_load %flags[%i] : memref<?xi32>
    ```

    HLSL: a load from a buffer that is `globallycoherent`. A helper lane loads
    like any other lane.
  }];
  let arguments = (ins AnyMemRef:$memory, Index:$index);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$memory `[` $index `]` attr-dict `:` type($memory)";
}

def Wave_CoherentStoreOp : Wave_CoherentOp<"coherent_store", "value"> {
  let summary = "A store of an element that other groups may load";
  let description = [{
    Stores an element of a buffer whose argument has `wave.coherent`. Groups that
    load the element by `wave.coherent_load` get the value at some time. The
    memory must be such a buffer (rule `coherent-access` of `wave-verify`).

    * C1 `coherent-element`: the elements are not `i8`, which `wave.byte_store` stores.

    ```mlir
    wave.coherent_store %v, %flags[%i] : memref<?xi32>
    ```

    HLSL: a store to a buffer that is `globallycoherent`. A helper lane stores
    nothing.
  }];
  let arguments = (ins Wave_Element:$value, AnyMemRef:$memory, Index:$index);
  let assemblyFormat = "$value `,` $memory `[` $index `]` attr-dict `:` type($memory)";
}

#endif // WAVEDIALECT_IR_WAVECOHERENTOPS_TD
