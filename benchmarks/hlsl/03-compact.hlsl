// examples/03 in HLSL. Every wave has to reach HLSL's barriers, so that a wave without a pixel stays to the end.
#include "waves.hlsli"

StructuredBuffer<float> image : register(t0);
RWStructuredBuffer<uint> counter : register(u1);
RWStructuredBuffer<uint> pixels : register(u2);
cbuffer Constants : register(b0) {
  uint width;
  float threshold;
  uint image_length, counter_length, pixels_length;
};

static const uint TILE_WIDTH = 16;
static const uint WAVES = 4;
groupshared uint wave_store[WAVES - 1];

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void compact(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  uint wave = group_wave_index(thread);
  uint lane = WaveGetLaneIndex();
  const uint wave_height = WAVE_SIZE / TILE_WIDTH;
  const uint tile_height = wave_height * WAVES;
  uint x = group.x * TILE_WIDTH + lane % TILE_WIDTH;
  uint y = group.y * tile_height + wave * wave_height + lane / TILE_WIDTH;

  bool keep = false;
  bool works = false;
  uint count = 0;
  if (wave < WAVES) {
    keep = image[y * width + x] > threshold;
    count = WaveActiveCountBits(keep);
    works = true;
    if (wave != 0) {
      wave_store[wave - 1] = count;
      works = count != 0;
    }
  }
  GroupMemoryBarrierWithGroupSync();

  uint offset = 0;
  if (wave == 0) {
    if (WaveIsFirstLane()) {
      uint total = count;
      for (uint j = 0; j < WAVES - 1; ++j)
        total += wave_store[j];
      InterlockedAdd(counter[0], total, offset);
      uint next_offset = offset + count;
      for (uint k = 0; k < WAVES - 1; ++k) {
        uint wave_count = wave_store[k];
        wave_store[k] = next_offset;
        next_offset += wave_count;
      }
    }
    offset = WaveReadLaneFirst(offset);
  }
  GroupMemoryBarrierWithGroupSync();

  if (works) {
    if (wave != 0)
      offset = wave_store[wave - 1];
    uint index = offset + WavePrefixCountBits(keep);
    if (keep)
      pixels[index] = (x & 0xffff) | (y << 16);
  }
}
