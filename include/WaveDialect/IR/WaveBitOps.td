//===- WaveBitOps.td - Bit operations that upstream lacks ----*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEBITOPS_TD
#define WAVEDIALECT_IR_WAVEBITOPS_TD

include "WaveDialect/IR/WaveDialect.td"

def Wave_ReverseBitsOp : Wave_Op<"reverse_bits", [
    Pure, SameOperandsAndResultType, Elementwise, Scalarizable, Vectorizable]> {
  let summary = "The bits of an integer in the opposite order";
  let description = [{
    Bit 0 becomes the highest bit of the element type. Vectors are reversed
    elementwise.

    * C1 `reverse-bits-type`: the operand is an `i16`, `i32` or `i64`, or a
      vector of 2 to 4 of these.

    ```mlir
    %r = wave.reverse_bits %x : i32
    ```

    HLSL: `reversebits`. Helper lanes compute it as well.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVEBITOPS_TD
