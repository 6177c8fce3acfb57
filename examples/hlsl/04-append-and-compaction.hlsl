// Ordered append and compaction: a wave allocates output with one atomic, and a scan gives each lane its index.

StructuredBuffer<uint> Amounts : register(t0);
RWStructuredBuffer<uint> Counter : register(u0);
RWStructuredBuffer<uint> Items : register(u1);

[numWaves(1)]
void append(uint group : SV_GroupID) {
  uint source = group * WaveGetLaneCount() + WaveGetLaneIndex();
  uint amount = Amounts[source]; // 0, 1 or more items per lane.
  uint total = WaveActiveSum(amount);
  uint start = 0;
  if (WaveIsFirstLane())
    InterlockedAdd(Counter[0], total, start);
  start = WaveReadLaneFirst(start) + WavePrefixSum(amount);
  for (uint item = 0; item < amount; ++item)
    Items[start + item] = source;
}

StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> ValueCounter : register(u0);
RWStructuredBuffer<uint> Kept : register(u1);
cbuffer Constants : register(b0) {
  uint Least;
};

[numWaves(1)]
void compact(uint group : SV_GroupID) {
  uint value = Values[group * WaveGetLaneCount() + WaveGetLaneIndex()];
  bool keep = value >= Least;
  uint total = WaveActiveCountBits(keep);
  uint start = 0;
  if (WaveIsFirstLane() && total != 0)
    InterlockedAdd(ValueCounter[0], total, start);
  start = WaveReadLaneFirst(start);
  if (keep)
    // Only the lanes that keep a value participate, so each lane counts the lanes before it.
    Kept[start + WavePrefixCountBits(true)] = value;
}
