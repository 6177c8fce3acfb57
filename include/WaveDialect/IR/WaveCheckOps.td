//===- WaveCheckOps.td - Checks in instrumented kernels ------*- tablegen -*-===//
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

def Wave_CheckOp : Wave_Op<"check", [Wave_OrdersLanes, Wave_OrdersAccesses]> {
  let summary = "Reports to the checker what the active lanes are about to do";
  let description = [{
    `wave-instrument` inserts these operations before operations that can go
    wrong. CPU code calls the checker there; other targets do not support them.
    `site` is an index into the module's attribute `wave.checks`, which
    describes each site.

    | kind | operands | inserted before |
    | --- | --- | --- |
    | `access` | memory, index (the coordinates for an image), and the stored value; for a matrix, memory, the first index and the stride as `i32` | a load, a store, an atomic |
    | `undefined` | `i1`, and for a read of a lane the `i32` index of that lane | an operation that is undefined in lanes where the `i1` is true |
    | `retire` | `i1` | lanes return |
    | `uniform` | a scalar | an operation that assumes the operand is uniform across the group |
    | `branch` | `i1` | a branch or a loop iteration that contains a barrier |
    | `barrier`, `event` | none | a barrier, an operation across lanes or on matrices |

    ```mlir
    wave.check access site(3)(%store, %i, %v : memref<4xi32, #gpu.address_space<workgroup>>, index, i32)
    ```

    * C1 `check-operands`: the operands match the kind.
  }];
  let arguments = (ins Wave_CheckKindAttr:$kind, I32Attr:$site, Variadic<AnyType>:$operands);
  let assemblyFormat = "`` $kind `site` `(` $site `)` (`` `(` $operands^ `:` type($operands) `)`)? attr-dict";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVECHECKOPS_TD
