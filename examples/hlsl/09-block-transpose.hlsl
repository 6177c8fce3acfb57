// Transposes a matrix block by block with lane reads: no groupshared memory, no barrier.

StructuredBuffer<uint> Matrix : register(t0);
RWStructuredBuffer<uint> Transposed : register(u0);
cbuffer Constants : register(b0) {
  uint Height, Width;
};

[numWaves(1)]
void transpose(uint2 group : SV_GroupID) {
  // 2x2 lanes of 4, 2x4 of 8, 4x4 of 16, ...: constants for each wave size.
  const uint rows = 1u << (firstbithigh(WaveGetLaneCount()) / 2);
  const uint columns = WaveGetLaneCount() / rows;
  uint lane = WaveGetLaneIndex();
  uint top = group.y * rows;
  uint left = group.x * columns;
  uint value = Matrix[(top + lane / columns) * Width + left + lane % columns];

  // In the transposed block a lane is at (lane / rows, lane % rows). Its value was loaded by the lane with these two
  // coordinates swapped.
  value = WaveReadLaneAt(value, (lane % rows) * columns + lane / rows);
  Transposed[(left + lane / rows) * Height + top + lane % rows] = value;
}
