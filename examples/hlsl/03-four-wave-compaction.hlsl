// Compacts the coordinates of the pixels that pass a test: four waves share one block of the output and one atomic.
// From HLSL proposal 0054, "Improved Memory Coherency Example", corrected: one lane of wave 0 computes the offsets.

#define TILE_WIDTH 16

StructuredBuffer<float> Image : register(t0);
RWStructuredBuffer<uint> Counter : register(u0);
RWStructuredBuffer<uint> Pixels : register(u1);
cbuffer Constants : register(b0) {
  uint Width;
  float Threshold;
};

// First the number of outputs of each wave except wave 0, then the offset at which each of these waves writes.
groupshared uint g_waveStore[GetGroupWaveCount() - 1];

[numWaves(4)]
[WaveSize(16, 64)]
void compact(uint2 tile : SV_GroupID) {
  // A wave takes 1, 2 or 4 rows of 16 pixels at 16, 32 or 64 lanes; the dispatch is sized for that.
  uint waveHeight = WaveGetLaneCount() / TILE_WIDTH;
  uint tileHeight = waveHeight * GetGroupWaveCount();
  uint2 coord = tile * uint2(TILE_WIDTH, tileHeight);
  coord.y += GetGroupWaveIndex() * waveHeight;
  coord += uint2(WaveGetLaneIndex() % TILE_WIDTH, WaveGetLaneIndex() / TILE_WIDTH);

  bool exportData = Image[coord.y * Width + coord.x] > Threshold;
  uint count = WaveActiveCountBits(exportData);

  if (GetGroupWaveIndex() != 0) {
    g_waveStore[GetGroupWaveIndex() - 1] = count;
    if (count == 0)
      return; // The wave has no outputs.
  }
  GroupMemoryBarrierWithGroupSync();

  // Wave 0 sums the counts, allocates output for the whole group with one atomic, and stores the offset of each wave.
  // Only one lane may do this: lanes need not run in lockstep, so another lane might not have read what it overwrites.
  uint waveWriteOffset = 0;
  if (GetGroupWaveIndex() == 0) {
    if (WaveIsFirstLane()) {
      uint threadGroupSum = count;
      for (uint j = 0; j < GetGroupWaveCount() - 1; ++j)
        threadGroupSum += g_waveStore[j];
      InterlockedAdd(Counter[0], threadGroupSum, waveWriteOffset);
      uint nextOffset = waveWriteOffset + count;
      for (uint k = 0; k < GetGroupWaveCount() - 1; ++k) {
        uint waveCount = g_waveStore[k];
        g_waveStore[k] = nextOffset;
        nextOffset += waveCount;
      }
    }
    waveWriteOffset = WaveReadLaneFirst(waveWriteOffset);
  }
  GroupMemoryBarrierWithGroupSync();

  if (GetGroupWaveIndex() != 0)
    waveWriteOffset = g_waveStore[GetGroupWaveIndex() - 1];
  uint threadWriteIndex = waveWriteOffset + WavePrefixCountBits(exportData);
  if (exportData)
    Pixels[threadWriteIndex] = (coord.x & 0xffff) | (coord.y << 16);
}
