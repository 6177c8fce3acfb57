// examples/09 in HLSL.
#include "waves.hlsli"

StructuredBuffer<uint> matrix_values : register(t0);
RWStructuredBuffer<uint> transposed : register(u1);
cbuffer Constants : register(b0) {
  uint height, width;
  uint matrix_length, transposed_length;
};

static const uint WAVES = 1;

[WaveSize(WAVE_SIZE)]
[numthreads(WAVES * WAVE_SIZE, 1, 1)]
void transpose(uint3 group : SV_GroupID) {
  if (is_extra_wave(WAVES))
    return;
  const uint rows = 1u << (firstbithigh(uint(WAVE_SIZE)) / 2);
  const uint columns = WAVE_SIZE / rows;
  uint lane = WaveGetLaneIndex();
  uint top = group.y * rows;
  uint left = group.x * columns;
  uint value = matrix_values[(top + lane / columns) * width + left + lane % columns];
  value = WaveReadLaneAt(value, (lane % rows) * columns + lane / rows);
  transposed[(left + lane / rows) * height + top + lane % rows] = value;
}
