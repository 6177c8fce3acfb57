// One atomic for a wave and an item.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) writeonly buffer Kept { uint kept[]; };
layout(push_constant) uniform Constants { uint least; };

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_SubgroupID;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  for (uint i = 0; i < ITEMS; ++i) {
    uint value = values[first + i * WAVE_SIZE];
    uvec4 keeping = subgroupBallot(value >= least);
    uint start = 0;
    if (subgroupElect()) start = atomicAdd(counter[0], subgroupBallotBitCount(keeping));
    start = subgroupBroadcastFirst(start);
    if (value >= least) kept[start + subgroupBallotExclusiveBitCount(keeping)] = value;
  }
}
