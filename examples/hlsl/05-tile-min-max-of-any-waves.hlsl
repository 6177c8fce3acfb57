// An unknown number of waves cooperates: each stores its result in groupshared memory, and one wave combines them.
// From HLSL proposal 0048, with a corrected final reduction: the barrier is outside the branch, where every wave
// reaches it.

#define TILE_SIZE 16
#define THREADS (TILE_SIZE * TILE_SIZE)

StructuredBuffer<float> Depth : register(t0);
RWStructuredBuffer<float2> Tiles : register(u0);
cbuffer Constants : register(b0) {
  uint Width;
};

static const float INFINITY = asfloat(0x7f800000);
// At most THREADS waves have a thread. A device may also count waves without threads, which store no result.
groupshared float g_nearest[THREADS];
groupshared float g_farthest[THREADS];

[numthreads(TILE_SIZE, TILE_SIZE, 1)]
void compute_min_max_z(uint2 tile : SV_GroupID, uint2 pixel : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  g_nearest[thread] = INFINITY;
  g_farthest[thread] = -INFINITY;
  GroupMemoryBarrierWithGroupSync();

  uint waveIndex = GetGroupWaveIndex();
  float z = Depth[pixel.y * Width + pixel.x];
  float minZ = WaveActiveMin(z);
  float maxZ = WaveActiveMax(z);
  if (WaveIsFirstLane()) {
    g_nearest[waveIndex] = minZ;
    g_farthest[waveIndex] = maxZ;
  }
  GroupMemoryBarrierWithGroupSync();

  if (waveIndex == 0) {
    // The lanes of this wave divide the results of all waves among themselves, for any number of lanes and waves.
    minZ = INFINITY;
    maxZ = -INFINITY;
    uint waveCount = min(GetGroupWaveCount(), THREADS);
    uint lanes = WaveActiveCountBits(true);
    for (uint other = WavePrefixCountBits(true); other < waveCount; other += lanes) {
      minZ = min(minZ, g_nearest[other]);
      maxZ = max(maxZ, g_farthest[other]);
    }
    float2 result = float2(WaveActiveMin(minZ), WaveActiveMax(maxZ));
    if (WaveIsFirstLane())
      Tiles[tile.y * (Width / TILE_SIZE) + tile.x] = result;
  }
}
