// De-duplication with WaveMatch: the lanes with the same key find each other, and one of them acts for all.

StructuredBuffer<uint> Keys : register(t0);
RWStructuredBuffer<uint> Histogram : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
RWStructuredBuffer<uint> Different : register(u2);

// The lowest lane of a mask of four words.
uint first_lane(uint4 lanes) {
  uint lane = 0;
  [unroll] for (int i = 3; i >= 0; --i)
    if (lanes[i] != 0)
      lane = 32 * i + firstbitlow(lanes[i]);
  return lane;
}

[numWaves(2)]
void deduplicate(uint group : SV_GroupID) {
  uint wave = group * GetGroupWaveCount() + GetGroupWaveIndex();
  uint index = wave * WaveGetLaneCount() + WaveGetLaneIndex();
  uint count, stride;
  Keys.GetDimensions(count, stride);
  if (index >= count)
    return;
  uint key = Keys[index];
  uint4 peers = WaveMatch(key); // A bit for each active lane with this key.
  bool speaks = first_lane(peers) == WaveGetLaneIndex();
  uint start = 0;
  uint total = WaveActiveCountBits(speaks);
  if (WaveIsFirstLane())
    InterlockedAdd(Counter[0], total, start);
  start = WaveReadLaneFirst(start);
  if (speaks) {
    uint4 bits = countbits(peers);
    InterlockedAdd(Histogram[key], bits.x + bits.y + bits.z + bits.w);
    Different[start + WavePrefixCountBits(true)] = key;
  }
}
