"""Shaders of the tests."""

SUMS = """
StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> sums : register(u0);
groupshared float parts[8];

[numWaves(2)]
void sum(uint3 group : SV_GroupID) {
  uint wave = GetGroupWaveIndex();
  uint i = (group.x * GetGroupWaveCount() + wave) * WaveGetLaneCount() + WaveGetLaneIndex();
  float total = WaveActiveSum(x[i]);
  if (WaveIsFirstLane())
    parts[wave] = total;
  GroupMemoryBarrierWithGroupSync();
  if (wave == 0 && WaveIsFirstLane())
    sums[group.x] = parts[0] + parts[1];
}
"""

#: Without the barrier, wave 0 may read before wave 1 stores.
RACE = SUMS.replace("  GroupMemoryBarrierWithGroupSync();\n", "")

SCALE = """
#include "factor.hlsli"
#ifndef N
#define N 2
#endif
RWBuffer<uint> values;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  values[id.x] = scaled(values[id.x]) * N;
}
"""
FACTOR = "uint scaled(uint value) { return value * 3; }\n"
