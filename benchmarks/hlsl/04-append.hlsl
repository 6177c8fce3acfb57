// examples/04 in HLSL: the ordered append.
#include "waves.hlsli"

StructuredBuffer<uint> amounts : register(t0);
RWStructuredBuffer<uint> counter : register(u1);
RWStructuredBuffer<uint> items : register(u2);

static const uint WAVES = 1;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void append(uint3 group : SV_GroupID) {
  if (is_extra_wave(WAVES))
    return;
  uint source = group.x * WAVE_SIZE + WaveGetLaneIndex();
  uint amount = amounts[source];
  uint total = WaveActiveSum(amount);
  uint start = 0;
  if (WaveIsFirstLane())
    InterlockedAdd(counter[0], total, start);
  start = WaveReadLaneFirst(start) + WavePrefixSum(amount);
  for (uint item = 0; item < amount; ++item)
    items[start + item] = source;
}
