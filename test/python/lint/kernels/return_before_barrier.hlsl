// Lanes that return before a barrier, and returns that no barrier follows or that the whole group takes.

cbuffer Launch : register(b0) { uint count; }
RWStructuredBuffer<uint> result : register(u0);
StructuredBuffer<uint> values : register(t0);
groupshared uint shared_values[64];

[numthreads(64, 1, 1)]
void at_the_end(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  if (id.x >= count)
    return; // finds return-before-barrier
  shared_values[thread] = id.x;
  GroupMemoryBarrierWithGroupSync();
  result[id.x] = shared_values[63 - thread];
}

[numthreads(64, 1, 1)]
void by_value(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  if (values[id.x] == 0) return; // finds return-before-barrier
  shared_values[thread] = id.x;
  GroupMemoryBarrierWithGroupSync();
  result[id.x] = shared_values[63 - thread];
}

[numthreads(64, 1, 1)]
void twice(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  if (id.x >= count) return; // finds return-before-barrier
  shared_values[thread] = id.x;
  GroupMemoryBarrierWithGroupSync();
  result[id.x] = shared_values[63 - thread];
  if (id.x == 7) return; // finds return-before-barrier
  DeviceMemoryBarrierWithGroupSync();
  result[id.x] += 1;
}

[numthreads(64, 1, 1)]
void before_a_loop(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  if (thread == 9) return; // finds return-before-barrier
  for (uint i = 0; i < 4; ++i) {
    shared_values[thread] = i;
    GroupMemoryBarrierWithGroupSync();
    result[id.x] += shared_values[8 - min(thread, 8)];
    GroupMemoryBarrierWithGroupSync();
  }
}

// --- Nothing to say -------------------------------------------------------------------------------------------------

[numthreads(64, 1, 1)]
void the_whole_group(uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  if (group.x >= count)
    return;
  shared_values[thread] = id.x;
  GroupMemoryBarrierWithGroupSync();
  result[id.x] = shared_values[63 - thread];
}

[numthreads(64, 1, 1)]
void after_the_last_barrier(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
  shared_values[thread] = id.x;
  GroupMemoryBarrierWithGroupSync();
  if (id.x >= count)
    return;
  result[id.x] = shared_values[63 - thread];
}

[numthreads(64, 1, 1)]
void before_a_barrier_that_does_not_wait(uint3 id : SV_DispatchThreadID) {
  if (id.x >= count)
    return;
  result[id.x] = 1;
  DeviceMemoryBarrier();
  result[id.x] = 2;
}
