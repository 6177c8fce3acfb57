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

/// An operation on a predicate of each active lane. The operand is an `i1`: anything
/// else is refused with the id `predicate-not-bool`, because a wider value would lose
/// its upper bits on some targets.
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
    The same for all active lanes. HLSL: `WaveActiveAnyTrue`, Shader Model 6.0.
  }];
}

def Wave_AllOp : Wave_PredicateOp<"all", I1, Wave_OncePerWave,
                                  [Wave_AlwaysDefined, Wave_KeepsUniformValue]> {
  let summary = "Whether the predicate holds for all active lanes";
  let description = [{
    The same for all active lanes. HLSL: `WaveActiveAllTrue`, Shader Model 6.0.
  }];
}

def Wave_BallotOp : Wave_PredicateOp<"ballot", VectorOfLengthAndType<[4], [I32]>,
                                     Wave_CountsLanes, [Wave_AlwaysDefined]> {
  let summary = "The lanes for which the predicate holds, one bit each";
  let description = [{
    Lane 0 is the least significant bit of component 0. Bits of inactive lanes,
    and from `wave.lane_count` on, are 0. HLSL: `WaveActiveBallot`, Shader Model
    6.0.
  }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_CountBitsOp : Wave_PredicateOp<"count_bits", I32, Wave_CountsLanes, [Wave_AlwaysDefined]> {
  let summary = "How many active lanes have a true predicate";
  let description = [{ In lanes. HLSL: `WaveActiveCountBits`, Shader Model 6.0. }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_PrefixCountBitsOp : Wave_PredicateOp<"prefix_count_bits", I32, Wave_OwnOfLane,
                                              [Wave_AlwaysDefined]> {
  let summary = "How many active lanes before this one have a true predicate";
  let description = [{
    Exclusive: a lane does not count itself, and the first active lane gets 0. HLSL:
    `WavePrefixCountBits`, Shader Model 6.0.
  }];
  let assemblyFormat = "$predicate `` custom<PredicateType>(type($predicate)) attr-dict `:` type($result)";
}

def Wave_AllEqualOp : Wave_LaneOp<"all_equal", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_AlwaysDefined,
    TypesMatchWith<"the result has an i1 for each component", "value", "result",
                   "::mlir::wave::getBoolType($_self)">]> {
  let summary = "Whether the value is the same in all active lanes";
  let description = [{
    Floats compare ordered and equal: a NaN equals nothing, -0 equals +0. A vector
    gives one `i1` a component.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %e = wave.all_equal %v : vector<3xf32>  // vector<3xi1>
    ```

    HLSL: `WaveActiveAllEqual`, Shader Model 6.0. Helper lanes take no part.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Wave_MatchOp : Wave_LaneOp<"match", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_AlwaysDefined, Wave_UsesPartition]> {
  let summary = "The active lanes that have the same value as this one";
  let description = [{
    One bit a lane, as `wave.ballot` has them: this lane's own bit is always set,
    bits of inactive lanes, and from `wave.lane_count` on, are 0. Lanes with equal
    values get equal masks. Floats compare by value: -0 matches +0, and a NaN
    matches only its own lane. Vectors match when all their components do.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %mask = wave.match %v : f32  // vector<4xi32>
    ```

    `wave-expand-partitions` makes a loop of it. HLSL: `WaveMatch`, Shader Model
    6.5. Helper lanes take no part: their bits are 0.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Mask:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WAVEDIALECT_IR_WAVEVOTEOPS_TD
