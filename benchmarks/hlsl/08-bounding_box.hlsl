// examples/08 in HLSL.
#include "waves.hlsli"

StructuredBuffer<float3> lows : register(t0);
StructuredBuffer<float3> highs : register(t1);
RWStructuredBuffer<float3> box_lows : register(u2);
RWStructuredBuffer<float3> box_highs : register(u3);
cbuffer Constants : register(b0) {
  uint lows_length, highs_length, box_lows_length, box_highs_length; // In scalars.
  uint3 group_count;
};

static const uint WAVES = 4;
static const float INFINITY = asfloat(0x7f800000);
groupshared float3 wave_lows[WAVES];
groupshared float3 wave_highs[WAVES];

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void bounding_box(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  uint wave = group_wave_index(thread);
  const uint lanes = WAVES * WAVE_SIZE;
  float3 low = INFINITY;
  float3 high = -INFINITY;
  if (wave < WAVES) {
    uint first = group.x * lanes + wave * WAVE_SIZE + WaveGetLaneIndex();
    uint count = lows_length / 3;
    for (uint i = first; i < count; i += group_count.x * lanes) {
      low = min(low, lows[i]);
      high = max(high, highs[i]);
    }
    low = WaveActiveMin(low);
    high = WaveActiveMax(high);
    if (WaveIsFirstLane()) {
      wave_lows[wave] = low;
      wave_highs[wave] = high;
    }
  }
  GroupMemoryBarrierWithGroupSync();

  if (wave == 0 && WaveIsFirstLane()) {
    for (uint other = 1; other < WAVES; ++other) {
      low = min(low, wave_lows[other]);
      high = max(high, wave_highs[other]);
    }
    box_lows[group.x] = low;
    box_highs[group.x] = high;
  }
}
