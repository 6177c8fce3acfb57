// examples/06 in HLSL: each lane loads each light.
#include "waves.hlsli"

StructuredBuffer<float4> lights : register(t0);
Texture2D<uint2> start_counts : register(t1);
RWTexture2D<float4> output : register(u2);

static const uint TILE_SIZE = 8;
static const uint WAVES = 1;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void shade(uint3 group : SV_GroupID) {
  if (is_extra_wave(WAVES))
    return;
  uint lane = WaveGetLaneIndex();
  uint x = group.x * TILE_SIZE + lane % TILE_SIZE;
  uint y = group.y * (WAVE_SIZE / TILE_SIZE) + lane / TILE_SIZE;
  uint2 start_count = start_counts[uint2(x / TILE_SIZE, y / TILE_SIZE)];
  float4 total = 0;
  for (uint i = 0; i < start_count.y; ++i)
    total += lights[start_count.x + i];
  output[uint2(x, y)] = total;
}
