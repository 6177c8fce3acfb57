// Loops whose last iteration leaves an array.

RWStructuredBuffer<uint> result;
groupshared uint values[32];
groupshared uint rows[4][32];

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  values[t] = t;
  for (uint k = 0; k < 4; k++)
    rows[k][t] = t;
  GroupMemoryBarrierWithGroupSync();
  uint sum = 0;
  for (uint i = 0; i <= 32; i++)
    sum += values[i];  // finds loop-beyond-array
  for (int j = 0; j <= 32; ++j)
    sum += rows[t & 3][j];  // finds loop-beyond-array
  for (uint back = 32; back > 0; back--)
    sum += values[back - 1];
  for (uint guarded = 0; guarded <= 32; guarded++)
    if (guarded < 32)
      sum += values[guarded];
  for (uint left = 0; left <= 32; left++) {
    if (left == 32)
      break;
    sum += values[left];
  }
  uint4 v = t;
  uint2x3 m = t;
  for (int c = 0; c <= 4; ++c)
    sum += v[c];  // finds loop-beyond-array
  for (int r = 0; r < 3; ++r)
    sum += m[1][r + 1];  // finds loop-beyond-array
  for (int e = 3; e >= 0; --e)
    sum += v[e];
  result[t] = sum;
}
