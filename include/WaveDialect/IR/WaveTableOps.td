//===- WaveTableOps.td - Tables of constants -----------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVETABLEOPS_TD
#define WAVEDIALECT_IR_WAVETABLEOPS_TD

include "WaveDialect/IR/WaveDialect.td"

def Wave_LookupOp : Wave_Op<"lookup", [
    Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "An element of a table of constants";
  let description = [{
    Each lane reads the element at its own index. An index that the table does
    not have gives an unspecified element; the checker reports it. The operation
    reads no memory: a pass may execute it where the program does not.

    * C1 `lookup-table`: the table has rank one, from 1 to 65536 bytes, and
      elements of `i16 i32 i64 f16 bf16 f32 f64`, whose type is that of the result.

    ```mlir
    %x = wave.lookup %i, dense<[1, 4, 9]> : tensor<3xi32> -> i32
    ```

    HLSL: an index into a `static const` array. A lookup with the attribute
    `wave.indexed`, whose result is unused, stands for an index of a vector, a
    matrix or an array: an instrumented run checks it, and names what is indexed
    by the location of the lookup. The attribute is what the index counts:
    `component`, `row`, `column` or `element`. A lookup with `wave.watched` is
    not checked: such lookups check the indices that make up its index.
  }];
  let arguments = (ins I32:$index, ElementsAttr:$table);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$index `,` $table attr-dict `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    int64_t getLength() { return getTable().getNumElements(); }
  }];
}

#endif // WAVEDIALECT_IR_WAVETABLEOPS_TD
