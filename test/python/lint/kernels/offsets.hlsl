// Reads of a neighbor's element: by constants, tables and loops of offsets, in rows, vectors and parts of a launch.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
cbuffer Sizes { uint2 size; }
groupshared uint s[66];
groupshared uint tile[18][18];
static const int kOffsets[3] = {-1, 0, 1};
static const int2 kNeighbors[4] = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}};
[numthreads(64, 1, 1)]
void next(uint gi : SV_GroupIndex) {
  s[gi] = x[gi];
  result[gi] = s[gi + 1];  // finds groupshared-without-barrier
}
[numthreads(32, 1, 1)]
void next_in_a_small_group(uint gi : SV_GroupIndex) {
  s[gi] = x[gi];
  result[gi] = s[gi + 1];  // finds groupshared-without-barrier
}
[numthreads(16, 16, 1)]
void next_row(uint2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  tile[t.y][t.x] = x[gi];
  result[gi] = tile[t.y + 1][t.x];  // finds groupshared-without-barrier
}
[numthreads(16, 16, 1)]
void next_row_by_a_vector(int2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  tile[t.y][t.x] = x[gi];
  int2 next = t + int2(0, 1);
  result[gi] = tile[next.y][next.x];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void a_table(uint gi : SV_GroupIndex) {
  s[gi + 1] = x[gi];
  uint sum = 0;
  for (uint k = 0; k < 3; k++)
    sum += s[gi + 1 + kOffsets[k]];  // finds groupshared-without-barrier
  result[gi] = sum;
}
[numthreads(64, 1, 1)]
void a_table_of_its_own(uint gi : SV_GroupIndex) {
  s[gi] = x[gi];
  uint sum = 0;
  for (uint k = 1; k < 2; k++)
    sum += s[gi + kOffsets[k]];
  result[gi] = sum;
}
[numthreads(16, 16, 1)]
void a_table_of_vectors(int2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  tile[t.y + 1][t.x + 1] = x[gi];
  uint sum = 0;
  for (uint k = 0; k < 4; k++) {
    int2 p = t + kNeighbors[k];
    if (all(p >= 0) && all(p < 16))
      sum += tile[p.y + 1][p.x + 1];  // finds groupshared-without-barrier
  }
  result[gi] = sum;
}
[numthreads(16, 16, 1)]
void two_loops(int2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  tile[t.y + 1][t.x + 1] = x[gi];
  uint sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += tile[t.y + 1 + dy][t.x + 1 + dx];  // finds groupshared-without-barrier
  result[gi] = sum;
}
[numthreads(16, 16, 1)]
void two_loops_with_a_barrier(int2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  tile[t.y + 1][t.x + 1] = x[gi];
  GroupMemoryBarrierWithGroupSync();
  uint sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += tile[t.y + 1 + dy][t.x + 1 + dx];
  result[gi] = sum;
}
[numthreads(16, 16, 1)]
void all_threads_load(uint2 t : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  for (uint i = gi; i < 18 * 18; i += 256)
    tile[i / 18][i % 18] = x[i];
  result[gi] = tile[t.y + 1][t.x + 1];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void threads_of_an_image(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  if (id.x >= size.x || size.y <= id.y)
    return;
  s[gi] = x[id.x];
  result[id.x] = s[gi + 1];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void within_an_image(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  if (all(id.xy < size)) {
    s[gi] = x[id.x];
    result[id.x] = s[gi + 1];  // finds groupshared-without-barrier
  }
}
[numthreads(64, 1, 1)]
void inside_or_outside(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  if (id.x < size.x)
    s[gi] = x[id.x];
  else
    result[id.x] = s[gi + 1];
}
[numthreads(64, 1, 1)]
void only_the_first_thread(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  if (id.x < 1) {
    s[gi] = x[id.x];
    result[id.x] = s[gi];
  }
}
