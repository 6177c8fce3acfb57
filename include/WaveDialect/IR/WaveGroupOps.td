//===- WaveGroupOps.td - Indices of groups, waves and threads -*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEGROUPOPS_TD
#define WAVEDIALECT_IR_WAVEGROUPOPS_TD

include "WaveDialect/IR/WaveDialect.td"
include "mlir/Dialect/GPU/IR/GPUBase.td"
include "mlir/Dialect/GPU/IR/GPUOps.td"

/// A query with one result in each dimension.
class Wave_DimensionOp<string mnemonic, Wave_Uniformity uniformity>
    : Wave_NumberOp<mnemonic, uniformity> {
  let arguments = (ins GPU_DimensionAttr:$dimension);
  let assemblyFormat = "custom<Dimension>($dimension) attr-dict `:` type($result)";
}

def Wave_GroupWaveIndexOp : Wave_NumberOp<"group_wave_index", Wave_SameForWave> {
  let summary = "The index of this wave in its group";
  let description = [{
    From 0 to `wave.group_wave_count` - 1; the same for all lanes of a wave,
    different for each wave of a group. The device decides which threads a wave
    holds. Valid in compute, mesh and amplification kernels and in nodes that
    are launched in groups.

    HLSL: `GetGroupWaveIndex()`, Shader Model 6.10. Source: HLSL proposal 0048.
  }];
}

def Wave_GroupWaveCountOp : Wave_NumberOp<"group_wave_count", Wave_SameForGroup> {
  let summary = "The number of waves that run the group";
  let description = [{
    Under `num_waves(X)` the constant X. Under `num_threads` at least threads /
    lanes, rounded up; it is not folded, because an implementation may launch
    more waves. It is the same for all groups of a dispatch and does not change
    while a group runs.

    HLSL: `GetGroupWaveCount()`, Shader Model 6.10. Source: HLSL proposals 0048
    and 0054.
  }];
}

def Wave_GroupIdOp : Wave_DimensionOp<"group_id", Wave_SameForGroup> {
  let summary = "The index of this group in the dispatch";
  let description = [{ Counted in groups, from 0. HLSL: `SV_GroupID`. }];
}

def Wave_GroupCountOp : Wave_DimensionOp<"group_count", Wave_SameForGroup> {
  let summary = "The number of groups in the dispatch";
  let description = [{ Counted in groups. HLSL has no name for it; SPIR-V: `NumWorkgroups`. }];
}

def Wave_DispatchThreadIdOp : Wave_DimensionOp<"dispatch_thread_id", Wave_OwnUniformity> {
  let summary = "The index of this thread in the dispatch";
  let description = [{
    HLSL: `SV_DispatchThreadID`. An error under `num_waves` (rule
    `thread-id-under-num-waves`), where threads have no indices. Source: HLSL
    proposal 0054.
  }];
}

def Wave_GroupThreadIdOp : Wave_DimensionOp<"group_thread_id", Wave_OwnUniformity> {
  let summary = "The index of this thread in its group, in each dimension";
  let description = [{ HLSL: `SV_GroupThreadID`. An error under `num_waves`. }];
}

def Wave_GroupIndexOp : Wave_NumberOp<"group_index", Wave_OwnOfLane> {
  let summary = "The index of this thread in its group, flattened to one dimension";
  let description = [{
    HLSL: `SV_GroupIndex`. An error under `num_waves`. Neither the lane index
    nor the wave index follows from it: some devices fill waves in tiles.
  }];
}

#endif // WAVEDIALECT_IR_WAVEGROUPOPS_TD
