// examples/02 in HLSL. Every wave has to reach HLSL's barrier, so that wave 1 stays to the end.
#include "waves.hlsli"

StructuredBuffer<float> depth : register(t0);
RWStructuredBuffer<float> tile_min : register(u1);
RWStructuredBuffer<float> tile_max : register(u2);
cbuffer Constants : register(b0) {
  uint width;
  uint depth_length, tile_min_length, tile_max_length;
};

static const uint TILE_SIZE = 8;
static const uint WAVES = 2;
static const float FLT_MAX = 3.402823466e38;
groupshared float wave1_min_z, wave1_max_z;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void compute_min_max_z(uint3 tile : SV_GroupID, uint thread : SV_GroupIndex) {
  uint wave = group_wave_index(thread);
  float min_z = FLT_MAX, max_z = -FLT_MAX;
  if (wave < WAVES) {
    uint lane = WaveGetLaneIndex();
    uint x = tile.x * TILE_SIZE + lane % TILE_SIZE;
    uint y = tile.y * TILE_SIZE + lane / TILE_SIZE;
    y += wave * (TILE_SIZE / WAVES);
    const uint iterations = (TILE_SIZE * TILE_SIZE) / WAVES / WAVE_SIZE;
    for (uint i = 0; i < iterations; ++i) {
      float z = depth[y * width + x];
      min_z = min(min_z, WaveActiveMin(z));
      max_z = max(max_z, WaveActiveMax(z));
      y += WAVE_SIZE / TILE_SIZE;
    }
    if (wave != 0) {
      wave1_min_z = min_z;
      wave1_max_z = max_z;
    }
  }
  GroupMemoryBarrierWithGroupSync();
  if (wave == 0 && WaveIsFirstLane()) {
    uint index = tile.y * (width / TILE_SIZE) + tile.x;
    tile_min[index] = min(min_z, wave1_min_z);
    tile_max[index] = max(max_z, wave1_max_z);
  }
}
