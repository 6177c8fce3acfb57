// Finds the nearest of many points for each query: one wave loads the next tile of points while three waves search this one.
// Each point is packed in one number, x in the low half and y in the high half.

#define WAVES 4
#define CONSUMERS (WAVES - 1)
#define MOST_LANES 128

StructuredBuffer<uint> Points : register(t0);
StructuredBuffer<uint> Queries : register(t1);
RWStructuredBuffer<uint> Distances : register(u0);
cbuffer Constants : register(b0) {
  uint Count;
};

// Two halves: wave 0 fills one, the others search the other. HLSL has no arrays whose size is that of a wave.
groupshared int2 g_tile[2][MOST_LANES];

int2 unpack(uint packed) { return int2(packed & 0xffff, packed >> 16); }

[numWaves(WAVES)]
void nearest(uint group : SV_GroupID) {
  const uint lanes = WaveGetLaneCount();
  uint lane = WaveGetLaneIndex();
  bool produces = GetGroupWaveIndex() == 0;
  uint queries, stride;
  Queries.GetDimensions(queries, stride);

  // Each lane of waves 1 to 3 has a query.
  uint query = group * (CONSUMERS * lanes) + (GetGroupWaveIndex() - 1) * lanes + lane;
  int2 place = 0;
  uint best = 0xffffffff;
  if (produces) {
    if (lane < Count)
      g_tile[0][lane] = unpack(Points[lane]);
  } else if (query < queries) {
    place = unpack(Queries[query]);
  }
  GroupMemoryBarrierWithGroupSync();

  uint half_tile = 0;
  for (uint first = 0; first < Count; first += lanes) {
    if (produces) {
      uint next = first + lanes + lane;
      if (next < Count)
        g_tile[half_tile ^ 1][lane] = unpack(Points[next]);
    } else {
      uint points = min(lanes, Count - first);
      for (uint i = 0; i < points; ++i) {
        int2 apart = g_tile[half_tile][i] - place;
        best = min(best, uint(apart.x * apart.x + apart.y * apart.y));
      }
    }
    half_tile ^= 1;
    GroupMemoryBarrierWithGroupSync();
  }

  if (!produces && query < queries)
    Distances[query] = best;
}
