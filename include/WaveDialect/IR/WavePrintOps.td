//===- WavePrintOps.td - Output and assertions of kernels ----*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEPRINTOPS_TD
#define WAVEDIALECT_IR_WAVEPRINTOPS_TD

include "WaveDialect/IR/WaveDialect.td"

/// An operation that records values for the host. The host formats them: a kernel has
/// no text. Passes neither remove, duplicate, move nor merge these operations.
class Wave_RecordOp<string mnemonic> : Wave_Op<mnemonic, [Wave_OrdersLanes]> {
  let hasVerifier = 1;
}

def Wave_PrintOp : Wave_RecordOp<"print"> {
  let summary = "Prints a line for each active lane, or for each wave";
  let description = [{
    `format` is the format string of Python's `str.format`, which the host applies to
    the values. `types` states the type of each value with its sign. With `wave`, the
    active lanes of the wave share one line.

    ```mlir
    wave.print "x = {:.3f}, i = {}"(%x, %i : f32, i32) as [f32, ui32]
    wave.print wave "total = {}"(%total : i32) as [si32]
    ```

    The values exist on the host only if `wave-lower-prints` gives the kernel a buffer
    for them; otherwise the pass erases the operation. HLSL has no name for it.

    * C1 `record-types`: `types` has the type of each value.
  }];
  let arguments = (ins UnitAttr:$wave, StrAttr:$format, TypeArrayAttr:$types,
                       Variadic<Wave_Element>:$values);
  let assemblyFormat = [{
    (`wave` $wave^)? $format (`(` $values^ `:` type($values) `)`)? `as` $types attr-dict
  }];
}

def Wave_AssertOp : Wave_RecordOp<"assert"> {
  let summary = "Fails the launch if a lane's condition is false";
  let description = [{
    `text` is the condition as the user wrote it. `format` is a format string as for
    `wave.print`, of the first values; the last values are operands of the condition,
    whose texts are `names`. The lane goes on: the host reports the first failure
    after the launch, and a host that can do so starts no further groups.

    ```mlir
    wave.assert %c "i < n" "row {} is too long"(%row, %i, %n : i32, i32, i32)
        as [si32, ui32, ui32] names ["i", "n"]
    ```

    `wave-lower-prints` lowers the operation, or erases it. HLSL has no name for it.

    * C1 `record-types`: `types` has the type of each value.
    * C2 `assert-names`: there are at most as many names as values.
  }];
  let arguments = (ins I1:$condition, StrAttr:$text, StrAttr:$format, TypeArrayAttr:$types,
                       StrArrayAttr:$names, Variadic<Wave_Element>:$values);
  let assemblyFormat = [{
    $condition $text $format (`(` $values^ `:` type($values) `)`)? `as` $types
    `names` $names attr-dict
  }];
}

#endif // WAVEDIALECT_IR_WAVEPRINTOPS_TD
