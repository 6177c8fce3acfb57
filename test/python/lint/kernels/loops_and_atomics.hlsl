// Reductions without a barrier inside or before the loop, and atomics whose results are read without a barrier.

StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint s[256];
groupshared uint bins[16];
groupshared uint bins_of_waves[64];
groupshared uint total;
[numthreads(256, 1, 1)]
void without_inner_barrier(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 128; d > 0; d >>= 1)
    if (t < d)
      s[t] += s[t + d];  // finds groupshared-without-barrier
  GroupMemoryBarrierWithGroupSync();
  result[t] = s[0];
}
[numthreads(256, 1, 1)]
void without_inner_barrier_up(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 1; d < 256; d *= 2)
    if (t % (2 * d) == 0)
      s[t] += s[t + d];  // finds groupshared-without-barrier
  GroupMemoryBarrierWithGroupSync();
  result[t] = s[0];
}
[numthreads(256, 1, 1)]
void without_barrier_before(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 128; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];  // finds groupshared-without-barrier
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[0];
}
[numthreads(256, 1, 1)]
void without_barrier_after(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 128; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
  }
  result[t] = s[0];  // finds groupshared-without-barrier
}
[numthreads(256, 1, 1)]
void whole_reduction(uint t : SV_GroupIndex) {
  s[t] = x[t];
  GroupMemoryBarrierWithGroupSync();
  for (uint d = 128; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    GroupMemoryBarrierWithGroupSync();
  }
  result[t] = s[0];
}
[numthreads(256, 1, 1)]
void barrier_first(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 128; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
  }
  GroupMemoryBarrierWithGroupSync();
  result[t] = s[0];
}
[numthreads(256, 1, 1)]
void written_behind_the_last_trip(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 128; d > 0; d >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < d)
      s[t] += s[t + d];
  }
  if (t >= 128)
    s[t] = 1;
  result[t] = s[t];
}
[numthreads(256, 1, 1)]
void each_its_own(uint t : SV_GroupIndex) {
  s[t] = x[t];
  for (uint d = 128; d > 0; d >>= 1)
    if (t < d)
      s[t] += x[t + d];
  result[t] = s[t];
}
[numthreads(256, 1, 1)]
void counted(uint t : SV_GroupIndex) {
  if (t == 0)
    total = 0;
  GroupMemoryBarrierWithGroupSync();
  InterlockedAdd(total, x[t]);
  result[t] = total;  // finds groupshared-without-barrier
}
[numthreads(256, 1, 1)]
void counted_bins(uint t : SV_GroupIndex) {
  if (t < 16)
    bins[t] = 0;
  GroupMemoryBarrierWithGroupSync();
  InterlockedAdd(bins[x[t] & 15], 1);
  if (t < 16)
    result[t] = bins[t];  // finds groupshared-without-barrier
}
[numthreads(256, 1, 1)]
void cleared_bins(uint t : SV_GroupIndex) {
  if (t < 16)
    bins[t] = 0;
  InterlockedAdd(bins[x[t] & 15], 1);  // finds groupshared-without-barrier
  GroupMemoryBarrierWithGroupSync();
  if (t < 16)
    result[t] = bins[t];
}
[numthreads(256, 1, 1)]
void whole_bins(uint t : SV_GroupIndex) {
  if (t < 16)
    bins[t] = 0;
  GroupMemoryBarrierWithGroupSync();
  for (uint i = t; i < 4096; i += 256)
    InterlockedAdd(bins[x[i] & 15], 1);
  GroupMemoryBarrierWithGroupSync();
  if (t < 16)
    result[t] = bins[t];
}
[numWaves(4)]
[WaveSize(16)]
void bins_of_each_wave() {
  uint first = GetGroupWaveIndex() * 16;
  bins_of_waves[first + WaveGetLaneIndex()] = 0;
  GroupMemoryBarrier();
  InterlockedAdd(bins_of_waves[first + (x[WaveGetLaneIndex()] & 15)], 1);
  GroupMemoryBarrier();
  result[WaveGetLaneIndex()] = bins_of_waves[first + WaveGetLaneIndex()];
}
[numthreads(256, 1, 1)]
void one_thread(uint t : SV_GroupIndex) {
  uint old = 0;
  if (t == 0) {
    total = 0;
    InterlockedAdd(total, 1, old);
    result[0] = total + old;
  }
}
[numthreads(256, 1, 1)]
void result_of_the_atomic(uint t : SV_GroupIndex) {
  if (t == 0)
    total = 0;
  GroupMemoryBarrierWithGroupSync();
  uint old;
  InterlockedAdd(total, 1, old);
  if (old == 255)
    result[0] = total;
}
