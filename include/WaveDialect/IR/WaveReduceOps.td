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

/// The combining kinds are those of `gpu.all_reduce`; each kind implies a sign.
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
    The result is the same for all active lanes. The order of combination is
    unspecified, so float sums and products agree only up to rounding. `minnumf`
    and `maxnumf` ignore a NaN if another lane has a number; the result is
    unspecified if all values are NaN. Vectors are combined elementwise.

    * C1 `reduce-bits-of-float`: `and`, `or` and `xor` combine integers only.
    * C2 `reduce-arithmetic-of-bool`: an `i1` supports `and`, `or` and `xor`
      only.
    * C3 `reduce-kind`: integers support `add mul minsi minui maxsi maxui and or
      xor`, floats `add mul minnumf maxnumf`.
    * C4 `element-type`: the value is a scalar or a vector of 2 to 4.

    HLSL: `WaveActiveSum`, `Product`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`,
    Shader Model 6.0.
  }];
}

def Wave_PrefixOp : Wave_CombineOp<"prefix", Wave_OwnOfLane> {
  let summary = "Combines the values of the active lanes before this one";
  let description = [{
    The scan is exclusive: the first active lane gets the identity of the kind,
    which is 0 for `add`, `or` and `xor`, 1 for `mul`, and all ones for `and`.
    Vectors are scanned elementwise.

    * C1 `prefix-kind`: the kind is `add`, `mul`, `and`, `or` or `xor`.
    * C2 `reduce-arithmetic-of-bool`: an `i1` supports `and`, `or` and `xor`
      only.
    * C3 `element-type`: the value is a scalar or a vector of 2 to 4.
    * C4 `reduce-bits-of-float`: `and`, `or` and `xor` combine integers only.

    HLSL: `WavePrefixSum`, `WavePrefixProduct`, Shader Model 6.0. HLSL lacks the
    other kinds; `wave-expand-partitions` replaces them. Helper lanes do not
    participate.
  }];
}

def Wave_InclusivePrefixOp : Wave_CombineOp<"inclusive_prefix", Wave_OwnOfLane> {
  let summary = "Combines the values of this lane and of the active lanes before it";
  let description = [{
    The first active lane gets its own value, and the last one the result of
    `wave.reduce`, for floats up to rounding. It is an operation of its own
    because GPUs scan inclusively, and because minima and maxima have no
    exclusive scan. Vectors are scanned elementwise.

    * C1 `reduce-bits-of-float`: `and`, `or` and `xor` combine integers only.
    * C2 `reduce-arithmetic-of-bool`: an `i1` is not combined.
    * C3 `reduce-kind`: the kinds are those of `wave.reduce`.
    * C4 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %sum = wave.inclusive_prefix add %v : f32
    ```

    HLSL has no name for it; SPIR-V: `InclusiveScan`. Helper lanes do not
    participate.
  }];
}

def Wave_ClusterReduceOp : Wave_CombineOp<"cluster_reduce", Wave_OwnOfLane> {
  let summary = "Combines the values of the active lanes of the lane's cluster";
  let description = [{
    Clusters are `cluster_size` consecutive lanes; the first lane of a cluster
    has an index that is a multiple of the size. In a wave with fewer lanes the
    whole wave is one cluster. Inactive lanes contribute nothing. Rounding and
    NaN are those of `wave.reduce`. Vectors are combined elementwise.

    * C1 `reduce-bits-of-float`: `and`, `or` and `xor` combine integers only.
    * C2 `reduce-arithmetic-of-bool`: an `i1` is not combined.
    * C3 `reduce-kind`: the kinds are those of `wave.reduce`.
    * C4 `element-type`: the value is a scalar or a vector of 2 to 4.
    * C5 `cluster-size`: the size is a power of two in 2..128.

    ```mlir
    %sum = wave.cluster_reduce add 8 %v : f32
    ```

    HLSL has no name for it; SPIR-V: `ClusteredReduce`. Helper lanes do not
    participate.
  }];
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, I32Attr:$cluster_size,
                       Wave_Element:$value);
  let assemblyFormat = "custom<Kind>($kind) $cluster_size $value attr-dict `:` type($value)";
}

def Wave_MultiPrefixOp : Wave_LaneOp<"multi_prefix", Wave_OwnOfLane, [
    Wave_Componentwise, Wave_UsesPartition, AllTypesMatch<["value", "result"]>]> {
  let summary = "Combines the values of earlier lanes of the lane's class";
  let description = [{
    Each lane passes the mask of its own class, as `wave.match` computes it: the
    classes partition the active lanes, and all lanes of a class have the same
    mask. The result for other masks is undefined. The scan is exclusive: it
    combines only lanes with a smaller index, and the first active lane of a
    class gets the identity of the kind, which is 0 for `add`, `or` and `xor`, 1
    for `mul`, and all ones for `and`. Bits of inactive lanes are ignored.
    Vectors are scanned elementwise.

    * C1 `multi-prefix-kind`: the kind is `add`, `mul`, `and`, `or` or `xor`.
    * C2 `reduce-arithmetic-of-bool`: an `i1` supports `and`, `or` and `xor`
      only.
    * C3 `element-type`: the value is a scalar or a vector of 2 to 4.
    * C4 `reduce-bits-of-float`: `and`, `or` and `xor` combine integers only.

    ```mlir
    %mask = wave.match %key : i32
    %sum = wave.multi_prefix add %v, %mask : f32
    ```

    `wave-expand-partitions` replaces it by a loop. HLSL: `WaveMultiPrefixSum`,
    `Product`, `BitAnd`, `BitOr`, `BitXor`, Shader Model 6.5. Helper lanes do
    not participate.
  }];
  let arguments = (ins GPU_AllReduceOperationAttr:$kind, Wave_Element:$value, Wave_Mask:$mask);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "custom<Kind>($kind) $value `,` $mask attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Wave_MultiPrefixCountBitsOp : Wave_LaneOp<"multi_prefix_count_bits", Wave_OwnOfLane, [
    Wave_TakesPredicate, Wave_UsesPartition]> {
  let summary = "The number of earlier lanes of the lane's class whose predicate is true";
  let description = [{
    The count is exclusive and includes only active lanes of this lane's mask.
    The masks are those of `wave.multi_prefix`.

    * C1 `predicate-not-bool`: the operand is an `i1`.

    ```mlir
    %count = wave.multi_prefix_count_bits %p, %mask : i32
    ```

    `wave-expand-partitions` replaces it by a loop. HLSL:
    `WaveMultiPrefixCountBits`, Shader Model 6.5. Helper lanes do not
    participate.
  }];
  let arguments = (ins AnyType:$predicate, Wave_Mask:$mask);
  let results = (outs I32:$result);
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) `,` $mask attr-dict `:` type($result)";
}

#endif // WAVEDIALECT_IR_WAVEREDUCEOPS_TD
