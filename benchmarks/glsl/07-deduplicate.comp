// examples/07 in GLSL, for HLSL's WaveMatch is none of glslang's. Constant 0 is the threads of the group: twice the waves'
// size. The lanes with one key are found one key after another, as core Vulkan has no operation for it.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint wave_size = 32;
layout(set = 0, binding = 0) readonly buffer Keys { uint keys[]; };
layout(set = 0, binding = 1) buffer Histogram { uint histogram[]; };
layout(set = 0, binding = 2) buffer Counter { uint counter[]; };
layout(set = 0, binding = 3) buffer Different { uint different[]; };

const uint WAVES = 2;

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_SubgroupID;
  uint place = wave * wave_size + gl_SubgroupInvocationID;
  if (gl_SubgroupID >= WAVES || place >= keys.length()) return;
  uint key = keys[place];
  uvec4 peers = uvec4(0);
  for (;;) {
    uint first = subgroupBroadcastFirst(key);
    uvec4 same = subgroupBallot(first == key);
    if (first == key) {
      peers = same;
      break;
    }
  }
  bool speaks = subgroupBallotFindLSB(peers) == gl_SubgroupInvocationID;
  uvec4 speakers = subgroupBallot(speaks);
  uint start = 0;
  if (subgroupElect() && counter.length() > 0) start = atomicAdd(counter[0], subgroupBallotBitCount(speakers));
  start = subgroupBroadcastFirst(start);
  if (speaks) {
    uvec4 bits = bitCount(peers);
    if (key < histogram.length()) atomicAdd(histogram[key], bits.x + bits.y + bits.z + bits.w);
    uint index = start + subgroupBallotExclusiveBitCount(speakers);
    if (index < different.length()) different[index] = key;
  }
}
