// Loops with barriers: an access after the loop meets only the last iteration, and one before it only the first.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint s[256];
[numthreads(64, 1, 1)]
void no_barrier_after_the_last_trip(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 32; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
  }
  result[t] = s[0];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void barrier_after_the_last_trip(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 32; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
  }
  GroupMemoryBarrierWithGroupSync();
  result[t] = s[0];
}
[numthreads(64, 1, 1)]
void barrier_in_the_last_trip(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 32; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
    if (d == 1)
      GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[0];
}
[numthreads(64, 1, 1)]
void the_first_of_several_trips(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 4; i++) {
    GroupMemoryBarrierWithGroupSync();
    s[i * 64 + t] = x[t];
  }
  result[t] = s[63 - t];
}
[numthreads(64, 1, 1)]
void the_last_of_several_trips(uint t : SV_GroupIndex) {
  for (uint i = 0; i < 4; i++) {
    GroupMemoryBarrierWithGroupSync();
    s[i * 64 + t] = x[t];
  }
  result[t] = s[255 - t];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void lanes_of_the_first_trip(uint t : SV_GroupIndex) {
  for (uint d = 32; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t >= d && t < 2 * d)
      s[t] = x[t];
  }
  if (t >= 32)
    result[t] = s[95 - t];
}
[numthreads(64, 1, 1)]
void perhaps_no_trip(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint i = 0; i < x[0]; i++)
    GroupMemoryBarrierWithGroupSync();
  result[t] = s[63 - t];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void some_trips(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint i = 0; i < 2; i++)
    GroupMemoryBarrierWithGroupSync();
  result[t] = s[63 - t];
}
[numthreads(64, 1, 1)]
void the_same_in_all_trips(uint t : SV_GroupIndex) {
  for (uint i = 0; i < x[0]; i++) {
    GroupMemoryBarrierWithGroupSync();
    s[t] = x[t + i];
  }
  result[t] = s[63 - t];  // finds groupshared-without-barrier
}
[numthreads(64, 1, 1)]
void before_the_second_trip(uint t : SV_GroupIndex) {
  result[t] = s[63 - t];
  for (uint i = 0; i < 4; i++) {
    if (i > 0)
      s[t] = x[t + i];
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[t];
}
