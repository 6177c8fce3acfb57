// Running sums of the rows of a matrix: each wave scans its part, and wave 0 sums the totals of all waves.

StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> Sums : register(u0);
cbuffer Constants : register(b0) {
  uint Width;
};

groupshared uint g_totals[GetGroupWaveCount()];
groupshared uint g_starts[GetGroupWaveCount()];

[numWaves(8)]
void scan_rows(uint group : SV_GroupID) {
  uint lane = WaveGetLaneIndex();
  uint wave = GetGroupWaveIndex();
  uint carried = 0;
  for (uint first = 0; first < Width; first += WaveGetLaneCount() * GetGroupWaveCount()) {
    uint column = first + wave * WaveGetLaneCount() + lane;
    uint value = 0;
    if (column < Width)
      value = Values[group * Width + column];
    uint before = WavePrefixSum(value);
    g_totals[wave] = WaveActiveSum(value);
    GroupMemoryBarrierWithGroupSync();

    if (wave == 0) {
      // A wave may have fewer lanes than the group has waves, or more.
      for (uint start = 0; start < GetGroupWaveCount(); start += WaveGetLaneCount()) {
        uint total = 0;
        if (start + lane < GetGroupWaveCount()) {
          total = g_totals[start + lane];
          g_starts[start + lane] = carried + WavePrefixSum(total);
        }
        carried += WaveActiveSum(total);
      }
    }
    GroupMemoryBarrierWithGroupSync();

    if (column < Width)
      Sums[group * Width + column] = g_starts[wave] + before + value;
  }
}
