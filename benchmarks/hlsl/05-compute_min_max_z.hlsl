// examples/05 in HLSL.
#include "waves.hlsli"

StructuredBuffer<float> depth : register(t0);
RWStructuredBuffer<float2> tiles : register(u1);
cbuffer Constants : register(b0) {
  uint width;
  uint depth_length, tiles_length;
};

static const uint TILE_SIZE = 16;
static const uint THREADS = TILE_SIZE * TILE_SIZE;
static const float INFINITY = asfloat(0x7f800000);
groupshared float nearest[THREADS];
groupshared float farthest[THREADS];

[numthreads(TILE_SIZE, TILE_SIZE, 1)]
void compute_min_max_z(uint3 place : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  uint wave = group_wave_index(thread);
  nearest[thread] = INFINITY;
  farthest[thread] = -INFINITY;
  GroupMemoryBarrierWithGroupSync();

  float z = depth[place.y * width + place.x];
  float least = WaveActiveMin(z);
  float greatest = WaveActiveMax(z);
  if (WaveIsFirstLane()) {
    nearest[wave] = least;
    farthest[wave] = greatest;
  }
  GroupMemoryBarrierWithGroupSync();

  if (wave == 0) {
    least = INFINITY;
    greatest = -INFINITY;
    uint waves = min(group_wave_count(), THREADS);
    uint step = WaveActiveCountBits(true);
    for (uint other = WavePrefixCountBits(true); other < waves; other += step) {
      least = min(least, nearest[other]);
      greatest = max(greatest, farthest[other]);
    }
    uint tile = group.y * (width / TILE_SIZE) + group.x;
    float2 result = float2(WaveActiveMin(least), WaveActiveMax(greatest));
    if (WaveIsFirstLane())
      tiles[tile] = result;
  }
}
