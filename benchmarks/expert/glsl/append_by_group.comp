// One atomic for a group: the waves add up what they keep before anything is written.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) writeonly buffer Kept { uint kept[]; };
layout(push_constant) uniform Constants { uint least; };
shared uint counts[WAVES];
shared uint group_start;

void main() {
  uint wave = gl_SubgroupID;
  uint first = (gl_WorkGroupID.x * WAVES + wave) * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  uint mine[ITEMS];
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) mine[i] = values[first + i * WAVE_SIZE];
  uint place[ITEMS], count = 0;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) {
    uvec4 keeping = subgroupBallot(mine[i] >= least);
    place[i] = count + subgroupBallotExclusiveBitCount(keeping);
    count += subgroupBallotBitCount(keeping);
  }
  if (subgroupElect()) counts[wave] = count;
  barrier();

  uint before = 0, total = 0;
  [[unroll]] for (uint j = 0; j < WAVES; ++j) {
    uint other = counts[j];
    before += j < wave ? other : 0;
    total += other;
  }
  if (wave == 0 && subgroupElect()) group_start = atomicAdd(counter[0], total);
  barrier();

  uint start = group_start + before;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i)
    if (mine[i] >= least) kept[start + place[i]] = mine[i];
}
