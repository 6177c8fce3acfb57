// Loops that change buffers: one barrier an iteration orders two buffers, and does not order one.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint one[64];
groupshared uint two[2][64];
groupshared uint three[3][64];
[numthreads(64, 1, 1)]
void parity(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 8; i++) {
    two[i & 1][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[i & 1][63 - t];
  }
}
[numthreads(64, 1, 1)]
void parity_of_an_unknown_number(uint t : SV_GroupIndex) {
  uint n = x[0];
  for (uint i = 0; i < n; i++) {
    two[i % 2][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[i % 2][63 - t];
  }
}
[numthreads(64, 1, 1)]
void exclusive_or(uint t : SV_GroupIndex) {
  uint cur = 0;
  for (uint i = 0; i < 8; i++) {
    two[cur][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[cur][63 - t];
    cur ^= 1;
  }
}
[numthreads(64, 1, 1)]
void difference(uint t : SV_GroupIndex) {
  uint cur = 0;
  for (uint i = 0; i < x[0]; i++) {
    two[cur][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[cur][63 - t];
    cur = 1 - cur;
  }
}
[numthreads(64, 1, 1)]
void next_while_this(uint t : SV_GroupIndex) {
  two[0][t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint i = 0; i < 8; i++) {
    if (i + 1 < 8)
      two[(i + 1) & 1][t] = x[(i + 1) * 64 + t];
    result[i * 64 + t] = two[i & 1][63 - t];
    GroupMemoryBarrierWithGroupSync();
  }
}
[numthreads(64, 1, 1)]
void swapped_numbers(uint t : SV_GroupIndex) {
  uint from = 0, to = 1;
  two[from][t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 64; d *= 2) {
    two[to][t] = two[from][t] + (t >= d ? two[from][t - d] : 0);
    GroupMemoryBarrierWithGroupSync();
    uint last = from;
    from = to;
    to = last;
  }
  result[t] = two[from][63 - t];
}
[numthreads(64, 1, 1)]
void triple(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 9; i++) {
    three[i % 3][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = three[i % 3][63 - t];
  }
}
[numthreads(64, 1, 1)]
void triple_that_reads_the_last(uint t : SV_GroupIndex) {
  uint cur = 0;
  three[2][t] = 0;
  for (uint i = 0; i < x[0]; i++) {
    three[cur][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = three[cur][63 - t] + three[(cur + 2) % 3][63 - t];
    cur = cur == 2 ? 0 : cur + 1;
  }
}
[numthreads(64, 1, 1)]
void with_an_inner_loop(uint t : SV_GroupIndex) {
  uint sum = 0;
  for (uint i = 0; i < 8; i++) {
    two[i & 1][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
      sum += two[i & 1][t ^ k];
  }
  result[t] = sum;
}
[numthreads(64, 1, 1)]
void a_single_buffer(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 8; i++) {
    one[t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = one[63 - t];  // finds groupshared-without-barrier
  }
}
[numthreads(64, 1, 1)]
void the_other_parity(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 8; i++) {
    two[i & 1][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[~i & 1][63 - t];  // finds groupshared-without-barrier
  }
}
[numthreads(64, 1, 1)]
void two_of_three(uint t : SV_GroupIndex) {
  uint cur = 0;
  for (uint i = 0; i < x[0]; i++) {
    three[cur][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = three[(cur + 1) % 3][63 - t];  // finds groupshared-without-barrier
    cur = (cur + 1) % 3;
  }
}
[numthreads(64, 1, 1)]
void not_swapped(uint t : SV_GroupIndex) {
  uint cur = 0;
  for (uint i = 0; i < 8; i++) {
    two[cur][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    result[i * 64 + t] = two[cur][63 - t];  // finds groupshared-without-barrier
    cur ^= 2;
    cur &= 1;
  }
}
[numthreads(64, 1, 1)]
void inner_loop_of_one_buffer(uint t : SV_GroupIndex) {
  uint sum = 0;
  for (uint i = 0; i < 8; i++) {
    two[0][t] = x[i * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
      sum += two[0][t ^ (k + 32)];  // finds groupshared-without-barrier
  }
  result[t] = sum;
}
