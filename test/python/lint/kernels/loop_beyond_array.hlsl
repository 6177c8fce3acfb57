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
  result[t] = sum;
}
