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
    The same for all active lanes; a vector is read whole. HLSL: `WaveReadLaneFirst`, Shader Model 6.0.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Wave_ReadLaneOp : Wave_LaneOp<"read_lane", Wave_OwnUniformity, [
    Wave_Componentwise, Wave_KeepsUniformValue, AllTypesMatch<["value", "result"]>]> {
  let summary = "The value of another lane";
  let description = [{
    The lane may differ from lane to lane. Undefined when the lane that is read is
    not active or not below `wave.lane_count`. HLSL: `WaveReadLaneAt`, Shader
    Model 6.0.
  }];
  let arguments = (ins Wave_Element:$value, I32:$lane);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value `,` $lane attr-dict `:` type($value)";
}

def Wave_AssumeUniformOp : Wave_UniformityOp<"assume_uniform", Wave_SameForGroup, [
    Wave_ReadsActiveLanes, Wave_Componentwise, SameOperandsAndResultType]> {
  let summary = "The programmer's word that a value is the same for the group";
  let description = [{
    Gives back its operand, and uniformity analysis takes it as the same in all
    lanes of all waves of the group that execute this. Undefined when it is not.
  }];
  let arguments = (ins Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WAVEDIALECT_IR_WAVEREADOPS_TD
