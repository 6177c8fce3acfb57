//===- WaveCheckOps.td - What a checked run is told ----------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVECHECKOPS_TD
#define WAVEDIALECT_IR_WAVECHECKOPS_TD

include "WaveDialect/IR/WaveDialect.td"
include "WaveDialect/IR/WaveEnums.td"

def Wave_CheckOp : Wave_Op<"check", [Wave_OrdersLanes]> {
  let summary = "Tells a checked run what the active lanes are about to do";
  let description = [{
    `wave-instrument` puts these where something may go wrong, and the CPU's code
    calls the checker there; no other target has them. The site is the number of
    the place in the module's attribute `wave.checks`, which describes it.

    | kind | operands | told before |
    | --- | --- | --- |
    | `access` | memory, index (of an image x and y), and what is stored | a load, a store, an atomic |
    | `undefined` | `i1`, and for a read of a lane the `i32` index of that lane | what is undefined in the lanes where the `i1` is true |
    | `retire` | `i1` | lanes return |
    | `uniform` | a scalar | it is taken to be the same for the group |
    | `branch` | `i1` | a branch or a trip of a loop that holds a barrier |
    | `barrier`, `event` | none | a barrier, an operation across lanes |

    ```mlir
    wave.check access site(3)(%store, %i, %v : memref<4xi32, #gpu.address_space<workgroup>>, index, i32)
    ```

    * C1 `check-operands`: the operands are those of the kind.
  }];
  let arguments = (ins Wave_CheckKindAttr:$kind, I32Attr:$site, Variadic<AnyType>:$operands);
  let assemblyFormat = "`` $kind `site` `(` $site `)` (`` `(` $operands^ `:` type($operands) `)`)? attr-dict";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVECHECKOPS_TD
