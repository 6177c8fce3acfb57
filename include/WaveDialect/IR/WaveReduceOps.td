//===- WaveReduceOps.td - Reductions and scans ---------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEREDUCEOPS_TD
#define WAVEDIALECT_IR_WAVEREDUCEOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"

/// Combining kinds are `gpu.all_reduce`'s; the sign is part of the kind.
class Wave_CombineOp<string mnemonic> : Wave_LaneOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "custom<Kind>($kind) $value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Wave_ReduceOp : Wave_CombineOp<"reduce"> {
  let summary = "Combines the values of all active lanes";
  let description = [{
    The same for all active lanes. The order of combination is free, so sums and
    products of floats agree up to rounding. `minnumf` and `maxnumf` ignore a
    NaN beside a number; all NaN is unspecified.

    * C1 `reduce-bits-of-float`: `and`, `or` and `xor` take integers.
    * C2 `reduce-arithmetic-of-bool`: an `i1` takes `and`, `or` and `xor` only.
    * C3 `reduce-kind`: integers take `add mul minsi minui maxsi maxui and or
      xor`, floats `add mul minnumf maxnumf`.
    * C4 `element-type`: the value is an `i1`, `i32` or `f32`.

    HLSL: `WaveActiveSum`, `Product`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`,
    Shader Model 6.0.
  }];
}

def Wave_PrefixOp : Wave_CombineOp<"prefix"> {
  let summary = "Combines the values of the active lanes before this one";
  let description = [{
    Exclusive: the first active lane gets 0 for `add` and 1 for `mul`.

    * C1 `prefix-kind`: the kind is `add` or `mul`.
    * C2 `reduce-arithmetic-of-bool`: the value is not an `i1`.
    * C3 `element-type`: the value is an `i32` or `f32`.

    HLSL: `WavePrefixSum`, `WavePrefixProduct`, Shader Model 6.0.
  }];
}

#endif // WAVEDIALECT_IR_WAVEREDUCEOPS_TD
