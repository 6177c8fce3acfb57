//===- WaveLaneOps.td - Queries of a lane --------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVELANEOPS_TD
#define WAVEDIALECT_IR_WAVELANEOPS_TD

include "WaveDialect/IR/WaveDialect.td"

def Wave_LaneIndexOp : Wave_NumberOp<"lane_index", Wave_OwnOfLane> {
  let summary = "The index of this lane in its wave";
  let description = [{
    From 0 to `wave.lane_count` - 1. HLSL: `WaveGetLaneIndex()`, Shader Model 6.0.
  }];
}

def Wave_LaneCountOp : Wave_NumberOp<"lane_count", Wave_OwnUniformity> {
  let summary = "The number of lanes of a wave";
  let description = [{
    Counts all lanes, active or not: a power of two in 4..128, the same for all
    waves of a `num_waves` dispatch. HLSL: `WaveGetLaneCount()`, Shader Model
    6.0.
  }];
}

def Wave_IsFirstLaneOp : Wave_LaneOp<"is_first_lane", Wave_OwnOfLane, [Wave_AlwaysDefined]> {
  let summary = "Whether this is the active lane with the smallest index";
  let description = [{
    True for exactly one of the lanes that reach the operation. HLSL:
    `WaveIsFirstLane()`, Shader Model 6.0. A helper lane of a pixel quad is
    never the first.
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

#endif // WAVEDIALECT_IR_WAVELANEOPS_TD
