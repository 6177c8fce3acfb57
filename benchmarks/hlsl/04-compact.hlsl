// examples/04 in HLSL: the compaction.
#include "waves.hlsli"

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> counter : register(u1);
RWStructuredBuffer<uint> kept : register(u2);
cbuffer Constants : register(b0) {
  uint least;
  uint values_length, counter_length, kept_length;
};

static const uint WAVES = 1;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void compact(uint3 group : SV_GroupID) {
  if (is_extra_wave(WAVES))
    return;
  uint value = values[group.x * WAVE_SIZE + WaveGetLaneIndex()];
  bool keep = value >= least;
  uint total = WaveActiveCountBits(keep);
  uint start = 0;
  if (WaveIsFirstLane() && total != 0)
    InterlockedAdd(counter[0], total, start);
  start = WaveReadLaneFirst(start);
  if (keep)
    kept[start + WavePrefixCountBits(true)] = value;
}
