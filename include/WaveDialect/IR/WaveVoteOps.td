//===- WaveVoteOps.td - Votes, ballots and counts ------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEVOTEOPS_TD
#define WAVEDIALECT_IR_WAVEVOTEOPS_TD

include "WaveDialect/IR/WaveDialect.td"

/// An operation on a predicate of each active lane. The verifier accepts only
/// an `i1` (rule `predicate-not-bool`), because a wider value would lose its
/// upper bits on some targets.
class Wave_PredicateOp<string mnemonic, Type resultType, Wave_Uniformity uniformity,
                       list<Trait> traits>
    : Wave_LaneOp<mnemonic, uniformity, !listconcat([Wave_TakesPredicate], traits)> {
  let arguments = (ins AnyType:$predicate);
  let results = (outs resultType:$result);
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict";
}

def Wave_AnyOp : Wave_PredicateOp<"any", I1, Wave_OncePerWave,
                                  [Wave_AlwaysDefined, Wave_KeepsUniformValue]> {
  let summary = "Whether the predicate holds for any active lane";
  let description = [{
    The result is the same for all active lanes. HLSL: `WaveActiveAnyTrue`,
    Shader Model 6.0.
  }];
}

def Wave_AllOp : Wave_PredicateOp<"all", I1, Wave_OncePerWave,
                                  [Wave_AlwaysDefined, Wave_KeepsUniformValue]> {
  let summary = "Whether the predicate holds for all active lanes";
  let description = [{
    The result is the same for all active lanes. HLSL: `WaveActiveAllTrue`,
    Shader Model 6.0.
  }];
}

def Wave_BallotOp : Wave_PredicateOp<"ballot", VectorOfLengthAndType<[4], [I32]>,
                                     Wave_CountsLanes, [Wave_AlwaysDefined]> {
  let summary = "The lanes for which the predicate holds, one bit each";
  let description = [{
    Lane 0 is the least significant bit of component 0. Bits of inactive lanes,
    and bits from `wave.lane_count` on, are 0. HLSL: `WaveActiveBallot`, Shader
    Model 6.0.
  }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_CountBitsOp : Wave_PredicateOp<"count_bits", I32, Wave_CountsLanes, [Wave_AlwaysDefined]> {
  let summary = "The number of active lanes whose predicate is true";
  let description = [{ HLSL: `WaveActiveCountBits`, Shader Model 6.0. }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_PrefixCountBitsOp : Wave_PredicateOp<"prefix_count_bits", I32, Wave_OwnOfLane,
                                              [Wave_AlwaysDefined]> {
  let summary = "The number of active lanes before this one whose predicate is true";
  let description = [{
    The count is exclusive: a lane does not count itself, and the first active
    lane gets 0. HLSL: `WavePrefixCountBits`, Shader Model 6.0.
  }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_AllEqualOp : Wave_LaneOp<"all_equal", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_AlwaysDefined,
    TypesMatchWith<"the result has an i1 for each component", "value", "result",
                   "::mlir::wave::getBoolType($_self)">]> {
  let summary = "Whether the value is the same in all active lanes";
  let description = [{
    Floats compare as ordered: a NaN equals nothing, and -0 equals +0. A vector
    yields one `i1` for each component.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %e = wave.all_equal %v : vector<3xf32>  // vector<3xi1>
    ```

    HLSL: `WaveActiveAllEqual`, Shader Model 6.0. Helper lanes do not
    participate.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Wave_MatchOp : Wave_LaneOp<"match", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_AlwaysDefined, Wave_UsesPartition]> {
  let summary = "The active lanes that have the same value as this one";
  let description = [{
    A mask with one bit for each lane, as in `wave.ballot`: this lane's own bit
    is always set; bits of inactive lanes, and bits from `wave.lane_count` on,
    are 0. Lanes with equal values get equal masks. Floats compare by value: -0
    matches +0, and a NaN matches only its own lane. Vectors match if all their
    components match.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %mask = wave.match %v : f32  // vector<4xi32>
    ```

    `wave-expand-partitions` replaces it by a loop. HLSL: `WaveMatch`, Shader
    Model 6.5. Helper lanes do not participate: their bits are 0.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Mask:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WAVEDIALECT_IR_WAVEVOTEOPS_TD
