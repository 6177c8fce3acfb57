// The bounding box of points: wave operations accept vectors and apply to each component.
// Proposal 0054 has no name for the number of groups of a dispatch, so the host passes it.

StructuredBuffer<float3> Lows : register(t0);
StructuredBuffer<float3> Highs : register(t1);
RWStructuredBuffer<float3> BoxLows : register(u0);
RWStructuredBuffer<float3> BoxHighs : register(u1);
cbuffer Constants : register(b0) {
  uint GroupCount;
};

static const float INFINITY = asfloat(0x7f800000);
groupshared float3 g_waveLows[GetGroupWaveCount()];
groupshared float3 g_waveHighs[GetGroupWaveCount()];

[numWaves(4)]
void bounding_box(uint group : SV_GroupID) {
  const uint lanes = GetGroupWaveCount() * WaveGetLaneCount();
  uint first = group * lanes + GetGroupWaveIndex() * WaveGetLaneCount() + WaveGetLaneIndex();
  uint count, stride;
  Lows.GetDimensions(count, stride);

  float3 low = INFINITY;
  float3 high = -INFINITY;
  for (uint i = first; i < count; i += GroupCount * lanes) {
    low = min(low, Lows[i]);
    high = max(high, Highs[i]);
  }
  low = WaveActiveMin(low);
  high = WaveActiveMax(high);
  if (WaveIsFirstLane()) {
    g_waveLows[GetGroupWaveIndex()] = low;
    g_waveHighs[GetGroupWaveIndex()] = high;
  }
  GroupMemoryBarrierWithGroupSync();

  if (GetGroupWaveIndex() == 0 && WaveIsFirstLane()) {
    for (uint wave = 1; wave < GetGroupWaveCount(); ++wave) {
      low = min(low, g_waveLows[wave]);
      high = max(high, g_waveHighs[wave]);
    }
    BoxLows[group] = low;
    BoxHighs[group] = high;
  }
}
