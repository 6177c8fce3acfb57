// examples/10 in HLSL. An amplification shader has no wave size to ask for: the group has threads for the largest one,
// 64 lanes, and waves beyond the second do nothing. Every wave has to reach HLSL's barrier and the launch.
#include "waves.hlsli"

StructuredBuffer<float4> spheres : register(t0);
StructuredBuffer<float4> planes : register(t1);
cbuffer Constants : register(b0) {
  uint count;
  uint spheres_length, planes_length;
};

static const uint WAVES = 2;
static const uint LANES = 64;
static const uint PLANES = 6;
struct Payload {
  uint meshlets[WAVES * LANES];
};
groupshared Payload payload;
groupshared uint wave_store[WAVES];

[numthreads(WAVES * LANES, 1, 1)]
void cull(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
  uint wave = group_wave_index(thread);
  uint lanes = WaveGetLaneCount();
  uint meshlet = (group.x * WAVES + wave) * lanes + WaveGetLaneIndex();
  bool visible = false;
  if (lanes <= LANES && wave < WAVES) {
    visible = meshlet < count;
    float4 sphere = spheres[min(meshlet, count - 1)];
    for (uint i = 0; i < PLANES; ++i) {
      float4 plane = planes[i];
      visible = visible && dot(plane.xyz, sphere.xyz) + plane.w >= -sphere.w;
    }
    uint seen = WaveActiveCountBits(visible);
    if (WaveIsFirstLane())
      wave_store[wave] = seen;
  }
  GroupMemoryBarrierWithGroupSync();

  uint total = 0, offset = 0;
  if (lanes <= LANES) {
    for (uint j = 0; j < WAVES; ++j) {
      offset += j < wave ? wave_store[j] : 0;
      total += wave_store[j];
    }
    if (visible)
      payload.meshlets[offset + WavePrefixCountBits(true)] = meshlet;
  }
  DispatchMesh(total, 1, 1, payload);
}
