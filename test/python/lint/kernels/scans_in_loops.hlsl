// Loops that double a distance: scans in place, with barriers and with two buffers, and a reduction.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint s[64];
groupshared uint two[128];
[numthreads(64, 1, 1)]
void inplace(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 64; d <<= 1) {
    if (t >= d)
      s[t] += s[t - d];  // finds groupshared-without-barrier
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[t];
}
[numthreads(64, 1, 1)]
void inplace2(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  uint d = 1;
  while (d < 64) {
    uint a = t >= d ? s[t - d] : 0;  // finds groupshared-without-barrier
    s[t] = s[t] + a;
    GroupMemoryBarrierWithGroupSync();
    d *= 2;
  }
  result[t] = s[t];
}
[numthreads(64, 1, 1)]
void good(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 64; d <<= 1) {
    uint a = t >= d ? s[t - d] : 0;
    GroupMemoryBarrierWithGroupSync();
    s[t] += a;
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[t];
}
[numthreads(64, 1, 1)]
void doubled(uint t : SV_GroupIndex) {
  uint from = 0;
  two[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 64; d <<= 1) {
    uint a = two[from + t];
    if (t >= d) a += two[from + t - d];
    from = 64 - from;
    two[from + t] = a;
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = two[from + t];
}
[numthreads(64, 1, 1)]
void tree(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 32; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[0];
}

// Only a later iteration is unordered with an earlier one, which needs a barrier at the end.
[numthreads(64, 1, 1)]
void later(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 64; d <<= 1) {
    uint a = t >= d ? s[t - d] : 0;  // finds groupshared-without-barrier
    GroupMemoryBarrierWithGroupSync();
    s[t] += a;
  }
  result[t] = t;
}

// The lanes that read do not write; the second loop does not run.
[numthreads(64, 1, 1)]
void apart(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 32; d > 0; d >>= 1) {
    uint a = t < d ? s[t + d] : 0;
    if (t < d)
      s[t] += a;
    GroupMemoryBarrierWithGroupSync();
  }
  for (uint e = 64; e < 64; e <<= 1)
    s[t] += s[t - e / 64];
  result[t] = t;
}
