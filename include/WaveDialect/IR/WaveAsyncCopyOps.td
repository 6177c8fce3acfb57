//===- WaveAsyncCopyOps.td - Copies that a wave starts -------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEASYNCCOPYOPS_TD
#define WAVEDIALECT_IR_WAVEASYNCCOPYOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"

def Wave_AsyncCopyOp : Wave_Op<"async_copy", [Wave_OrdersLanes, Wave_OrdersAccesses]> {
  let summary = "Starts a copy of a tile from a buffer to groupshared memory";
  let description = [{
    Copies `rows` x `columns` elements. The wave starts the copy and goes on.

    All numbers are `i32`, in elements of `components` adjacent scalars, and
    arithmetic wraps around. For r < `rows` and c < `columns`, both unsigned, the
    element at

        start + r * stride + c

    of the array becomes the element at

        base + (row + r) * pitch + column + c

    of the buffer if row + r < `row_bound` and column + c < `column_bound`,
    unsigned, and 0 otherwise. So a negative row or column is outside. A copy of
    a run has one row.

    ```mlir
    // 64 x 32 elements of a matrix of %height x %width, from (%y, %x) on.
    wave.async_copy %tile[%start, %c33], %a[%c0, %pitch] at [%y, %x] of [%height, %width]
        size [%c64, %c32] : memref<2112xf32, #gpu.address_space<workgroup>>, memref<?xf32>
    ```

    The copy ends at the next barrier of any kind that the wave executes, or at
    its next `wave.pipe_commit` or `wave.pipe_release`. Its loads and stores count
    as executed there, by a lane of the wave that has no other accesses. Until
    then it is undefined, as a race, to access the elements of the array, or to
    write those of the buffer. A wave that commits does not wait for the end of
    the copy, so a commit shows the copy to the waves that wait for it, not to the
    wave itself. A wave that ends before the copy does is undefined.

    All lanes of a wave that have not retired must reach the operation together,
    with the same operands. An element that the array does not have is undefined.

    * C1 `async-copy-memory`: the array is a `wave.groupshared` or an argument of a
      helper, and the buffer is an argument.
    * C2 `async-copy-type`: array and buffer have rank one and the same elements,
      of 2, 4 or 8 bytes.
    * C3 `async-copy-type`: there are 1 to 4 components.

    `wave-verify-async-copies` checks the lanes and the operands, and
    `wave-expand-async-copies` makes loads and stores of the copy. HLSL has no
    name for it.
  }];
  let arguments = (ins AnyMemRef:$array, I32:$start, I32:$stride, AnyMemRef:$buffer,
                       I32:$base, I32:$pitch, I32:$row, I32:$column, I32:$row_bound,
                       I32:$column_bound, I32:$rows, I32:$columns,
                       DefaultValuedAttr<I32Attr, "1">:$components);
  let assemblyFormat = [{
    $array `[` $start `,` $stride `]` `,` $buffer `[` $base `,` $pitch `]`
    `at` `[` $row `,` $column `]` `of` `[` $row_bound `,` $column_bound `]`
    `size` `[` $rows `,` $columns `]` attr-dict `:` type($array) `,` type($buffer)
  }];
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVEASYNCCOPYOPS_TD
