// Passes visible meshlets to mesh shaders: a group packs their indices into the payload of one launch.
// HLSL's payload has a fixed size, here enough for two waves of 64 lanes. Compile with -T as_6_5 or later.

#define WAVES 2
#define MOST_LANES 64
#define PLANES 6

StructuredBuffer<float4> Spheres : register(t0);
StructuredBuffer<float4> Planes : register(t1);
cbuffer Constants : register(b0) {
  uint Count;
};

struct Payload {
  uint Meshlets[WAVES * MOST_LANES];
};
groupshared Payload g_payload;
groupshared uint g_waveStore[WAVES];

[numWaves(WAVES)]
void cull(uint group : SV_GroupID) {
  uint wave = GetGroupWaveIndex();
  uint meshlet = (group * GetGroupWaveCount() + wave) * WaveGetLaneCount() + WaveGetLaneIndex();

  // A sphere is invisible if it is entirely behind one of the planes.
  bool visible = meshlet < Count;
  float4 sphere = Spheres[min(meshlet, Count - 1)];
  for (uint i = 0; i < PLANES; ++i) {
    float4 plane = Planes[i];
    visible = visible && dot(plane.xyz, sphere.xyz) + plane.w >= -sphere.w;
  }

  uint seen = WaveActiveCountBits(visible);
  if (WaveIsFirstLane())
    g_waveStore[wave] = seen;
  if (seen == 0)
    return; // The wave has no visible meshlet. If all waves return, the group launches nothing.
  GroupMemoryBarrierWithGroupSync();

  // The meshlets of a group are in order: those of wave 0 come first, then those of wave 1.
  uint total = 0, offset = 0;
  for (uint j = 0; j < GetGroupWaveCount(); ++j) {
    offset += j < wave ? g_waveStore[j] : 0;
    total += g_waveStore[j];
  }
  if (visible)
    g_payload.Meshlets[offset + WavePrefixCountBits(visible)] = meshlet;
  DispatchMesh(total, 1, 1, g_payload);
}
