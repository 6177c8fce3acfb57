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
class Wave_CombineOp<string mnemonic, Wave_Uniformity uniformity>
    : Wave_LaneOp<mnemonic, uniformity, [
        Wave_Componentwise, Wave_AlwaysDefined, SameOperandsAndResultType]> {
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "custom<Kind>($kind) $value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Wave_ReduceOp : Wave_CombineOp<"reduce", Wave_OwnUniformity> {
  let summary = "Combines the values of all active lanes";
  let description = [{
    The same for all active lanes. The order of combination is free, so sums and
    products of floats agree up to rounding. `minnumf` and `maxnumf` ignore a
    NaN beside a number; all NaN is unspecified. Vectors are combined elementwise.

    * C1 `reduce-bits-of-float`: `and`, `or` and `xor` take integers.
    * C2 `reduce-arithmetic-of-bool`: an `i1` takes `and`, `or` and `xor` only.
    * C3 `reduce-kind`: integers take `add mul minsi minui maxsi maxui and or
      xor`, floats `add mul minnumf maxnumf`.
    * C4 `element-type`: the value is a scalar or a vector of 2 to 4.

    HLSL: `WaveActiveSum`, `Product`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`,
    Shader Model 6.0.
  }];
}

def Wave_PrefixOp : Wave_CombineOp<"prefix", Wave_OwnOfLane> {
  let summary = "Combines the values of the active lanes before this one";
  let description = [{
    Exclusive: the first active lane gets the kind's identity, 0 for `add`, `or`
    and `xor`, 1 for `mul`, all bits for `and`. Vectors are scanned elementwise.

    * C1 `prefix-kind`: the kind is `add`, `mul`, `and`, `or` or `xor`.
    * C2 `reduce-arithmetic-of-bool`: an `i1` takes `and`, `or` and `xor` only.
    * C3 `element-type`: the value is a scalar or a vector of 2 to 4.
    * C4 `reduce-bits-of-float`: `and`, `or` and `xor` take integers.

    HLSL: `WavePrefixSum`, `WavePrefixProduct`, Shader Model 6.0; it has no name
    for the others, which `wave-expand-partitions` makes. Helper lanes take no part.
  }];
}

def Wave_MultiPrefixOp : Wave_LaneOp<"multi_prefix", Wave_OwnOfLane, [
    Wave_Componentwise, Wave_UsesPartition, AllTypesMatch<["value", "result"]>]> {
  let summary = "Combines the values of the lanes of the mask before this one";
  let description = [{
    Each lane gives the mask of its own class, as `wave.match` makes it: the
    classes part the active lanes, and all lanes of a class have the same mask.
    A mask that is not so is undefined. Exclusive: only lanes with a smaller index
    are combined, and the first active lane of a class gets the kind's identity, 0
    for `add`, `or` and `xor`, 1 for `mul`, all bits for `and`. Bits of inactive
    lanes are ignored. Vectors are scanned elementwise.

    * C1 `multi-prefix-kind`: the kind is `add`, `mul`, `and`, `or` or `xor`.
    * C2 `reduce-arithmetic-of-bool`: an `i1` takes `and`, `or` and `xor` only.
    * C3 `element-type`: the value is a scalar or a vector of 2 to 4.
    * C4 `reduce-bits-of-float`: `and`, `or` and `xor` take integers.

    ```mlir
    %mask = wave.match %key : i32
    %sum = wave.multi_prefix add %v, %mask : f32
    ```

    `wave-expand-partitions` makes a loop of it. HLSL: `WaveMultiPrefixSum`,
    `Product`, `BitAnd`, `BitOr`, `BitXor`, Shader Model 6.5. Helper lanes take no
    part.
  }];
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, Wave_Element:$value, Wave_Mask:$mask);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "custom<Kind>($kind) $value `,` $mask attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Wave_MultiPrefixCountBitsOp : Wave_LaneOp<"multi_prefix_count_bits", Wave_OwnOfLane, [
    Wave_TakesPredicate, Wave_UsesPartition]> {
  let summary = "How many lanes of the mask before this one have a true predicate";
  let description = [{
    Exclusive, of the active lanes of this lane's mask; masks as those of
    `wave.multi_prefix`.

    * C1 `predicate-not-bool`: the operand is an `i1`.

    ```mlir
    %count = wave.multi_prefix_count_bits %p, %mask : i32
    ```

    `wave-expand-partitions` makes a loop of it. HLSL:
    `WaveMultiPrefixCountBits`, Shader Model 6.5. Helper lanes take no part.
  }];
  let arguments = (ins AnyType:$predicate, Wave_Mask:$mask);
  let results = (outs I32:$result);
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) `,` $mask attr-dict `:` type($result)";
}

#endif // WAVEDIALECT_IR_WAVEREDUCEOPS_TD
