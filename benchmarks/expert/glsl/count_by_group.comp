// One atomic for a group.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
layout(push_constant) uniform Constants { uint least; };
shared uint parts[WAVES];

void main() {
  uint wave = gl_SubgroupID;
  uint first = (gl_WorkGroupID.x * WAVES + wave) * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  uint mine = 0;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) mine += values[first + i * WAVE_SIZE] >= least ? 1 : 0;
  uint part = subgroupAdd(mine);
  if (subgroupElect()) parts[wave] = part;
  barrier();
  if (wave == 0 && subgroupElect()) {
    [[unroll]] for (uint other = 1; other < WAVES; ++other) part += parts[other];
    atomicAdd(result[0], part);
  }
}
