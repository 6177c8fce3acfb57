// The minimum and maximum depth of each 8x8 tile, with two waves per group: wave 1 passes its results on and retires.
// From HLSL proposal 0054, "Two Wave Example", corrected: the row of the wave is added to the row of the tile.

#define TILE_SIZE 8
#define FLT_MAX 3.402823466e+38f

StructuredBuffer<float> Depth : register(t0);
RWStructuredBuffer<float> TileMin : register(u0);
RWStructuredBuffer<float> TileMax : register(u1);
cbuffer Constants : register(b0) {
  uint Width;
};

groupshared float g_wave1minZ;
groupshared float g_wave1maxZ;

[numWaves(2)]
[WaveSize(8, 32)]
void compute_min_max_z(uint2 tile : SV_GroupID) {
  float minZ = FLT_MAX, maxZ = -FLT_MAX;

  uint laneIdx = WaveGetLaneIndex();
  uint2 coord = tile * TILE_SIZE + uint2(laneIdx % TILE_SIZE, laneIdx / TILE_SIZE);
  // The first wave processes the top half, the second wave the bottom half.
  coord.y += GetGroupWaveIndex() * (TILE_SIZE / GetGroupWaveCount());

  // 4, 2 or 1 iterations at 8, 16 or 32 lanes: the front end knows the wave count, the driver the wave size.
  uint numIterations = (TILE_SIZE * TILE_SIZE) / GetGroupWaveCount();
  numIterations /= WaveGetLaneCount();
  for (uint i = 0; i < numIterations; ++i) {
    float z = Depth[coord.y * Width + coord.x];
    minZ = min(minZ, WaveActiveMin(z));
    maxZ = max(maxZ, WaveActiveMax(z));
    coord.y += WaveGetLaneCount() / TILE_SIZE;
  }

  // Wave 1 stores to groupshared memory and retires: the barrier no longer waits for it.
  if (GetGroupWaveIndex()) {
    g_wave1minZ = minZ;
    g_wave1maxZ = maxZ;
    return;
  }
  GroupMemoryBarrierWithGroupSync();

  // Wave 0 combines the halves and writes the result.
  if (WaveIsFirstLane()) {
    uint index = tile.y * (Width / TILE_SIZE) + tile.x;
    TileMin[index] = min(minZ, g_wave1minZ);
    TileMax[index] = max(maxZ, g_wave1maxZ);
  }
}
