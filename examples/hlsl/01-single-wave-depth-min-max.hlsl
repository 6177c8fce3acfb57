// The minimum and maximum depth of each 8x8 tile, with one wave per group: no atomics, no groupshared memory.
// From HLSL proposal 0054, "Single Wave Example".

#define TILE_SIZE 8
#define FLT_MAX 3.402823466e+38f

StructuredBuffer<float> Depth : register(t0);
RWStructuredBuffer<float> TileMin : register(u0);
RWStructuredBuffer<float> TileMax : register(u1);
cbuffer Constants : register(b0) {
  uint Width;
};

[numWaves(1)]
[WaveSize(8, 64)]
void compute_min_max_z(uint2 tile : SV_GroupID) {
  float minZ = FLT_MAX, maxZ = -FLT_MAX;

  uint laneIdx = WaveGetLaneIndex();
  uint2 coord = tile * TILE_SIZE + uint2(laneIdx % TILE_SIZE, laneIdx / TILE_SIZE);

  // 8, 4, 2 or 1 iterations at 8, 16, 32 or 64 lanes: a constant for each wave size.
  uint numIterations = (TILE_SIZE * TILE_SIZE) / WaveGetLaneCount();
  for (uint i = 0; i < numIterations; ++i) {
    float z = Depth[coord.y * Width + coord.x];
    minZ = min(minZ, WaveActiveMin(z));
    maxZ = max(maxZ, WaveActiveMax(z));
    coord.y += WaveGetLaneCount() / TILE_SIZE;
  }

  if (WaveIsFirstLane()) {
    uint index = tile.y * (Width / TILE_SIZE) + tile.x;
    TileMin[index] = minZ;
    TileMax[index] = maxZ;
  }
}
