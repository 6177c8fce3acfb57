//===- WaveReadOps.td - Reading another lane -----------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEREADOPS_TD
#define WAVEDIALECT_IR_WAVEREADOPS_TD

include "WaveDialect/IR/WaveDialect.td"

def Wave_ReadFirstLaneOp : Wave_LaneOp<"read_first_lane", Wave_OncePerWave, [
    Wave_Componentwise, Wave_AlwaysDefined, Wave_KeepsUniformValue, SameOperandsAndResultType]> {
  let summary = "The value of the active lane with the smallest index";
  let description = [{
    The result is the same for all active lanes; a vector is read as a whole.
    HLSL: `WaveReadLaneFirst`, Shader Model 6.0.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Wave_ReadLaneOp : Wave_LaneOp<"read_lane", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_KeepsUniformValue, AllTypesMatch<["value", "result"]>]> {
  let summary = "The value of another lane";
  let description = [{
    Each lane may read a different lane. The result is undefined if the lane
    that is read is not active or its index is not below `wave.lane_count`.
    HLSL: `WaveReadLaneAt`, Shader Model 6.0.
  }];
  let arguments = (ins Wave_Element:$value, I32:$lane);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value `,` $lane attr-dict `:` type($value)";
}

def Wave_AssumeUniformOp : Wave_UniformityOp<"assume_uniform", Wave_SameForGroup, [
    Wave_ReadsActiveLanes, Wave_Componentwise, SameOperandsAndResultType]> {
  let summary = "Promises that a value is uniform across the group";
  let description = [{
    Returns its operand. Uniformity analysis assumes that the value is the same
    in all lanes of the group that execute this operation; otherwise the
    behavior is undefined.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WAVEDIALECT_IR_WAVEREADOPS_TD
