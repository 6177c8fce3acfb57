// Data of other groups in resources that are not `globallycoherent`, and data that needs no such word.

#define GROUPS 8

RWStructuredBuffer<float> sums : register(u0);
globallycoherent RWStructuredBuffer<float> coherent_sums : register(u1);
RWTexture2D<float4> tiles : register(u2);
RWByteAddressBuffer bytes : register(u3);
RWStructuredBuffer<uint> counter : register(u4);
globallycoherent RWStructuredBuffer<uint> flags : register(u5);
RWStructuredBuffer<float> result : register(u6);
groupshared uint is_last;

[numthreads(32, 1, 1)]
void last_group(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    sums[group.x] = group.x;
    DeviceMemoryBarrier();
    uint before;
    InterlockedAdd(counter[0], 1, before);
    if (before == GROUPS - 1) {
      DeviceMemoryBarrier();
      float sum = 0;
      for (uint i = 0; i < GROUPS; ++i)
        sum += sums[i]; // finds missing-globallycoherent
      result[0] = sum;
    }
  }
}

[numthreads(32, 1, 1)]
void last_group_by_all_threads(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    sums[group.x] = group.x;
    DeviceMemoryBarrier();
    uint before;
    InterlockedAdd(counter[0], 1, before);
    is_last = before == GROUPS - 1;
  }
  AllMemoryBarrierWithGroupSync();
  if (is_last)
    result[thread] = sums[thread]; // finds missing-globallycoherent
}

[numthreads(32, 1, 1)]
void last_group_of_tiles(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    tiles[group.xy] = float4(group, 1);
    AllMemoryBarrier();
    uint before;
    InterlockedAdd(counter[0], 1, before);
    if (before == GROUPS - 1) {
      AllMemoryBarrier();
      float4 sum = 0;
      for (uint i = 0; i < GROUPS; ++i)
        sum += tiles[uint2(i, 0)]; // finds missing-globallycoherent
      result[0] = sum.x;
    }
  }
}

[numthreads(32, 1, 1)]
void last_group_of_bytes(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    bytes.Store(4 * group.x, group.y);
    DeviceMemoryBarrier();
    uint before;
    InterlockedAdd(counter[0], 1, before);
    if (before == GROUPS - 1) {
      DeviceMemoryBarrier();
      result[0] = bytes.Load(0) + bytes.Load(4); // finds missing-globallycoherent
    }
  }
}

[numthreads(32, 1, 1)]
void chain(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    float sum = 1;
    if (group.x > 0) {
      while (flags[group.x - 1] == 0) {
      }
      DeviceMemoryBarrier();
      sum += result[group.x - 1]; // finds missing-globallycoherent
    }
    result[group.x] = sum;
    DeviceMemoryBarrier();
    flags[group.x] = 1;
  }
}

[numthreads(32, 1, 1)]
void by_flags(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    sums[group.x] = group.x;
    DeviceMemoryBarrier();
    flags[group.x] = 1;
    uint other = 0;
    while (flags[other] == 0) {
    }
    DeviceMemoryBarrier();
    result[group.x] = sums[other]; // finds missing-globallycoherent
  }
}

// --- Nothing to say -------------------------------------------------------------------------------------------------

[numthreads(32, 1, 1)]
void coherent_data(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  if (thread == 0) {
    coherent_sums[group.x] = group.x;
    DeviceMemoryBarrier();
    uint before;
    InterlockedAdd(counter[0], 1, before);
    if (before == GROUPS - 1) {
      DeviceMemoryBarrier();
      float sum = 0;
      for (uint i = 0; i < GROUPS; ++i)
        sum += coherent_sums[i];
      result[0] = sum;
    }
  }
}

[numthreads(32, 1, 1)]
void within_the_group(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  sums[group.x * 32 + thread] = thread;
  DeviceMemoryBarrierWithGroupSync();
  uint slot;
  if (thread == 0)
    InterlockedAdd(counter[0], 1, slot);
  is_last = 0;
  DeviceMemoryBarrierWithGroupSync();
  result[group.x * 32 + thread] = sums[group.x * 32 + 31 - thread];
}

[numthreads(32, 1, 1)]
void a_slot_for_each_thread(uint3 id : SV_DispatchThreadID) {
  uint slot;
  InterlockedAdd(counter[0], 1, slot);
  sums[slot] = id.x;
  DeviceMemoryBarrier();
}

[numthreads(32, 1, 1)]
void in_place(uint3 id : SV_DispatchThreadID) {
  uint item;
  InterlockedAdd(counter[0], 1, item);
  DeviceMemoryBarrier();
  sums[item] = sums[item] + 1;
  DeviceMemoryBarrier();
}
