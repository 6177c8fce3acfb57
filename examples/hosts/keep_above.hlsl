// The kernel of write_bundle.py in HLSL: the four waves of a group keep the numbers above a threshold, and wave 0 adds the sums
// of the waves.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> kept : register(u0);
RWStructuredBuffer<uint> total : register(u1);
cbuffer settings : register(b0) {
  uint threshold;
};

groupshared uint sums[GetGroupWaveCount()];

[numWaves(4)]
void keep_above(uint group : SV_GroupID) {
  uint wave = GetGroupWaveIndex();
  uint lane = WaveGetLaneIndex();
  uint i = (group * GetGroupWaveCount() + wave) * WaveGetLaneCount() + lane;
  uint value = x[i] > threshold ? x[i] : 0; // 0 past the end
  kept[i] = value;                          // nothing past the end
  uint sumOfWave = WaveActiveSum(value);
  if (WaveIsFirstLane())
    sums[wave] = sumOfWave;
  GroupMemoryBarrierWithGroupSync();
  if (wave == 0) {
    uint sumOfGroup = WaveActiveSum(lane < GetGroupWaveCount() ? sums[lane] : 0);
    if (WaveIsFirstLane())
      InterlockedAdd(total[0], sumOfGroup);
  }
}
