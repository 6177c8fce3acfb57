// One load for a whole wave: each lane loads a different light of the tile's list, and the wave reads them in turn.
// From the article "WaveLane", corrected: a lane loads by its lane index, and no lane loads past the end of the list.

#define TILE_SIZE 8

Buffer<float4> lightDatas : register(t0);
Texture2D<uint2> lightStartCounts : register(t1);
RWTexture2D<float4> output : register(u0);

uint2 pixel_of_lane(uint2 group) {
  uint lane = WaveGetLaneIndex();
  return uint2(group.x * TILE_SIZE + lane % TILE_SIZE,
               group.y * (WaveGetLaneCount() / TILE_SIZE) + lane / TILE_SIZE);
}

[numWaves(1)]
[WaveSize(8, 64)]
void shade(uint2 group : SV_GroupID) {
  uint2 pixel = pixel_of_lane(group);
  uint2 lightStartCount = lightStartCounts[pixel / TILE_SIZE];
  float4 lightAccumulator = 0;
  for (uint i = 0; i < lightStartCount.y; ++i)
    lightAccumulator += lightDatas[lightStartCount.x + i]; // All lanes load the same light.
  output[pixel] = lightAccumulator;
}

[numWaves(1)]
[WaveSize(8, 64)]
void shade_by_lane_reads(uint2 group : SV_GroupID) {
  const uint WAVE_LANES = WaveGetLaneCount();
  uint2 pixel = pixel_of_lane(group);
  uint2 lightStartCount = lightStartCounts[pixel / TILE_SIZE];
  float4 lightAccumulator = 0;
  for (uint first = 0; first < lightStartCount.y; first += WAVE_LANES) {
    uint rest = min(WAVE_LANES, lightStartCount.y - first);
    float4 light = 0;
    if (WaveGetLaneIndex() < rest)
      light = lightDatas[lightStartCount.x + first + WaveGetLaneIndex()]; // Each lane loads a different light.
    for (uint i = 0; i < rest; ++i)
      lightAccumulator += WaveReadLaneAt(light, i);
  }
  output[pixel] = lightAccumulator;
}
