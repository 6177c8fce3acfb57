// examples/07 in HLSL.
#include "waves.hlsli"

StructuredBuffer<uint> keys : register(t0);
RWStructuredBuffer<uint> histogram : register(u1);
RWStructuredBuffer<uint> counter : register(u2);
RWStructuredBuffer<uint> different : register(u3);
cbuffer Constants : register(b0) {
  uint keys_length, histogram_length, counter_length, different_length;
};

static const uint WAVES = 2;

// The lowest lane of a mask of four words.
uint first_lane(uint4 lanes) {
  uint word = 0;
  [unroll] for (int i = 3; i >= 0; --i)
    if (lanes[i] != 0)
      word = 32 * i + firstbitlow(lanes[i]);
  return word;
}

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void deduplicate(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  uint index = group_wave_index(thread);
  if (index >= WAVES)
    return;
  uint wave = group.x * WAVES + index;
  uint place = wave * WAVE_SIZE + WaveGetLaneIndex();
  if (place >= keys_length)
    return;
  uint key = keys[place];
  uint4 peers = WaveMatch(key);
  bool speaks = first_lane(peers) == WaveGetLaneIndex();
  uint start = 0;
  uint total = WaveActiveCountBits(speaks);
  if (WaveIsFirstLane())
    InterlockedAdd(counter[0], total, start);
  start = WaveReadLaneFirst(start);
  if (speaks) {
    uint4 bits = countbits(peers);
    InterlockedAdd(histogram[key], bits.x + bits.y + bits.z + bits.w);
    different[start + WavePrefixCountBits(true)] = key;
  }
}
