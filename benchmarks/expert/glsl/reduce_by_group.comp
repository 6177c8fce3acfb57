// Lanes reduce their items, waves their lanes, and one wave what the waves left: one atomic for a group. OPERATION: 0 adds,
// 1 takes the greatest, 2 joins the bits.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
shared uint parts[WAVES];

#if OPERATION == 0
uint combine(uint a, uint b) { return a + b; }
uint reduce(uint a) { return subgroupAdd(a); }
uint operand(uint a) { return a; }
#elif OPERATION == 1
uint combine(uint a, uint b) { return max(a, b); }
uint reduce(uint a) { return subgroupMax(a); }
uint operand(uint a) { return a; }
#else
uint combine(uint a, uint b) { return a | b; }
uint reduce(uint a) { return subgroupOr(a); }
uint operand(uint a) { return a & 0xf0f0f0; }
#endif

void main() {
  uint wave = gl_SubgroupID;
  uint first = (gl_WorkGroupID.x * WAVES + wave) * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  uint part = 0;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) part = combine(part, operand(values[first + i * WAVE_SIZE]));
  part = reduce(part);
  if (subgroupElect()) parts[wave] = part;
  barrier();
  if (wave == 0 && subgroupElect()) {
    [[unroll]] for (uint other = 1; other < WAVES; ++other) part = combine(part, parts[other]);
#if OPERATION == 0
    atomicAdd(result[0], part);
#elif OPERATION == 1
    atomicMax(result[0], part);
#else
    atomicOr(result[0], part);
#endif
  }
}
