// examples/01 in HLSL.
#include "waves.hlsli"

StructuredBuffer<float> depth : register(t0);
RWStructuredBuffer<float> tile_min : register(u1);
RWStructuredBuffer<float> tile_max : register(u2);
cbuffer Constants : register(b0) {
  uint width;
  uint depth_length, tile_min_length, tile_max_length;
};

static const uint TILE_SIZE = 8;
static const uint WAVES = 1;
static const float FLT_MAX = 3.402823466e38;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void compute_min_max_z(uint3 tile : SV_GroupID) {
  if (is_extra_wave(WAVES))
    return;
  float min_z = FLT_MAX, max_z = -FLT_MAX;
  uint lane = WaveGetLaneIndex();
  uint x = tile.x * TILE_SIZE + lane % TILE_SIZE;
  uint y = tile.y * TILE_SIZE + lane / TILE_SIZE;
  const uint iterations = (TILE_SIZE * TILE_SIZE) / WAVE_SIZE;
  for (uint i = 0; i < iterations; ++i) {
    float z = depth[y * width + x];
    min_z = min(min_z, WaveActiveMin(z));
    max_z = max(max_z, WaveActiveMax(z));
    y += WAVE_SIZE / TILE_SIZE;
  }
  if (WaveIsFirstLane()) {
    uint index = tile.y * (width / TILE_SIZE) + tile.x;
    tile_min[index] = min_z;
    tile_max[index] = max_z;
  }
}
